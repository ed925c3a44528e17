import { type ComponentType, lazy, useEffect, useState } from "react";
import { Button } from "../../../components/Button";
import { Near } from "../../../components/Near";
import { Outage } from "../../../components/states/states";
import { useSearchActions, useSearchState } from "../../../lib/search/SearchProvider";
import { useMediaQuery } from "../../../lib/hooks";
import { countOf, countryName, formatNumber } from "../../../lib/catalogue/format";
import { largeTiles, railHidden } from "../../../lib/visitor/preferences";
import { setCountryCode, useSession } from "../../../lib/visitor/session";
import { FilterRail, RAIL } from "../panel/TypeList";
import { PRODUCTS_ID } from "../focus";
import { Gifts, NoResults } from "./NoResults";
import { elsewhereNotices, type Notice, noticesOf } from "./reading/notices";
import { onlyCategory, Pager, Pills, ResultsHead } from "./ResultsHead";
import { GridSkeleton } from "./ResultsSkeleton";
import { TopBar } from "./TopBar";
import { type ProductsProps, useShown } from "./products/FlatResults";
import { Understood } from "./reading/Understood";
import { useAnswer } from "../engine/answer";
import styles from "../search.module.css";
import readingStyles from "./reading/reading.module.css";
import { useData } from "../../../lib/api/query";
import { countTotals, paramsOf } from "../../../lib/api/search";

/**
 * Shows that only what is delivered to the chosen country is shown, how many more there are, and the
 * way to them. Nothing without a country, or where everything found is delivered there.
 */
function useDelivery(): Notice[] {
  const { isFirst, loading: isOld, total, understanding } = useAnswer();
  const { currency, countryCode } = useSession();
  const params = paramsOf(useSearchState(), { currency, countryCode: "" });
  const { data: [all = null] = [], loading } = useData({
    queryKey: ["delivered anywhere", params],
    queryFn: ({ signal }) => countTotals([params], signal),
    enabled: countryCode !== "",
  });
  if (countryCode === "" || loading || isOld || isFirst || all === null || total === null) return [];
  // A text that nothing delivered there has is answered with what is near: that is none of it.
  const delivered = understanding?.exact ?? total;
  const others = all - delivered;
  if (others <= 0) return [];
  const country = countryName(countryCode);
  const verb = others === 1 ? "is" : "are";
  const more = delivered === 0 ? countOf(others, "product") : `${formatNumber(others)} more`;
  const follow = delivered === 0 && total > 0 ? "; those below are similar" : "";
  const text = `${more} ${verb} found, but not delivered to ${country}${follow}.`;
  const label = "Show all, wherever they are delivered";
  return [{ text, press: { label, act: () => setCountryCode("") } }];
}

/** How the text was read, in sentences. `LiveCount` announces them to screen readers. */
function Notices({ notices }: { notices: readonly Notice[] }) {
  const { commit } = useSearchActions();
  if (notices.length === 0) return null;
  return (
    <div className={readingStyles.notices} data-part="notices">
      {notices.map(({ text, way, press = way && { label: way.label, act: () => commit(way.change) } }) => (
        <p key={text}>
          {text}
          {press && (
            <>
              {" "}
              <button type="button" className={readingStyles.link} onClick={press.act}>
                {press.label}
              </button>
            </>
          )}
        </p>
      ))}
    </div>
  );
}

/** A polite live region: "312 products" and how the text was read, once for each new answer. */
function LiveCount({ total, notices }: { total: number | null; notices: readonly Notice[] }) {
  const [announced, setAnnounced] = useState("");
  const count = total === 0 ? "No results found" : countOf(total ?? 0, "product");
  const sentences = notices.map(({ text }) => text.replace(/\.$/, ""));
  const text = [count, ...sentences].join(". ");
  useEffect(() => {
    if (total === null) return undefined;
    const timer = setTimeout(() => setAnnounced(text));
    return () => clearTimeout(timer);
  }, [total, text]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite" data-testid="live-count">
      {announced}
    </p>
  );
}

