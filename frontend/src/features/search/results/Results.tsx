import { lazy, type ReactNode, useEffect, useState } from "react";
import { Button } from "../../../components/Button";
import { Near } from "../../../components/Near";
import { Outage } from "../../../components/states/states";
import { useSearchActions, useSearchState } from "../../../hooks/SearchProvider";
import { useMediaQuery } from "../../../hooks/useMediaQuery";
import { countOf, countryName, formatNumber } from "../../../lib/catalogue/format";
import { LARGE_TILES, RAIL_HIDDEN, readFlag, writeFlag } from "../../../lib/visitor/preferences";
import { type Session, setCountryCode, useSession } from "../../../lib/visitor/session";
import type { FilterData } from "../../../lib/api/wire";
import { FilterRail, RAIL } from "../panel/TypeList";
import { PRODUCTS_ID } from "../focus";
import { Gifts, NoResults } from "./NoResults";
import { elsewhereNotices, type Notice, noticesOf } from "./reading/notices";
import { onlyCategory, Pager, ResultsHead } from "./ResultsHead";
import { GridSkeleton } from "./ResultsSkeleton";
import { Pills } from "./bar/Pills";
import { TopBar } from "./bar/TopBar";
import { useShown } from "./products/FlatResults";
import { Understood } from "./reading/Understood";
import type { Answer } from "../engine/useAnswer";
import styles from "../search.module.css";
import readingStyles from "./reading/reading.module.css";
import { useData } from "../../../hooks/useData";
import { countTotal, type Params } from "../../../lib/api/search";
import { escapeFacetValue, readingParameters, type SearchState } from "../../../lib/search/searchState";

/** The same search without a country to deliver to. */
function everywhere(state: SearchState, { currency }: Session): Params {
  const facetFilters = Object.entries(state.filters).map(([name, values]) =>
    values.map((value) => `${name}:${escapeFacetValue(value)}`),
  );
  return { ...readingParameters(state), currency, countryCode: "", query: state.q, facetFilters };
}

/**
 * Shows that only what is delivered to the chosen country is shown, how many more there are, and the
 * way to them. Nothing without a country, or where everything found is delivered there.
 */
