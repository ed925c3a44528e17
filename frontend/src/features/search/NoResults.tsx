import { useSearchActions, useSearchState } from "../../hooks/searchContext";
import { countOf } from "../../lib/format";
import { EMPTY_STATE } from "../../lib/searchState";
import { useSession } from "../../lib/session";
import { useLoad } from "../../lib/useLoad";
import type { FilterData } from "../../lib/wire";
import { OneRail } from "../landing/OneRail";
import { chipsOf, chipText } from "./chips";
import { countAll } from "./countSearches";
import { fetchSuggestions } from "./suggest";
import styles from "./search.module.css";

/** Each chip as a way on, with the number of products its removal would give. */
function RemovableChips({ data }: { data: FilterData }) {
  const state = useSearchState();
  const session = useSession();
  const { commit } = useSearchActions();
  const chips = chipsOf(state, data, session.currency);
  const counts = useLoad(
    (signal) => countAll(chips.map((chip) => chip.without(state)), session, data, signal),
    [state, session, data],
  );
  if (chips.length < 2) return null;
  return (
    <ul className={styles.ways} role="list">
      {chips.map((chip, index) => {
        const count = counts.data?.[index];
        return (
          <li key={chip.key}>
            <button type="button" className={styles.way} onClick={() => commit(chip.without)}>
              Remove {chipText(chip)}
              {count !== undefined && <span className={styles.wayCount}>{countOf(count, "product")}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function Spelling({ text }: { text: string }) {
  const { commit } = useSearchActions();
  const { data } = useLoad((signal) => fetchSuggestions(text, signal), [text]);
  const spelling = data?.spelling;
  if (!spelling) return null;
  return (
    <p className={styles.spelling}>
      Did you mean{" "}
      <button
        type="button"
        className={styles.linkButton}
        onClick={() => commit((base) => ({ ...base, q: spelling, page: 1 }))}
      >
        {spelling}
      </button>
      ?
    </p>
  );
}

/** An empty answer with ways on: drop a filter, the nearest spelling, something to look at. */
export function NoResults({ data }: { data: FilterData }) {
  const { q } = useSearchState();
  const { commit } = useSearchActions();
  return (
    <div className={styles.empty}>
      <h2 className={styles.emptyTitle}>No results found</h2>
      {q !== "" && <Spelling text={q} />}
      <RemovableChips data={data} />
      <button type="button" className={styles.linkButton} onClick={() => commit(() => EMPTY_STATE)}>
        Start again
      </button>
      <OneRail />
    </div>
  );
}
