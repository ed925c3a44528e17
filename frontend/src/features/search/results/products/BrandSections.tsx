import { type CSSProperties, Fragment, useLayoutEffect, useMemo, useRef, useState } from "react";
import { Count } from "../../../../components/Count";
import { IconButton } from "../../../../components/Button";
import { Icon } from "../../../../components/icons/Icon";
import { SearchLink, useSearchState } from "../../../../lib/search/SearchProvider";
import { withValues } from "../../../../lib/search/searchState";
import { allMadeHere, AllMadeHereContext, MadeHere } from "../../../../components/tile/TilePicture";
import { type BrandSection, brandSections, firstTiles, interleaveSections, packRows } from "./sections";
import { OthersHeading, type ProductsProps, TileGrid, useDrawn, useFolded } from "./FlatResults";
import { useAnswer } from "../../engine/answer";
import { PHONE, useMediaQuery } from "../../../../lib/hooks";
import styles from "../../search.module.css";

interface SectionProps {
  section: BrandSection;
  /** Tiles in a row; null while unknown. */
  columns: number | null;
  large: boolean;
  first: boolean;
  open: boolean;
  onToggle: () => void;
}

function ViewAll({ brand }: { brand: string }) {
  const { q, filters } = useSearchState();
  // Only while no text search is active, and not for the brand that is already all there is.
  if (q !== "" || filters.brand?.length === 1) return null;
  return (
    <SearchLink className={styles.viewAll} change={(base) => withValues(base, "brand", [brand])}>
      (View all products)<span className="visually-hidden"> of {brand}</span>
    </SearchLink>
  );
}

function Section(props: SectionProps) {
  const { section, columns, open, onToggle, large, first } = props;
  const { brand, hits, total, similar, continued } = section;
  const name = `${brand}${continued ? ", continued" : ""}`;
  const isAllMadeHere = allMadeHere(hits);
  return (
    <section
      className={styles.section}
      // What continues another is no region of its own.
      aria-label={continued ? undefined : similar ? `${name}, similar` : name}
      style={{ "--tiles": Math.min(hits.length, columns ?? hits.length) } as CSSProperties}
    >
      <div className="row gap-3 mb-2 h-10">
        <div className={styles.sectionTitle}>
          <h2 className="type-section breaks shrinks">
            {brand}
            {continued && <span className="muted">, continued</span>}
          </h2>
          {!continued && (
            <>
              <Count value={total} noun="products" className={styles.sectionCount} />
              {isAllMadeHere && <MadeHere />}
              <ViewAll brand={brand} />
            </>
          )}
        </div>
        <IconButton
          className="turns"
          aria-expanded={open}
          aria-label={open ? `Collapse ${name}` : `Expand ${name}`}
          onClick={onToggle}
        >
          <Icon name="down" />
        </IconButton>
      </div>
      {open && (
        <AllMadeHereContext value={isAllMadeHere}>
          <TileGrid hits={hits} large={large} eager={first} />
        </AllMadeHereContext>
      )}
    </section>
  );
}

/** Of ui.md, in px: what a tile needs at least, a large one, and what is between two. */
const LEAST = 220;
const LEAST_LARGE = 300;
const GUTTER = 16;

/**
 * How many tiles stand in a row of the list below `ref`, as its style sheet lays them out (search.module.css);
 * null until it is measured, and on a phone, which shows a page bit by bit (`useShown`).
 */
function useColumns(large: boolean) {
  const ref = useRef<HTMLDivElement>(null);
  const phone = useMediaQuery(PHONE);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || phone) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [phone]);
  const fitting = Math.floor((width + GUTTER) / ((large ? LEAST_LARGE : LEAST) + GUTTER));
  const columns = width === 0 || phone ? null : Math.max(1, fitting);
  return { ref, columns };
}

/**
 * The page by brand: heading, count, "(View all products)", and a toggle; sections start open. Brands
 * take turns with two rows each, and sections with less than a row stand beside one another.
 */
export function BrandSections({ hits, large }: Omit<ProductsProps, "sorted">) {
  const drawn = useDrawn();
  const counts = useAnswer().countsOf("brand");
  const { ref, columns } = useColumns(large);
  const sections = useMemo(
    () => interleaveSections(brandSections(hits, counts), columns),
    [hits, counts, columns],
  );
  const shelves = useMemo(() => {
    const shown = new Map(firstTiles(sections, drawn).map((section) => [section.id, section]));
    return packRows(sections, columns).map((shelf) => shelf.flatMap(({ id }) => shown.get(id) ?? []));
  }, [sections, drawn, columns]);
  const firstSimilar = sections.find(({ similar }) => similar)?.id;
  const { folded, toggle } = useFolded();
  return (
    <div ref={ref}>
      {shelves.map(
        ([head, ...rest], index) =>
          head && (
            <Fragment key={head.id}>
              {head.id === firstSimilar && <OthersHeading />}
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
