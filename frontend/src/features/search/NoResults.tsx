import { useSearchActions, useSearchState } from "../../hooks/searchContext";
import { countOf } from "../../lib/format";
import { EMPTY_STATE } from "../../lib/searchState";
import { useSession } from "../../lib/session";
import { useLoad } from "../../lib/useLoad";
import type { FilterData } from "../../lib/wire";
import { OneRail } from "../landing/OneRail";
import { chipsOf, chipText } from "./chips";
import { countAll } from "./countSearches";
import { fetchSuggestions, serverSuggestions, type Suggestion } from "./suggest";
import styles from "./search.module.css";

/** Each chip as a way on, with the number of products its removal would give. */
function RemovableChips({ data }: { data: FilterData }) {
  const state = useSearchState();
  const session = useSession();
  const { commit } = useSearchActions();
  const chips = chipsOf(state, data, session.currency);
  const counts = useLoad(
    (signal) =>
      countAll(
        chips.map((chip) => chip.without(state)),
        session,
        data,
        signal,
      ),
    [state, session, data],
  );
  if (chips.length < 2) return null;
  return (
    <ul className={styles.ways} role="list" aria-label="Filters to drop">
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

function Spelling({ spelling }: { spelling: string }) {
  const { commit } = useSearchActions();
  return (
    <p className={styles.spelling} data-part="spelling">
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

const MOST_SUGGESTED = 6;

/** What the text is the beginning of; the filters that may have hidden it are left out. */
function Suggested({ items }: { items: readonly Suggestion[] }) {
  const { commit } = useSearchActions();
  return (
    <>
      <p className={styles.spelling}>Perhaps you are looking for</p>
      <ul className={styles.ways} role="list" aria-label="Suggestions">
        {items.map((item) => (
          <li key={item.key}>
            <button
              type="button"
              className={styles.way}
              onClick={() => commit((base) => item.change({ ...base, q: "", filters: {} }))}
            >
              {item.label}
              <span className={styles.wayCount}>{item.kind}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The nearest spelling; without one, what begins with the text. */
function Meant({ text }: { text: string }) {
  const { data } = useLoad((signal) => fetchSuggestions(text, signal), [text]);
  if (!data) return null;
  if (data.spelling) return <Spelling spelling={data.spelling} />;
  const items = serverSuggestions(data).slice(0, MOST_SUGGESTED);
  return items.length > 0 ? <Suggested items={items} /> : null;
}

/** An empty answer with ways on: drop a filter, the nearest spelling, something to look at. */
export function NoResults({ data }: { data: FilterData }) {
  const { q } = useSearchState();
  const { commit } = useSearchActions();
  return (
    <div className={styles.empty}>
      <h2 className={styles.emptyTitle}>No results found</h2>
      {q !== "" && <Meant text={q} />}
      <RemovableChips data={data} />
      <button type="button" className={styles.linkButton} onClick={() => commit(() => EMPTY_STATE)}>
        Start again
      </button>
      <OneRail />
    </div>
  );
}
