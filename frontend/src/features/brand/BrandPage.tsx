import { Link, useParams } from "react-router-dom";
import width from "../../components/PageWidth.module.css";
import { Spinner } from "../../components/Spinner";
import { LoadError } from "../../components/states/LoadError";
import { Missing } from "../../components/states/Missing";
import { AllMadeHereContext } from "../../components/tile/extra";
import { allMadeHere, MadeHere } from "../../components/tile/MadeHere";
import { Tile } from "../../components/tile/Tile";
import { SearchProvider } from "../../hooks/SearchProvider";
import { useTitle } from "../../hooks/useTitle";
import { ApiError } from "../../lib/api/client";
import { countOf, formatNumber } from "../../lib/catalogue/format";
import { outboundUrl } from "../../lib/catalogue/outbound";
import { EMPTY_STATE, formatSearch, withValues } from "../../lib/search/searchState";
import { trackedLink } from "../../lib/tracking/track";
import { useBrand, type Brand } from "./useBrand";
import styles from "./brand.module.css";

/** Pictures that load at once: the first row of a wide screen. */
const EAGER_TILES = 5;
const MISSING = "It may have gone, or its address was mistyped.";

/** The results of a brand's products, perhaps of one category. */
function resultsOf(slug: string, category?: string): string {
  const own = withValues(EMPTY_STATE, "store", [slug]);
  return `/${formatSearch(category === undefined ? own : withValues(own, "category", [category]))}`;
}

function Outside({ brand, href: address, name }: { brand: Brand; href: string; name: string }) {
  const href = outboundUrl(address);
  if (href === null) return null;
  return (
    <a
      className={styles.outside}
      href={href}
      target="_blank"
      rel="noopener"
      {...trackedLink({ brandId: brand.id, groupKey: null, href })}
    >
      {name}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

function Head({ brand }: { brand: Brand }) {
  return (
    <header className={styles.head}>
      <h1 className={styles.title}>{brand.name}</h1>
      <p className={styles.story} data-part="story">
        {brand.story.join(" ")}
      </p>
      <p className={styles.links}>
        <Outside brand={brand} href={brand.website} name={`Visit ${brand.name}`} />
        {brand.instagram !== null && <Outside brand={brand} href={brand.instagram} name="Instagram" />}
      </p>
      <ul className={styles.ways} role="list" aria-label="Styles and departments">
        {brand.styles.map(({ id, name }) => (
          <li key={id}>
            <Link className={styles.way} to={`/style/${id}`}>
              {name}
            </Link>
          </li>
        ))}
        {brand.departments.map(({ value, label, products }) => (
          <li key={value}>
            <Link className={styles.way} to={resultsOf(brand.slug, value)}>
              {label} <span className="muted figures">{formatNumber(products)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </header>
  );
}

function Products({ brand }: { brand: Brand }) {
  const isAllMadeHere = allMadeHere(brand.hits);
  if (brand.hits.length === 0) return <p className="muted">Nothing of {brand.name} is here at present.</p>;
  return (
    <section aria-labelledby="brand-products">
      <div className={styles.bar}>
        <h2 id="brand-products" className={styles.subtitle}>
          New at {brand.name}
        </h2>
        {isAllMadeHere && <MadeHere />}
        {brand.products > brand.hits.length && (
          <Link className={styles.all} to={resultsOf(brand.slug)}>
            View all {countOf(brand.products, "product")}
          </Link>
        )}
      </div>
      <AllMadeHereContext value={isAllMadeHere}>
        <ul className={styles.grid} role="list">
          {brand.hits.map((hit, index) => (
            <li key={hit.objectID}>
              <Tile hit={hit} eager={index < EAGER_TILES} />
            </li>
          ))}
        </ul>
      </AllMadeHereContext>
    </section>
  );
}

function Shown({ brand }: { brand: Brand }) {
  useTitle(`${brand.name} – Winkel`);
  return (
    <SearchProvider>
      <Head brand={brand} />
      <Products brand={brand} />
    </SearchProvider>
  );
}

function Loaded({ slug }: { slug: string }) {
  const { data, error, loading, reload } = useBrand(slug);
  if (error instanceof ApiError && error.status === 404)
    return <Missing title="There is no such brand" words={MISSING} />;
  if (data) return <Shown brand={data} />;
  return (
    <div className={styles.calm} aria-busy={loading}>
      {loading ? <Spinner /> : <LoadError error={error} onRetry={reload} />}
    </div>
  );
}

/** A brand with its story, its styles and its newest products. */
export default function BrandPage() {
  const { slug = "" } = useParams();
  return (
    <div className={`${width.wide} ${styles.page}`}>
      <Loaded key={slug} slug={slug} />
    </div>
  );
}
