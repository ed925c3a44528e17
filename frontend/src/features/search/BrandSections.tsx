import { useDeferredValue, useMemo } from "react";
import { IconButton } from "../../components/Button";
import { Icon } from "../../components/Icon";
import { useSearchActions, useSearchState } from "../../hooks/searchContext";
import { formatNumber } from "../../lib/format";
import { withValues } from "../../lib/searchState";
import type { Hit } from "../../lib/wire";
import { SaidMadeContext } from "../tile/extra";
import { allMadeHere, MadeHere } from "../tile/MadeHere";
import { brandSections, firstTiles, type BrandSection } from "./sections";
import { TileGrid } from "./TileGrid";
import { useFolded } from "./useFolded";
import styles from "./search.module.css";

/** Two rows of a wide screen, five of a phone. */
const FIRST_TILES = 10;

interface BrandSectionsProps {
  hits: readonly Hit[];
  countsOf: (attribute: string) => Readonly<Record<string, number>> | null;
  large: boolean;
}

interface SectionProps {
  section: BrandSection;
  /** All of the brand's products in this search, more than on this page. */
  total: number;
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

function Section({ section, total, large, first, open, onToggle }: SectionProps) {
  const { brand, hits } = section;
  const made = allMadeHere(hits);
  return (
    <section className={styles.section} aria-label={brand}>
      <div className={styles.sectionHead}>
        <div className={styles.sectionTitle}>
          <h2 className={styles.sectionName}>{brand}</h2>
          <span className={styles.sectionCount}>
            {formatNumber(total)}
            <span className="visually-hidden"> products</span>
          </span>
          {made && <MadeHere />}
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
        <SaidMadeContext value={made}>
          <TileGrid hits={hits} large={large} eager={first} />
        </SaidMadeContext>
      )}
    </section>
  );
}

/**
 * The page by brand: heading, count, "(View all products)", and a toggle; sections start open.
 * The tiles below the first look are drawn a little later, bit by bit: input is not kept waiting.
 */
export function BrandSections({ hits, countsOf, large }: BrandSectionsProps) {
  const drawn = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_TILES);
  const sections = useMemo(() => firstTiles(brandSections(hits), drawn), [hits, drawn]);
  const counts = countsOf("brand");
  const { folded, toggle } = useFolded();
  return (
    <>
      {sections.map((section, index) => (
        <Section
          key={section.brand}
          section={section}
          total={Math.max(counts?.[section.brand] ?? 0, section.hits.length)}
          large={large}
          first={index === 0}
          open={!folded.includes(section.brand)}
          onToggle={() => toggle(section.brand)}
        />
      ))}
    </>
  );
}