function useDelivery(state: SearchState, answer: Answer | null): Notice[] {
  const session = useSession();
  const { countryCode } = session;
  const params = everywhere(state, session);
  const { data: all, loading } = useData({
    queryKey: ["delivered anywhere", params],
    queryFn: ({ signal }) => countTotal(params, signal),
    enabled: countryCode !== "",
  });
  if (countryCode === "" || loading || all == null || answer?.total == null) return [];
  // A text that nothing delivered there has is answered with what is near: that is none of it.
  const delivered = answer.understanding?.exact ?? answer.total;
  const others = all - delivered;
  if (others <= 0) return [];
  const country = countryName(countryCode);
  const verb = others === 1 ? "is" : "are";
  const more = delivered === 0 ? countOf(others, "product") : `${formatNumber(others)} more`;
  const follow = delivered === 0 && answer.total > 0 ? "; those below are similar" : "";
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

interface ResultsProps {
  data: FilterData;
  pageSize: number;
  answer: Answer;
  /** Opens the filters at one of their types. */
  onType: (attribute: string) => void;
  /** Draws one page of hits. */
  children: (answer: Answer, large: boolean) => ReactNode;
}

/** Without its code the results are enough. */
const keptRails = () => import("../../../components/KeptRails").catch(() => ({ RecentlyViewed: () => null }));
const RecentlyViewed = lazy(async () => ({ default: (await keptRails()).RecentlyViewed }));

const unknown = () => null;
const NONE: readonly string[] = [];
/** A category's page has its categories below the heading, and not once more beside the products. */
const IN_HEAD: readonly string[] = ["category"];

/** A choice that this browser remembers, and the function that switches it. */
function useStored(key: string): [boolean, () => void] {
  const [on, setOn] = useState(() => readFlag(key));
  const flip = () => {
    writeFlag(key, !on);
    setOn(!on);
  };
  return [on, flip];
}

/** Whether the filters are beside the results; null where there is no room for them. */
function useRail(): [boolean | null, () => void] {
  const room = useMediaQuery(RAIL);
  const [hidden, flip] = useStored(RAIL_HIDDEN);
  return [room ? !hidden : null, flip];
}

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

function Body({
  data,
  answer,
  large,
  children,
}: Pick<ResultsProps, "data" | "answer" | "children"> & { large: boolean }) {
  const { shown, showMore } = useShown();
  if (answer.total === 0 && !answer.error) return <NoResults data={data} answer={answer} />;
  return (
    <div
      className={styles.body}
      data-stalled={answer.stalled}
      data-old={answer.error !== null}
      aria-busy={answer.loading}
    >
      {answer.hits.length > 0 ? (
        children({ ...answer, hits: answer.hits.slice(0, shown) }, large)
      ) : (
        <PastTheEnd />
      )}
      {shown < answer.hits.length && (
        <p className="row muted type-control gap-4 justify-center pb-5">
          <Button onClick={showMore}>Show more</Button>
          <span>
            {formatNumber(shown)} of this page’s {formatNumber(answer.hits.length)}
          </span>
        </p>
      )}
      {!answer.error && <Pager answer={answer} />}
      <Near part={RecentlyViewed} waiting={null} />
    </div>
  );
}

/** The bar, one page of results however it is drawn, and the pager; with every state of a search. */
export function Results({ data, pageSize, answer, onType, children }: ResultsProps) {
  const state = useSearchState();
  const { q } = state;
  const { currency } = useSession();
  const [large, flip] = useStored(LARGE_TILES);
  const [rail, flipRail] = useRail();
  // The answer that only counted for the panel has no products to show.
  const first = answer.total === null || answer.pageSize !== pageSize;
  const read = first ? null : answer.understanding;
  // Nothing to sort, enlarge or narrow; the chips and the proposed ways on stay.
  const empty = !first && answer.total === 0 && answer.error === null;
  const beside = empty ? null : rail;
  const total = answer.total ?? 0;
  const delivery = useDelivery(state, first || answer.loading ? null : answer);
  const elsewhere = elsewhereNotices(state, read, data, currency, total);
  // Where nothing is delivered there, that is the one notice: it was found.
  const found = delivery.length > 0 && read?.exact === 0 ? [] : noticesOf(state, read, total);
  const notices = [...delivery, ...found, ...elsewhere];
  return (
    <>
      <ResultsHead data={data} state={state} countsOf={first ? unknown : answer.countsOf}>
        {!empty && (
          <Pills data={data} countsOf={first ? unknown : answer.countsOf} onType={beside ? null : onType} />
        )}
      </ResultsHead>
      <TopBar
        data={data}
        answer={first || answer.error ? null : answer}
        large={large}
        onSwitch={flip}
        empty={empty}
        rail={beside}
        onRail={flipRail}
      />
      <LiveCount total={first || answer.loading || answer.error ? null : answer.total} notices={notices} />
      <div className={beside ? `page-width flex gap-6 items-start` : "page-width"}>
        {beside && (
          <FilterRail
            data={data}
            countsOf={first ? unknown : answer.countsOf}
            without={onlyCategory(state) === null ? NONE : IN_HEAD}
          />
        )}
        <div id={PRODUCTS_ID} className="stretched" tabIndex={-1}>
          {read && q !== "" && !answer.error && <Understood parts={read.parts} />}
          {!answer.error && <Notices notices={notices} />}
          {answer.error && (
            <Outage alone={first || answer.hits.length === 0} onRetry={answer.retry}>
              {answer.hits.length > 0 && !first && "The products below are those from before."}
            </Outage>
          )}
          {read?.gift && !answer.error && answer.total !== 0 && <Gifts />}
          {first && !answer.error && <GridSkeleton large={large} />}
          {!first && (
            <Body data={data} answer={answer} large={large}>
              {children}
            </Body>
          )}
        </div>
      </div>
    </>
  );
}
