import { Fragment, useMemo } from "react";
import { Count } from "../../../../components/Count";
import { IconButton } from "../../../../components/Button";
import { Icon } from "../../../../components/icons/Icon";
import { useSearchActions, useSearchState } from "../../../../hooks/searchContext";
import { withValues } from "../../../../lib/search/searchState";
import type { Hit } from "../../../../lib/api/wire";
import { AllMadeHereContext } from "../../../../components/tile/extra";
import { allMadeHere, MadeHere } from "../../../../components/tile/MadeHere";
import { brandSections, firstTiles, type BrandSection } from "./sections";
import { TileGrid, useDrawn } from "./TileGrid";
import { useFolded } from "./useEntryState";
import styles from "../../search.module.css";

interface BrandSectionsProps {
  hits: readonly Hit[];
  /** The heading of those that do not match all of the query. */
  others: string;
  countsOf: (attribute: string) => Readonly<Record<string, number>> | null;
  large: boolean;
}

interface SectionProps {
  section: BrandSection;
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

function Section({ section, large, first, open, onToggle }: SectionProps) {
  const { brand, hits, total, similar } = section;
  const isAllMadeHere = allMadeHere(hits);
  return (
    <section className={styles.section} aria-label={similar ? `${brand}, similar` : brand}>
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
          <TileGrid hits={hits} large={large} eager={first} />
        </AllMadeHereContext>
      )}
    </section>
  );
}

/**
 * The page by brand: heading, count, "(View all products)", and a toggle; sections start open.
 */
export function BrandSections({ hits, others, countsOf, large }: BrandSectionsProps) {
  const drawn = useDrawn();
  const counts = countsOf("brand");
  const sections = useMemo(() => firstTiles(brandSections(hits, counts), drawn), [hits, counts, drawn]);
  const firstSimilar = sections.find(({ similar }) => similar)?.id;
  const { folded, toggle } = useFolded();
  return (
    <>
      {sections.map((section, index) => (
        <Fragment key={section.id}>
          {section.id === firstSimilar && <h2 className={styles.similar}>{others}</h2>}
          <Section
            section={section}
            large={large}
            first={index === 0}
            open={!folded.includes(section.id)}
            onToggle={() => toggle(section.id)}
          />
        </Fragment>
      ))}
    </>
  );
}
