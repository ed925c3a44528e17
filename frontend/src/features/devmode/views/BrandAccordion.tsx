import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { Icon } from "../../../components/icons/Icon";
import { Outage } from "../../../components/states/Outage";
import { Tile } from "../../../components/tile/Tile";
import { TileEditor } from "../TileEditor";
import { fetchBrandHits, type BrandRow } from "../imagesApi";
import styles from "../devmode.module.css";

interface BrandAccordionProps {
  brand: BrandRow;
  open: boolean;
  onToggle: () => void;
  categories?: readonly number[];
  colours?: readonly number[];
}

const NONE: readonly number[] = [];

function BrandTiles({
  brand,
  categories,
  colours,
}: Required<Pick<BrandAccordionProps, "brand" | "categories" | "colours">>) {
  const { data, error, refetch } = useQuery({
    queryKey: ["brandHits", brand.id, categories, colours],
    queryFn: ({ signal }) => fetchBrandHits(brand.id, categories, colours, signal),
    placeholderData: keepPreviousData,
  });
  if (error) return <Outage onRetry={() => void refetch()} />;
  if (!data) return <p role="status">Loading …</p>;
  if (data.length === 0) return <p role="status">No results found</p>;
  return (
    <ul className={styles.brandGrid} role="list">
      {data.map((hit) => (
        <li key={hit.objectID}>
          <Tile hit={hit} />
          <TileEditor hit={hit} />
        </li>
      ))}
    </ul>
  );
}

/** Where the page was when a panel opened; closing from the stuck header goes back there (spec §4). */
function useOpenPosition() {
  const header = useRef<HTMLDivElement>(null);
  const openY = useRef(0);
  const beforeToggle = (open: boolean) => {
    if (!open) openY.current = window.scrollY;
    else if ((header.current?.parentElement?.getBoundingClientRect().top ?? 0) < 0)
      window.scrollTo({ top: openY.current });
  };
  return { header, beforeToggle };
}

/** A brand's panel: its header sticks while the panel is scrolled, its products load on open. */
export function BrandAccordion({
  brand,
  open,
  onToggle,
  categories = NONE,
  colours = NONE,
}: BrandAccordionProps) {
  const { header, beforeToggle } = useOpenPosition();
  const toggle = () => {
    beforeToggle(open);
    onToggle();
  };
  return (
    <section className={styles.accordion} data-part="accordion" aria-label={brand.name}>
      <div ref={header} className={styles.accordionHead} data-open={open}>
        <button type="button" className={styles.accordionToggle} aria-expanded={open} onClick={toggle}>
          <Icon name={open ? "down" : "right"} size={16} />
          <h2>{brand.name}</h2>
        </button>
        <Link to={`/scraper?brand=${brand.id}`}>
          edit<span className="visually-hidden"> {brand.name}</span>
        </Link>
      </div>
      {open && <BrandTiles brand={brand} categories={categories} colours={colours} />}
    </section>
  );
}
