import { StoreLink } from "../../components/tile/ProductLink";
import { Link, useParams } from "react-router-dom";
import { Missing, Waiting } from "../../components/states/states";
import { allMadeHere, AllMadeHereContext, MadeHere } from "../../components/tile/TilePicture";
import { Tile } from "../../components/tile/Tile";
import { useTitle } from "../../lib/hooks";
import { ApiError } from "../../lib/api/client";
import { countOf, formatNumber } from "../../lib/catalogue/format";
import { EMPTY_STATE, formatSearch, withValues } from "../../lib/search/searchState";
import { cachedData, type Data, get, useData } from "../../lib/api/query";
import { inlinedState, madeFor } from "../../lib/api/inlined";
import type { BrandAbout } from "../../lib/api/schema";
import { useSession } from "../../lib/visitor/session";
import styles from "./brand.module.css";

/** Pictures that load at once: the first row of a wide screen. */
const EAGER_TILES = 5;
const MISSING = "It may have gone, or its address was mistyped.";

/** The results of a brand's products, perhaps of one category. */
function resultsOf(slug: string, category?: string): string {
  const own = withValues(EMPTY_STATE, "store", [slug]);
  return `/${formatSearch(category === undefined ? own : withValues(own, "category", [category]))}`;
}

/** A brand's page for the visitor's country; its amounts are in all currencies. */
function useBrand(slug: string): Data<BrandAbout> {
  const session = useSession();
  const params = { path: { slug }, query: { countryCode: session.countryCode } };
  const about = madeFor(inlinedState().brand, session)?.about;
  const query = get("/api/brands/about/{slug}", { params });
  return useData(cachedData(query, about?.slug === slug ? about : undefined));
}

function Head({ brand }: { brand: BrandAbout }) {
  const of = { brandId: brand.id };
  return (
    <header className="column gap-3">
      <h1 className="type-page breaks">{brand.name}</h1>
      <p className="measure breaks" data-part="story">
        {brand.story.join(" ")}
      </p>
      <p className="wrap gap-x-4">
        <StoreLink of={of} href={brand.website} className="inline-row breaks h-7">
          Visit {brand.name}
        </StoreLink>
        <StoreLink of={of} href={brand.instagram} className="inline-row breaks h-7">
          Instagram
        </StoreLink>
        <a className="inline-row h-7" href={`/feed.atom?store=${brand.slug}`}>
          New here, as a feed
        </a>
      </p>
      <ul className="wrap gap-2" role="list" aria-label="Styles and departments">
        {brand.styles.map(({ id, name }) => (
          <li key={id}>
            <Link
              className="inline-row type-control plain framed gap-2 px-3 way outlines"
              to={`/style/${id}`}
            >
              {name}
            </Link>
          </li>
        ))}
        {brand.departments.map(({ value, label, products }) => (
          <li key={value}>
            <Link
              className="inline-row type-control plain framed gap-2 px-3 way outlines"
              to={resultsOf(brand.slug, value)}
            >
              {label} <span className="muted figures">{formatNumber(products)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </header>
  );
}

function Products({ brand }: { brand: BrandAbout }) {
  const isAllMadeHere = allMadeHere(brand.hits);
  if (brand.hits.length === 0) return <p className="muted">Nothing of {brand.name} is here at present.</p>;
  return (
    <section aria-labelledby="brand-products">
      <div className="row wrap gap-x-3 py-3 line-above">
        <h2 id="brand-products" className="type-section breaks">
          New at {brand.name}
        </h2>
        {isAllMadeHere && <MadeHere />}
        {brand.products > brand.hits.length && (
          <Link className="ms-auto" to={resultsOf(brand.slug)}>
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

function Shown({ brand }: { brand: BrandAbout }) {
  useTitle(`${brand.name} – Winkel`);
  return (
    <>
      <Head brand={brand} />
      <Products brand={brand} />
    </>
  );
}

function Loaded({ slug }: { slug: string }) {
  const { data, ...query } = useBrand(slug);
  if (query.error instanceof ApiError && query.error.status === 404)
    return <Missing title="There is no such brand" words={MISSING} />;
  return data ? <Shown brand={data} /> : <Waiting {...query} />;
}

/** A brand with its story, its styles and its newest products. */
export default function BrandPage() {
  const { slug = "" } = useParams();
  return (
    <div className="page-width column gap-6 pt-5 pb-7">
      <Loaded key={slug} slug={slug} />
    </div>
  );
}
