import { useLocation } from "react-router-dom";
import { IconButton } from "../../../components/Button";
import { type Options, Select } from "../../../components/Select";
import { Spinner } from "../../../components/states/states";
import { Icon } from "../../../components/icons/Icon";
import { useSearchActions, useSearchState, useTyping } from "../../../lib/search/SearchProvider";
import { formatNumber } from "../../../lib/catalogue/format";
import type { FilterData } from "../../../lib/api/wire";
import { RAIL_ID } from "../panel/TypeList";
import { chipsOf, chipText, deliveryChip } from "./chips";
import { useFocusAfterRemoval } from "./reading/Understood";
import { shownRange } from "./ResultsHead";
import { useAnswer } from "../engine/answer";
import { largeTiles, railHidden, rememberSort } from "../../../lib/visitor/preferences";
import type { SearchState } from "../../../lib/search/searchState";
import { DEFAULT_INDEX } from "../engine/parameters";
import { useSession } from "../../../lib/visitor/session";
import { toastSaved } from "../../../lib/toasts";
import { savedSearches } from "../../../lib/visitor/kept";
import styles from "../search.module.css";
import saveSearch from "./saveSearch.module.css";

interface TopBarProps {
  /** There are no results. */
  empty: boolean;
  /** Whether the filters are beside the results; null where there is no room for them. */
  rail: boolean | null;
}

function Range() {
  const { page, pageSize, total, isFirst, error } = useAnswer();
  if (isFirst || error) return null;
  const range = shownRange(page, pageSize, total ?? 0);
  if (range === null) return null;
  return (
    <p className={styles.range} data-part="range">
      {formatNumber(range.first)} - {formatNumber(range.last)} of {formatNumber(total ?? 0)}
    </p>
  );
}

const NEWEST = "created_desc";

function toValue(index: string): string {
  return index.replace(new RegExp(`^${DEFAULT_INDEX}_`), "");
}

/** The six orders of spec §9 as in the URL, with Best match, "", before them while there is text. */
function sortOptions(state: SearchState, data: FilterData): Options {
  const six = data.sorts
    .filter(({ index }) => index !== DEFAULT_INDEX)
    .map(({ index, label }) => [toValue(index), label] as const);
  return state.q === "" ? six : [["", "Best match"], ...six];
}

/** What the select shows: the chosen order, else best match with text and newest first without. */
function currentSort(state: SearchState): string {
  return state.sort ?? (state.q === "" ? NEWEST : "");
}

/** The order of the results; the last choice is remembered for later searches (spec §4). */
function SortSelect() {
  const { data } = useAnswer();
  const state = useSearchState();
  const { commit } = useSearchActions();
  const choose = (value: string) => {
    const sort = value === "" ? null : value;
    rememberSort(sort);
    commit((base) => ({ ...base, sort, page: 1 }));
  };
  return (
    <label className={`shrinks ${styles.sort ?? ""}`}>
      <span className="visually-hidden">Sort by</span>
      <Select
        options={sortOptions(state, data)}
        value={currentSort(state)}
        onChange={(event) => choose(event.target.value)}
      />
    </label>
  );
}

/** What is chosen, each removable. They hide at the first keystroke, which clears them. */
function Chips() {
  const { data } = useAnswer();
  const state = useSearchState();
  const { commit, clearAll } = useSearchActions();
  const { currency, countryCode } = useSession();
  const typing = useTyping();
  const chosen = typing ? [] : chipsOf(state, data, currency);
  const chips = [...chosen, ...deliveryChip(countryCode)];
  const { list, removed } = useFocusAfterRemoval(state, chips.length);
  if (chips.length === 0) return <div className={styles.chips} />;
  return (
    <ul ref={list} className={styles.chips} role="list" aria-label="Chosen filters">
      {chips.map((chip, index) => (
        <li key={chip.key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={`Remove ${chipText(chip)}`}
            onClick={() => {
              removed(index);
              if ("remove" in chip) chip.remove();
              else commit(chip.without);
            }}
          >
            <span className={styles.chipText}>{chipText(chip)}</span>
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.clearAll} onClick={clearAll}>
          Clear all
        </button>
      </li>
    </ul>
  );
}

const SITE = / – Winkel$/;

/** The address without the page one is on. */
function addressOf(search: string): string {
  const params = new URLSearchParams(search);
  params.delete("page");
  return `?${params.toString()}`;
}

/** Keeps the search of the address, under the page's name, or forgets it again. */
function SaveSearch() {
  const search = addressOf(useLocation().search);
  const saved = savedSearches.useHas(search);
  const toggle = () => {
    if (saved) {
      savedSearches.remove(search);
      return;
    }
    savedSearches.add({ search, name: document.title.replace(SITE, ""), at: Date.now() });
    toastSaved("Search saved", { label: "See saved searches", path: "/favourites?tab=searches" });
  };
  return (
    <button
      type="button"
      className={saveSearch.save}
      aria-pressed={saved}
      data-part="save-search"
      onClick={toggle}
    >
      <Icon name="bookmark" size={18} />
      Save search
    </button>
  );
}

/** The sticky bar: result range, chips, Switch view, sort (spec §2.3). */
export function TopBar({ empty, rail }: TopBarProps) {
  const large = largeTiles.use();
  const { isFirst, stalled } = useAnswer();
  return (
    <div className={styles.bar}>
      <div className={styles.barInner}>
        {rail !== null && (
          <button
            type="button"
            className={styles.railToggle}
            aria-expanded={rail}
            aria-controls={rail ? RAIL_ID : undefined}
            onClick={() => railHidden.set(rail)}
          >
            <Icon name="filters" size={16} />
            {rail ? "Hide filters" : "Show filters"}
          </button>
        )}
        <Range />
        <Chips />
        <div className={styles.barEnd}>
          {stalled && !isFirst && (
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
                onClick={() => largeTiles.set(!large)}
              >
                <Icon name={large ? "smallTiles" : "largeTiles"} />
              </IconButton>
              <SortSelect />
            </>
          )}
        </div>
      </div>
    </div>
  );
}
