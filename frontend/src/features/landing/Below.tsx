import { Link } from "react-router-dom";
import { Cheaper, RecentlyViewed } from "../../components/KeptRails";
import type { PartProps } from "../../components/Near";
import { Price } from "../../components/price/Price";
import { Verdict } from "../../components/price/Verdict";
import { ProductRail } from "../../components/rail/Rail";
import rail from "../../components/rail/rail.module.css";
import { ProductLink } from "../../components/tile/ProductLink";
import { SearchLink } from "../../lib/search/SearchProvider";
import { useLandingMore } from "../../lib/api/catalogue";
import { productQuery, useData } from "../../lib/api/query";
import type { LandingMore } from "../../lib/api/schema";
import { type Reading, readTexts } from "../../lib/api/search";
import type { ProductView } from "../../lib/api/wire";
import { countOf } from "../../lib/catalogue/format";
import { SmallPicture } from "../../components/tile/TilePicture";
import { widthsOf } from "../../lib/catalogue/pictures";
import { EMPTY_STATE, withValues } from "../../lib/search/searchState";
import { setManuallyFiltered } from "../../lib/visitor/preferences";
import { type Currency, useSession } from "../../lib/visitor/session";
import styles from "./below.module.css";

function Stores({ stores }: Pick<LandingMore, "stores">) {
  if (stores.length === 0) return null;
  return (
    <section className={rail.rail} aria-label="Stores">
      <h2 className="type-section strong">Stores</h2>
      <ul className={styles.stores} role="list">
        {stores.map(({ slug, name, products }) => (
          <li key={slug}>
            <SearchLink className={styles.store} change={() => withValues(EMPTY_STATE, "store", [slug])}>
              <span className="truncated strong">{name}</span>
              <span className="muted figures type-meta">{countOf(products, "product")}</span>
            </SearchLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What fell among what was saved, new arrivals, the biggest price drops, the stores. Nothing without an answer: the carousels are enough. */
export function More({ waiting }: PartProps) {
  const { data, error } = useLandingMore();
  if (!data) return error ? null : waiting;
  return (
    <div className="grid gap-5 pb-7">
      <Cheaper />
      <ProductRail name="New in" hits={data.arrivals} />
      <ProductRail name="Biggest price drops" hits={data.drops} />
      <RecentlyViewed />
      <Stores stores={data.stores} />
    </div>
  );
}

/** In each language of the stores' customers, the first that finds something here is shown. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  Afrikaans: ["rokke onder R1000", "blou rok", "rooi rok"],
  isiZulu: ["ihembe elimhlophe", "izicathulo ezimnyama", "isigqoko"],
};

interface Spoken extends Reading {
  language: string;
}

/** A search that works in each language, with what is understood of it; null until it is known. */
function useSpoken(): readonly Spoken[] | null {
  const session = useSession();
  const { data, error } = useData({
    queryKey: ["spoken", session],
    queryFn: ({ signal }) => readTexts(Object.values(TEXTS).flat(), session, signal),
    staleTime: Infinity,
  });
  if (!data) return error ? [] : null;
  return Object.entries(TEXTS).flatMap(([language, texts]) => {
    const found = data.find(({ text, parts, total }) => texts.includes(text) && parts !== "" && total > 0);
    return found ? [{ language, ...found }] : [];
  });
}

/** The view of the product whose price fell most, by our readings; null: none, undefined: not known yet. */
function useExample(): ProductView | null | undefined {
  const session = useSession();
  const { data: more, error } = useLandingMore();
  const id = more?.drops.find(({ measured }) => measured)?.productId;
  const { data, error: gone } = useData({ ...productQuery(id ?? 0, session), enabled: id !== undefined });
  if (error || gone || (more && id === undefined)) return null;
  return data?.view;
}

/** What a product cost day by day, and what that means for its price: its page has it in the same words. */
function Example({ view: { product, history }, currency }: { view: ProductView; currency: Currency }) {
  const [picture] = product.images ?? [];
  return (
    <section className="column content-start gap-3 line-above pt-4 pb-5" aria-labelledby="read-title">
      <h2 id="read-title" className="type-section strong">
        Prices read every day
      </h2>
      <article className={styles.example} data-part="price-example">
        <SmallPicture className="clipped sunk portrait" {...(picture && widthsOf(picture))} />
        <div className="column gap-1 content-start">
          <p className="muted type-meta upper">{product.brand}</p>
          <h3 className="type-body regular">
            <ProductLink id={product.productId} name={product.name} className={styles.cover}>
              {product.name}
            </ProductLink>
          </h3>
          <p className="strong figures">
            <Price hit={product} currency={currency} />
          </p>
          <Verdict history={history} />
        </div>
      </article>
    </section>
  );
}

/** Searches in two more languages, each with what is understood of it. */
function OwnWords({ searches }: { searches: readonly Spoken[] }) {
  return (
    <section className="column content-start gap-3 line-above pt-4 pb-5" aria-labelledby="words-title">
      <h2 id="words-title" className="type-section strong">
        Search in your own words
      </h2>
      <ul className="grid gap-3" role="list">
        {searches.map(({ language, text, parts, total }) => (
          <li key={language}>
            <Link
              className="outlines framed column gap-1 py-3 px-4 surface plain"
              to={`/?q=${encodeURIComponent(text)}`}
              onClick={() => setManuallyFiltered(true)}
            >
              <span className="muted type-meta">{language}</span>
              <span className="type-section">“{text}”</span>
              <span className="type-control">
                {parts} <span className="muted figures">{countOf(total, "product")}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * What this shop alone can show, from what it has: a price as it was read day by day, searches in two
 * more languages. Nothing of it where there is nothing to show.
 */
export function Proof({ waiting }: PartProps) {
  const { currency } = useSession();
  const view = useExample();
  const spoken = useSpoken();
  if (view === undefined || spoken === null) return waiting;
  return (
    <div className={styles.proof}>
      {view && view.history.words.length > 0 && <Example view={view} currency={currency} />}
      {spoken.length > 0 && <OwnWords searches={spoken} />}
    </div>
  );
}
