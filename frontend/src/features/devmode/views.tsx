import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "react-router-dom";
import { Button, IconButton } from "../../components/Button";
import { Icon } from "../../components/icons/Icon";
import { Select } from "../../components/Select";
import { Outage, Spinner } from "../../components/states/states";
import { Tile } from "../../components/tile/Tile";
import { useFilters } from "../../lib/api/catalogue";
import { bodyOf } from "../../lib/api/client";
import { load, operatorApi } from "../../lib/api/operator";
import type { BrandSummary, ProductGroup } from "../../lib/api/schema";
import type { FilterData, Hit } from "../../lib/api/wire";
import { toggled } from "../../lib/search/searchState";
import { useSession } from "../../lib/visitor/session";
import { EMPTY_SIDE, emittedIds, SidePanel, type SideState } from "./SidePanel";
import { TileEditor } from "./TileEditor";
import styles from "./devmode.module.css";

const PAGE_SIZE = 72;
const BRANDS = load("/api/brands", {});

/** A product group as a hit, without the entry that means "no image" (design.md). */
function toHit({ images = [], ...group }: ProductGroup): Hit {
  const shown = images.flatMap(({ imageUrl, imageWidth, imageHeight }) =>
    imageUrl === null ? [] : [{ url: imageUrl, width: imageWidth, height: imageHeight }],
  );
  return { ...group, images: shown };
}

/** The side panel's choice as the calls take it. */
function filtersOf(side: SideState) {
  const entries = (ids: readonly number[]) => ids.map((id) => ({ id, selected: true }));
  return { filteredCategories: entries(emittedIds(side)), filteredColors: entries(side.colours) };
}

/** One page at a time: back uses the cache, on always fetches, a filter starts over (spec §4). */
function useFlatPages(filters: SideState) {
  const { currency } = useSession();
  const [turned, setTurned] = useState({ filters, currency, page: 1, back: false });
  const same = turned.filters === filters && turned.currency === currency;
  const { page, back } = same ? turned : { page: 1, back: false };
  const body = {
    pageSize: PAGE_SIZE,
    pageNumber: page,
    sortKey: "createdAt" as const,
    sortDirection: "desc" as const,
    ...filtersOf(filters),
    styles: [...filters.styles],
    currency,
    devMode: true,
  };
  const query = useQuery({
    queryKey: ["flat", body],
    queryFn: async ({ signal }) => {
      const answer = await bodyOf(operatorApi.POST("/api/images/allFlat", { body, signal }));
      return { hits: answer.products.map(toHit), total: answer.totalItems };
    },
    placeholderData: keepPreviousData,
    staleTime: back ? Infinity : 0,
  });
  const turn = (next: number) => {
    window.scrollTo({ top: 0 });
    setTurned({ filters, currency, page: next, back: next < page });
  };
  return { page, query, turn };
}

function FlatResults({ filters }: { filters: SideState }) {
  const { page, query, turn } = useFlatPages(filters);
  const { data, isFetching, isError, refetch } = query;
  const total = data?.total ?? 0;
  const pages = Math.ceil(total / PAGE_SIZE);
  return (
    <div className={styles.flatResults} aria-busy={isFetching}>
      <h2 className="visually-hidden">Products</h2>
      {isFetching && (
        <div className={styles.fullSpinner}>
          <Spinner label="Loading" size="large" />
        </div>
      )}
      {isError && <Outage onRetry={() => void refetch()} />}
      {data && total === 0 && <p role="status">No results found</p>}
      {data && total > 0 && (
        <>
          <p className="figures type-control py-3">
            Showing {(page - 1) * PAGE_SIZE + 1} - {Math.min(page * PAGE_SIZE, total)} of {total}
          </p>
          <ul className={styles.flatGrid} data-part="tiles" role="list">
            {data.hits.map((hit) => (
              <li key={hit.objectID}>
                <Tile hit={hit} />
              </li>
            ))}
          </ul>
          <nav className="row justify-center gap-3 py-5 type-control" aria-label="Pages">
            <IconButton aria-label="Previous page" disabled={page <= 1} onClick={() => turn(page - 1)}>
              <Icon name="left" />
            </IconButton>
            Page {page} of {pages}
            <IconButton aria-label="Next page" disabled={page >= pages} onClick={() => turn(page + 1)}>
              <Icon name="right" />
            </IconButton>
          </nav>
        </>
      )}
    </div>
  );
}

/** View 2: a fixed side panel beside tiles, three a row (spec §2.5). */
export function FlatView() {
  const { data } = useFilters();
  const [filters, setFilters] = useState(EMPTY_SIDE);
  if (!data) return null;
  return (
    <div className={`page-width ${styles.flat ?? ""}`}>
      <SidePanel data={data} state={filters} onChange={setFilters} />
      <FlatResults filters={filters} />
    </div>
  );
}

