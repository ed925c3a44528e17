import { IconButton } from "../../../../components/Button";
import { Spinner } from "../../../../components/Spinner";
import { Icon } from "../../../../components/icons/Icon";
import { useSearchState } from "../../../../hooks/searchContext";
import { formatNumber } from "../../../../lib/catalogue/format";
import type { FilterData } from "../../../../lib/api/wire";
import { RAIL_ID } from "../../panel/FilterRail";
import { Chips } from "./Chips";
import { shownRange } from "../pager";
import { SaveSearch } from "./SaveSearch";
import { SortSelect } from "./SortSelect";
import type { Answer } from "../../engine/useAnswer";
import styles from "../../search.module.css";

interface TopBarProps {
  data: FilterData;
  /** Null until there is an answer. */
  answer: Answer | null;
  large: boolean;
  onSwitch: () => void;
  /** There are no results. */
  empty: boolean;
  /** Whether the filters are beside the results; null where there is no room for them. */
  rail: boolean | null;
  onRail: () => void;
}

function Range({ answer }: { answer: Answer }) {
  const { page, pageSize, total } = answer;
  const range = shownRange(page, pageSize, total ?? 0);
  if (range === null) return null;
  return (
    <p className={styles.range} data-part="range">
      {formatNumber(range.first)} - {formatNumber(range.last)} of {formatNumber(total ?? 0)}
    </p>
  );
}

/** The sticky bar: result range, chips, Switch view, sort (spec §2.3). */
export function TopBar({ data, answer, large, onSwitch, empty, rail, onRail }: TopBarProps) {
  const state = useSearchState();
  return (
    <div className={styles.bar}>
      <div className={styles.barInner}>
        {rail !== null && (
          <button
            type="button"
            className={styles.railToggle}
            aria-expanded={rail}
            aria-controls={rail ? RAIL_ID : undefined}
            onClick={onRail}
          >
            <Icon name="filters" size={16} />
            {rail ? "Hide filters" : "Show filters"}
          </button>
        )}
        {answer && <Range answer={answer} />}
        <Chips data={data} state={state} />
        <div className={styles.barEnd}>
          {answer?.stalled && (
            <span className={styles.stalled}>
              <Spinner />
            </span>
          )}
          <SaveSearch />
          {!empty && (
            <>
              <IconButton
                className={styles.switch}
                aria-label="Switch view"
                aria-pressed={large}
                title="Switch view"
                onClick={onSwitch}
              >
                <Icon name={large ? "smallTiles" : "largeTiles"} />
              </IconButton>
              <SortSelect data={data} state={state} />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