/** Without its code the results are enough. */
const keptRails = () => import("../../../components/KeptRails").catch(() => ({ RecentlyViewed: () => null }));
const RecentlyViewed = lazy(async () => ({ default: (await keptRails()).RecentlyViewed }));

const NONE: readonly string[] = [];
/** A category's page has its categories below the heading, and not once more beside the products. */
const IN_HEAD: readonly string[] = ["category"];

/** A page behind the last one: of an old link, or after products were removed. */
function PastTheEnd() {
  const { commit } = useSearchActions();
  return (
    <div className="py-6 muted">
      <p>There is no such page.</p>
      <Button onClick={() => commit((base) => ({ ...base, page: 1 }))}>To the first page</Button>
    </div>
  );
}

function Body({ products: Products, large }: { products: ComponentType<ProductsProps>; large: boolean }) {
  const { hits, total, sorted, stalled, loading, error } = useAnswer();
  const { shown, showMore } = useShown();
  if (total === 0 && !error) return <NoResults />;
  return (
    <div className={styles.body} data-stalled={stalled} data-old={error !== null} aria-busy={loading}>
      {hits.length > 0 ? (
        <Products hits={hits.slice(0, shown)} sorted={sorted} large={large} />
      ) : (
        <PastTheEnd />
      )}
      {shown < hits.length && (
        <p className="row muted type-control gap-4 justify-center pb-5">
          <Button onClick={showMore}>Show more</Button>
          <span>
            {formatNumber(shown)} of this page’s {formatNumber(hits.length)}
          </span>
        </p>
      )}
      {!error && <Pager />}
      <Near part={RecentlyViewed} waiting={null} />
    </div>
  );
}

interface ResultsProps {
  /** Draws one page of hits. */
  products: ComponentType<ProductsProps>;
  /** Opens the filters at one of their types. */
  onType: (attribute: string) => void;
}

/** The bar, one page of results however it is drawn, and the pager; with every state of a search. */
export function Results({ products, onType }: ResultsProps) {
  const state = useSearchState();
  const { currency } = useSession();
  const { data, hits, isFirst, loading, error, retry, ...answer } = useAnswer();
  const large = largeTiles.use();
  const isRailHidden = railHidden.use();
  // Null where there is no room for the filters beside the results.
  const rail = useMediaQuery(RAIL) ? !isRailHidden : null;
  const read = isFirst ? null : answer.understanding;
  // Nothing to sort, enlarge or narrow; the chips and the proposed ways on stay.
  const empty = !isFirst && answer.total === 0 && !error;
  const beside = empty ? null : rail;
  const total = answer.total ?? 0;
  const delivery = useDelivery();
  const elsewhere = elsewhereNotices(state, read, data, currency, total);
  // Where nothing is delivered there, that is the one notice: it was found.
  const found = delivery.length > 0 && read?.exact === 0 ? [] : noticesOf(state, read, total);
  const notices = [...delivery, ...found, ...elsewhere];
  return (
    <>
      <ResultsHead>{!empty && <Pills onType={beside ? null : onType} />}</ResultsHead>
      <TopBar empty={empty} rail={beside} />
      <LiveCount total={isFirst || loading || error ? null : total} notices={notices} />
      <div className={beside ? "page-width flex gap-6 items-start" : "page-width"}>
        {beside && <FilterRail without={onlyCategory(state) === null ? NONE : IN_HEAD} />}
        <div id={PRODUCTS_ID} className="grows shrinks" tabIndex={-1}>
          {read && state.q !== "" && !error && <Understood parts={read.parts} />}
          {!error && <Notices notices={notices} />}
          {error && (
            <Outage alone={isFirst || hits.length === 0} onRetry={retry}>
              {hits.length > 0 && !isFirst && "The products below are those from before."}
            </Outage>
          )}
          {read?.gift && !error && total !== 0 && <Gifts />}
          {isFirst && !error && <GridSkeleton large={large} />}
          {!isFirst && <Body products={products} large={large} />}
        </div>
      </div>
    </>
  );
}
