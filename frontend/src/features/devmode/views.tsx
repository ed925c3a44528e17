import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { Icon } from "../../components/icons/Icon";
import { Outage, Spinner } from "../../components/states/states";
import { Tile } from "../../components/tile/Tile";
import { TileEditor } from "./TileEditor";
import { type BrandRow, BRANDS, fetchBrandHits, fetchFlat, FLAT_PAGE_SIZE } from "./imagesApi";
import styles from "./devmode.module.css";
import { Button, IconButton } from "../../components/Button";
import { toggled } from "../../lib/search/searchState";
import { useFilters } from "../../hooks/useCatalogue";
import type { FilterData } from "../../lib/api/wire";
import { emittedIds, emptySide, SidePanel, type SideState } from "./SidePanel";
import { useSession } from "../../lib/visitor/session";

/** One page at a time: back uses the cache, on always fetches, a filter starts over (spec §4). */
function useFlatPages(filters: SideState) {
  const { currency } = useSession();
  const [turned, setTurned] = useState({ filters, currency, page: 1, back: false });
  const same = turned.filters === filters && turned.currency === currency;
  const { page, back } = same ? turned : { page: 1, back: false };
  const query = { ...filters, categories: emittedIds(filters.categories), currency, page };
  const { data, isFetching, isError, refetch } = useQuery({
    queryKey: ["flat", query],
    queryFn: ({ signal }) => fetchFlat(query, signal),
    placeholderData: keepPreviousData,
    staleTime: back ? Infinity : 0,
  });
  const turn = (next: number) => {
    window.scrollTo({ top: 0 });
    setTurned({ filters, currency, page: next, back: next < page });
  };
  return { page, shown: data, loading: isFetching, failed: isError, turn, retry: () => void refetch() };
}

function Paging({ page, pages, onTurn }: { page: number; pages: number; onTurn: (page: number) => void }) {
  return (
    <nav className="row justify-center gap-3 py-5 control-size" aria-label="Pages">
      <IconButton aria-label="Previous page" disabled={page <= 1} onClick={() => onTurn(page - 1)}>
        <Icon name="left" />
      </IconButton>
      Page {page} of {pages}
      <IconButton aria-label="Next page" disabled={page >= pages} onClick={() => onTurn(page + 1)}>
        <Icon name="right" />
      </IconButton>
    </nav>
  );
}

function FlatResults({ filters }: { filters: SideState }) {
  const { page, shown, loading, failed, turn, retry } = useFlatPages(filters);
  const total = shown?.total ?? 0;
  const first = (page - 1) * FLAT_PAGE_SIZE + 1;
  return (
    <div className={styles.flatResults} aria-busy={loading}>
      <h2 className="visually-hidden">Products</h2>
      {loading && (
        <div className={styles.fullSpinner}>
          <Spinner label="Loading" size="large" />
        </div>
      )}
      {failed && <Outage onRetry={retry} />}
      {shown && total === 0 && <p role="status">No results found</p>}
      {shown && total > 0 && (
        <>
          <p className="figures type-control py-3">
            Showing {first} - {Math.min(page * FLAT_PAGE_SIZE, total)} of {total}
          </p>
          <ul className={styles.flatGrid} data-part="tiles" role="list">
            {shown.hits.map((hit) => (
              <li key={hit.objectID}>
                <Tile hit={hit} />
              </li>
            ))}
          </ul>
          <Paging page={page} pages={Math.max(1, Math.ceil(total / FLAT_PAGE_SIZE))} onTurn={turn} />
        </>
      )}
    </div>
  );
}

function FlatWith({ data }: { data: FilterData }) {
  const [filters, setFilters] = useState(() => emptySide(data));
  return (
    <div className={`page-width ${styles.flat}`}>
      <SidePanel data={data} state={filters} onChange={setFilters} />
      <FlatResults filters={filters} />
    </div>
  );
}

/** View 2: a fixed side panel beside tiles, three a row (spec §2.5). */
export function FlatView() {
  const { data } = useFilters();
  return data ? <FlatWith data={data} /> : null;
}

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
        <button type="button" className="row gap-2 h-10" aria-expanded={open} onClick={toggle}>
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

/** View 1: all active brands as panels (spec §2.5). */
export function GroupedView() {
  const { data, error, refetch } = useQuery(BRANDS);
  const [open, setOpen] = useState<number[]>([]);
  const brands = (data ?? []).filter((brand) => brand.isActive);
  if (error) return <Outage onRetry={() => void refetch()} />;
  return (
    <div className="page-width">
      <div className="row wrap gap-3 py-3">
        <Button onClick={() => setOpen([])}>Collapse All</Button>
      </div>
      {data && brands.length === 0 && <p role="status">No results found</p>}
      {brands.map((brand) => (
        <BrandAccordion
          key={brand.id}
          brand={brand}
          open={open.includes(brand.id)}
          onToggle={() => setOpen((ids) => toggled(ids, brand.id))}
        />
      ))}
    </div>
  );
}

function ListWith({ data, brands }: { data: FilterData; brands: readonly BrandRow[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [open, setOpen] = useState<number[]>([]);
  const [filters, setFilters] = useState(() => emptySide(data));
  const categories = useMemo(() => emittedIds(filters.categories), [filters.categories]);
  const shown = brands.filter((brand) => brand.id === chosen);
  const choose = (id: number) => {
    setChosen(id);
    setOpen([id]);
  };
  return (
    <div className={`page-width ${styles.flat}`}>
      <SidePanel data={data} state={filters} onChange={setFilters} withStyles={false} />
      <div className={styles.flatResults}>
        <div className="row wrap gap-3 py-3">
          <label className={styles.viewSelect}>
            Brand
            <select value={chosen ?? ""} onChange={(event) => choose(Number(event.target.value))}>
              <option value="" disabled>
                Choose a brand
              </option>
              {brands.map((brand) => (
                <option key={brand.id} value={brand.id}>
                  {brand.name}
                </option>
              ))}
            </select>
          </label>
          <Button onClick={() => setOpen(shown.map((brand) => brand.id))}>Expand All</Button>
          <Button onClick={() => setOpen([])}>Collapse All</Button>
        </div>
        {shown.map((brand) => (
          <BrandAccordion
            key={brand.id}
            brand={brand}
            open={open.includes(brand.id)}
            onToggle={() => setOpen((ids) => toggled(ids, brand.id))}
            categories={categories}
            colours={filters.colours}
          />
        ))}
      </div>
    </div>
  );
}

/** View 0: one brand at a time, with a side panel of filters (spec §2.5). */
export function ListView() {
  const { data } = useFilters();
  const brands = useQuery(BRANDS);
  if (brands.error) return <Outage onRetry={() => void brands.refetch()} />;
  return data && brands.data ? <ListWith data={data} brands={brands.data} /> : null;
}
