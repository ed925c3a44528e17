import { type ReactNode, useState } from "react";
import { Button } from "../../../components/Button";
import { Outage } from "../../../components/states/Outage";
import { useSearchActions, useSearchState } from "../../../hooks/searchContext";
import { useMediaQuery } from "../../../hooks/useMediaQuery";
import { formatNumber } from "../../../lib/catalogue/format";
import { LARGE_TILES, RAIL_HIDDEN, readFlag, writeFlag } from "../../../lib/visitor/preferences";
import { useSession } from "../../../lib/visitor/session";
import type { FilterData } from "../../../lib/api/wire";
import { FilterRail, RAIL } from "../panel/FilterRail";
import { PRODUCTS_ID } from "../focus";
import { Gifts } from "./Gifts";
import { NoResults } from "./NoResults";
import { noticesOf } from "./reading/notices";
import { elsewhereNotices } from "./reading/elsewhere";
import { LiveCount, Notices } from "./reading/Notices";
import { onlyCategory, Pager, ResultsHead } from "./ResultsHead";
import { GridSkeleton } from "./ResultsSkeleton";
import { TopBar } from "./bar/TopBar";
import { useShown } from "./products/useEntryState";
import { useDelivery } from "./reading/useDelivery";
import { Understood } from "./reading/Understood";
import type { Answer } from "../engine/useAnswer";
import styles from "../search.module.css";

interface ResultsProps {
  data: FilterData;
  pageSize: number;
  answer: Answer;
  /** Draws one page of hits. */
  children: (answer: Answer, large: boolean) => ReactNode;
}

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

function Body({ data, answer, large, children }: Omit<ResultsProps, "pageSize"> & { large: boolean }) {
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
    </div>
  );
}

/** The bar, one page of results however it is drawn, and the pager; with every state of a search. */
export function Results({ data, pageSize, answer, children }: ResultsProps) {
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
  // Where nothing is delivered there, that is the one thing to say: it was found.
  const found = delivery.length > 0 && read?.exact === 0 ? [] : noticesOf(state, read, total);
  const notices = [...delivery, ...found, ...elsewhere];
  return (
    <>
      <ResultsHead data={data} state={state} countsOf={first ? unknown : answer.countsOf} />
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
      <div className={beside ? `page-width ${styles.beside}` : "page-width"}>
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
