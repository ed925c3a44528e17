import { useEffect, useRef, useState } from "react";
import { useParams } from "react-router-dom";
import { ApiError } from "../../lib/api/client";
import { get, useData } from "../../lib/api/query";
import { BackLink } from "../../components/Breadcrumb";
import { LoadError, Missing } from "../../components/states/states";
import type { StyleBrand } from "../../lib/api/schema";
import { searchHits } from "../../lib/api/search";
import { useSession } from "../../lib/visitor/session";
import { ProductRail } from "../../components/rail/Rail";
import styles from "./style.module.css";

/** After this long without pins they count as not coming (ms). */
const PATIENCE_MS = 8000;

/** A brand's pins (spec §2.6) in a frame without an origin (public/pins.js); a link to them where they do not come. */
function PinBoard({ brandName, boardUrl }: { brandName: string; boardUrl: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [state, setState] = useState<"loading" | "shown" | "failed">("loading");
  useEffect(() => {
    const hear = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow) setState(data === "shown" ? "shown" : "failed");
    };
    const timer = setTimeout(() => setState((now) => (now === "loading" ? "failed" : now)), PATIENCE_MS);
    window.addEventListener("message", hear);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("message", hear);
    };
  }, []);
  return (
    <div className={styles.board} aria-busy={state === "loading"}>
      {state !== "failed" && (
        <iframe
          ref={frame}
          className={styles.frame}
          title={`Pins of ${brandName}`}
          src={`/pins.html#${encodeURIComponent(boardUrl)}`}
          sandbox="allow-scripts allow-popups"
          data-shown={state === "shown"}
        />
      )}
      {state === "loading" && <p className={styles.calm}>Fetching the pins of {brandName}…</p>}
      {state === "failed" && (
        <p className={styles.calm} role="status">
          The pin board could not be shown here.{" "}
          <a href={boardUrl} target="_blank" rel="noopener noreferrer">
            See the board of {brandName}
          </a>
        </p>
      )}
    </div>
  );
}

interface BrandListProps {
  brands: readonly StyleBrand[];
  currentId: number;
  onChoose: (id: number) => void;
}

/** The brands of a style; the current one is marked for eyes and for screen readers. */
function BrandList({ brands, currentId, onChoose }: BrandListProps) {
  return (
    <ul className="line-above" aria-label="Brands">
      {brands.map((brand) => (
        <li key={brand.id}>
          <button
            type="button"
            className={styles.brand}
            aria-current={brand.id === currentId ? "true" : undefined}
            onClick={() => onChoose(brand.id)}
          >
            {brand.name}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** As many as a carousel of the landing screen shows (spec §9). */
const RAIL_LENGTH = 10;

/** What the current brand sells: there whether its board can be shown or not. */
function BrandRail({ brand }: { brand: StyleBrand }) {
  const session = useSession();
  const { data } = useData({
    queryKey: ["brand's products", brand.slug, session],
    queryFn: ({ signal }) =>
      searchHits(
        [
          {
            ...session,
            query: "",
            hitsPerPage: RAIL_LENGTH,
            page: 0,
            facets: [],
            facetFilters: [[`store:${brand.slug}`]],
          },
        ],
        signal,
      ),
  });
  const all = `/?store=${encodeURIComponent(brand.slug)}`;
  return <ProductRail name={`New at ${brand.name}`} hits={data?.[0] ?? []} all={all} />;
}

/** The brand's pins; of one without a board its products, which otherwise follow. */
function Board({ brand }: { brand: StyleBrand }) {
  if (!brand.pinBoardUrl) {
    return (
      <div className="shrinks">
        <BrandRail key={brand.id} brand={brand} />
        <p className="muted type-control py-3">{brand.name} has no pin board yet.</p>
      </div>
    );
  }
  return <PinBoard key={brand.id} brandName={brand.name} boardUrl={brand.pinBoardUrl} />;
}

function Brands({ brands }: { brands: readonly StyleBrand[] }) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const current = brands.find((brand) => brand.id === chosenId) ?? brands[0];
  if (!current) return <p className={styles.calm}>No brands carry this style yet.</p>;
  return (
    <>
      <div className={styles.columns}>
        <BrandList brands={brands} currentId={current.id} onChoose={setChosenId} />
        <Board brand={current} />
      </div>
      {current.pinBoardUrl && (
        <div className="mt-6">
          <BrandRail brand={current} />
        </div>
      )}
    </>
  );
}

function isMissing(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404;
}

/** A mistyped number, or a deleted style. */
function NoStyle() {
  return (
    <Missing
      title="There is no such style"
      words="It may have gone, or its address was mistyped."
      to="/style-select"
      label="See all styles"
    />
  );
}

/** The brands of one style, and the pins of the current one (spec §2.6). */
export default function StylePage() {
  const { styleId = "" } = useParams();
  return /^\d{1,9}$/.test(styleId) ? <Style id={Number(styleId)} /> : <NoStyle />;
}

function Style({ id }: { id: number }) {
  const params = { path: { style_id: id } };
  const brands = useData(get("/api/brands/getByStyleId/{style_id}", { params }));
  const style = useData(get("/api/styles/{style_id}", { params }));
  const name = style.data?.name;
  const missing = [style.error, brands.error].some(isMissing);
  useEffect(() => {
    if (name) document.title = `${name} – Winkel`;
  }, [name]);
  if (missing) return <NoStyle />;
  return (
    <section className="page-width pt-5 pb-7">
      <BackLink to="/" />
      <h1 className="type-page mb-5">{name ?? "Style"}</h1>
      {brands.loading && <p className={styles.calm}>Loading brands…</p>}
      <LoadError error={brands.error} onRetry={brands.reload} />
      {brands.data && <Brands brands={brands.data} />}
    </section>
  );
}