type Brand = Pick<BrandSummary, "id" | "name">;

/** One brand's products, narrowed (POST images, or images/all without a filter). */
function BrandTiles({ brandId, filters }: { brandId: number; filters: SideState }) {
  const narrowed = filtersOf(filters);
  const { data, error, refetch } = useQuery({
    queryKey: ["brandHits", brandId, narrowed],
    queryFn: async ({ signal }) => {
      const isAll = Object.values(narrowed).flat().length === 0;
      const groups = isAll
        ? operatorApi.POST("/api/images/all", { body: { brandId }, signal })
        : operatorApi.POST("/api/images", { body: { brandId, ...narrowed }, signal });
      return (await bodyOf(groups)).map(toHit);
    },
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

interface BrandAccordionProps {
  brand: Brand;
  open: boolean;
  onToggle: () => void;
  filters: SideState;
}

/** A brand's panel: its header sticks while the panel is scrolled, its products load on open. */
function BrandAccordion({ brand, open, onToggle, filters }: BrandAccordionProps) {
  const panel = useRef<HTMLElement>(null);
  /** Where the page was when it opened; closing from the stuck header goes back there (spec §4). */
  const openY = useRef(0);
  const toggle = () => {
    if (!open) openY.current = window.scrollY;
    else if ((panel.current?.getBoundingClientRect().top ?? 0) < 0) window.scrollTo({ top: openY.current });
    onToggle();
  };
  return (
    <section ref={panel} className={styles.accordion} data-part="accordion" aria-label={brand.name}>
      <div className={styles.accordionHead} data-open={open}>
        <button type="button" className="row gap-2 h-10" aria-expanded={open} onClick={toggle}>
          <Icon name={open ? "down" : "right"} size={16} />
          <h2 className="type-section">{brand.name}</h2>
        </button>
        <Link to={`/scraper?brand=${brand.id}`}>
          edit<span className="visually-hidden"> {brand.name}</span>
        </Link>
      </div>
      {open && <BrandTiles brandId={brand.id} filters={filters} />}
    </section>
  );
}

interface AccordionsProps {
  brands: readonly Brand[];
  open: readonly number[];
  onOpen: (ids: readonly number[]) => void;
  filters?: SideState;
}

function Accordions({ brands, open, onOpen, filters = EMPTY_SIDE }: AccordionsProps) {
  return brands.map((brand) => (
    <BrandAccordion
      key={brand.id}
      brand={brand}
      open={open.includes(brand.id)}
      onToggle={() => onOpen(toggled(open, brand.id))}
      filters={filters}
    />
  ));
}

/** View 1: all active brands as panels (spec §2.5). */
export function GroupedView() {
  const { data, error, refetch } = useQuery(BRANDS);
  const [open, setOpen] = useState<readonly number[]>([]);
  const brands = data?.filter(({ isActive }) => isActive) ?? [];
  if (error) return <Outage onRetry={() => void refetch()} />;
  return (
    <div className="page-width">
      <div className="row wrap gap-3 py-3">
        <Button onClick={() => setOpen([])}>Collapse All</Button>
      </div>
      {data && brands.length === 0 && <p role="status">No results found</p>}
      <Accordions brands={brands} open={open} onOpen={setOpen} />
    </div>
  );
}

function ListWith({ data, brands }: { data: FilterData; brands: readonly Brand[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [open, setOpen] = useState<readonly number[]>([]);
  const [filters, setFilters] = useState(EMPTY_SIDE);
  const shown = brands.filter(({ id }) => id === chosen);
  const choose = (id: number) => {
    setChosen(id);
    setOpen([id]);
  };
  return (
    <div className={`page-width ${styles.flat ?? ""}`}>
      <SidePanel data={data} state={filters} onChange={setFilters} withStyles={false} />
      <div className={styles.flatResults}>
        <div className="row wrap gap-3 py-3">
          <label className={styles.viewSelect}>
            Brand
            <Select
              options={brands.map(({ id, name }) => [id, name])}
              value={chosen ?? ""}
              onChange={(event) => choose(Number(event.target.value))}
            >
              <option value="" disabled>
                Choose a brand
              </option>
            </Select>
          </label>
          <Button onClick={() => setOpen(shown.map(({ id }) => id))}>Expand All</Button>
          <Button onClick={() => setOpen([])}>Collapse All</Button>
        </div>
        <Accordions brands={shown} open={open} onOpen={setOpen} filters={filters} />
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
