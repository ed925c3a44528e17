import { useState, type ReactNode } from "react";
import { Outage } from "../../components/Outage";
import { useSearchState } from "../../hooks/searchContext";
import { preferLargeTiles, prefersLargeTiles } from "../../lib/preferences";
import type { FilterData } from "../../lib/wire";
import { LiveCount } from "./LiveCount";
import { NoResults } from "./NoResults";
import { noticesOf } from "./notices";
import { Notices } from "./Notices";
import { Pager } from "./Pager";
import { GridSkeleton } from "./ResultsSkeleton";
import { TopBar } from "./TopBar";
import { Understood } from "./Understood";
import type { Answer } from "./useAnswer";
import width from "../../components/PageWidth.module.css";
import styles from "./search.module.css";

interface ResultsProps {
  data: FilterData;
  pageSize: number;
  answer: Answer;
  /** Draws one page of hits. */
  children: (answer: Answer, large: boolean) => ReactNode;
}

function useTileSize(): [boolean, () => void] {
  const [large, setLarge] = useState(prefersLargeTiles);
  const flip = () => {
    preferLargeTiles(!large);
    setLarge(!large);
  };
  return [large, flip];
}

function Body({ data, answer, large, children }: Omit<ResultsProps, "pageSize"> & { large: boolean }) {
  if (answer.total === 0 && !answer.error) return <NoResults data={data} ways={answer.ways} />;
  return (
    <div className={styles.body} data-stalled={answer.stalled} aria-busy={answer.loading}>
      {answer.hits.length > 0 ? (
        children(answer, large)
      ) : (
        <p className={styles.past}>There is no such page.</p>
      )}
      <Pager answer={answer} />
    </div>
  );
}

/** The bar, one page of results however it is drawn, and the pager; with every state of a search. */
export function Results({ data, pageSize, answer, children }: ResultsProps) {
  const state = useSearchState();
  const { q } = state;
  const [large, flip] = useTileSize();
  // The answer that only counted for the panel has no products to show.
  const first = answer.total === null || answer.pageSize !== pageSize;
  const read = first ? null : answer.understanding;
  const notices = noticesOf(state, read, answer.total ?? 0);
  return (
    <>
      <h1 className="visually-hidden">{q === "" ? "Products" : `Products for “${q}”`}</h1>
      <TopBar data={data} answer={first ? null : answer} large={large} onSwitch={flip} />
      <LiveCount total={first || answer.loading ? null : answer.total} notices={notices} />
      <div className={width.wide}>
        {read && q !== "" && <Understood parts={read.parts} />}
        {!answer.error && <Notices notices={notices} />}
        {answer.error && <Outage onRetry={answer.retry} />}
        {first && !answer.error && <GridSkeleton large={large} />}
        {!first && (
          <Body data={data} answer={answer} large={large}>
            {children}
          </Body>
        )}
      </div>
    </>
  );
}
