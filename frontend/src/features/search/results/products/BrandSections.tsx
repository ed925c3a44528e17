import { Fragment, useMemo, type CSSProperties } from "react";
import { Count } from "../../../../components/Count";
import { Button, IconButton } from "../../../../components/Button";
import { Icon } from "../../../../components/icons/Icon";
import { useSearchActions, useSearchState } from "../../../../hooks/searchContext";
import { formatNumber } from "../../../../lib/catalogue/format";
import { withValues } from "../../../../lib/search/searchState";
import type { Hit } from "../../../../lib/api/wire";
import { AllMadeHereContext } from "../../../../components/tile/extra";
import { allMadeHere, MadeHere } from "../../../../components/tile/MadeHere";
import { brandSections, firstTiles, shelved, type BrandSection } from "./sections";
import { TileGrid, useDrawn } from "./TileGrid";
import { useColumns } from "./useColumns";
import { useFolded, useUnrolled } from "./useEntryState";
import styles from "../../search.module.css";

interface BrandSectionsProps {
  hits: readonly Hit[];
  /** The heading of those that do not match all of the query. */
  others: string;
  countsOf: (attribute: string) => Readonly<Record<string, number>> | null;
  large: boolean;
}

/** More of a section opens in place. */
const ROWS = 2;

interface SectionProps {
  section: BrandSection;
  /** Tiles in a row; null while unknown. */
  columns: number | null;
  /** Whether it shows more than its first rows. */
  unrolled: boolean;
  onUnroll: () => void;
  large: boolean;
  first: boolean;
  open: boolean;
  onToggle: () => void;
}

function ViewAll({ brand }: { brand: string }) {
  const { commit } = useSearchActions();
  const { q, filters } = useSearchState();
  // Only while no text search is active, and not for the brand that is already all there is.
  if (q !== "" || filters.brand?.length === 1) return null;
  return (
    <button
      type="button"
      className={styles.viewAll}
      onClick={() => commit((base) => withValues(base, "brand", [brand]))}
    >
      (View all products)<span className="visually-hidden"> of {brand}</span>
    </button>
  );
}

/** A section's first rows and what leads to the rest of them on this page. */
function Tiles({
  section,
  columns,
  large,
  first,
  unrolled,
  onUnroll,
}: Omit<SectionProps, "open" | "onToggle">) {
  const { brand, hits } = section;
  const most = unrolled || columns === null ? hits.length : ROWS * columns;
  return (
    <>
      <TileGrid hits={hits.slice(0, most)} large={large} eager={first} />
      {most < hits.length && (
        <p className={styles.unroll} data-part="unroll">
          <Button onClick={onUnroll}>
            Show all {formatNumber(hits.length)}
            <span className="visually-hidden"> of {brand} on this page</span>
          </Button>
        </p>
      )}
    </>
  );
}

function Section(props: SectionProps) {
  const { section, columns, open, onToggle } = props;
  const { brand, hits, total, similar } = section;
  const isAllMadeHere = allMadeHere(hits);
  return (
    <section
      className={styles.section}
      aria-label={similar ? `${brand}, similar` : brand}
      style={{ "--tiles": Math.min(hits.length, columns ?? hits.length) } as CSSProperties}
    >
      <div className={styles.sectionHead}>
        <div className={styles.sectionTitle}>
          <h2 className={styles.sectionName}>{brand}</h2>
          <Count value={total} noun="products" className={styles.sectionCount} />
          {isAllMadeHere && <MadeHere />}
          <ViewAll brand={brand} />
        </div>
        <IconButton
          className={styles.fold}
          aria-expanded={open}
          aria-label={open ? `Collapse ${brand}` : `Expand ${brand}`}
          onClick={onToggle}
        >
          <Icon name="down" />
        </IconButton>
      </div>
      {open && (
        <AllMadeHereContext value={isAllMadeHere}>
          <Tiles {...props} />
        </AllMadeHereContext>
      )}
    </section>
  );
}

/**
 * The page by brand: heading, count, "(View all products)", and a toggle; sections start open. Each
 * shows two rows, and those with less than a row stand beside one another.
 */
export function BrandSections({ hits, others, countsOf, large }: BrandSectionsProps) {
  const drawn = useDrawn();
  const counts = countsOf("brand");
  const { ref, columns } = useColumns(large);
  const sections = useMemo(() => brandSections(hits, counts), [hits, counts]);
  const shelves = useMemo(() => {
    const shown = new Map(firstTiles(sections, drawn).map((section) => [section.id, section]));
    return shelved(sections, columns).map((shelf) => shelf.flatMap(({ id }) => shown.get(id) ?? []));
  }, [sections, drawn, columns]);
  const firstSimilar = sections.find(({ similar }) => similar)?.id;
  const { folded, toggle } = useFolded();
  const { unrolled, unroll } = useUnrolled();
  return (
    <div ref={ref}>
      {shelves.map(
        ([head, ...rest], index) =>
          head && (
            <Fragment key={head.id}>
              {head.id === firstSimilar && <h2 className={styles.similar}>{others}</h2>}
              <div
                className={styles.shelf}
                data-shared={rest.length > 0}
                style={{ "--columns": columns ?? 1 } as CSSProperties}
              >
                {[head, ...rest].map((section) => (
                  <Section
                    key={section.id}
                    section={section}
                    // The only brand of a page has nothing below it.
                    columns={shelves.length > 1 ? columns : null}
                    large={large}
                    first={index === 0}
                    unrolled={unrolled.includes(section.id)}
                    onUnroll={() => unroll(section.id)}
                    open={!folded.includes(section.id)}
                    onToggle={() => toggle(section.id)}
                  />
                ))}
              </div>
            </Fragment>
          ),
      )}
    </div>
  );
}
