import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import { Button, IconButton } from "../../../components/Button";
import { Count } from "../../../components/Count";
import { Icon } from "../../../components/icons/Icon";
import { useSearchActions, useSearchState, useDraftText } from "../../../hooks/searchContext";
import { countChosen } from "../../../lib/search/searchState";
import { prefetchSearchScreen } from "../searchScreenCode";
import { FILTERS_TOGGLE_ID, focusResults, SEARCH_BOX_ID } from "../focus";
import { SuggestionList } from "./SuggestionList";
import { useSuggestions } from "./useSuggestions";
import type { PanelControls } from "../panel/usePanel";
import styles from "./box.module.css";

interface SearchBoxProps {
  /** Null where there is nothing to filter: on other pages than home. */
  panel?: PanelControls | null;
  /** 56 px on the landing screen. */
  large?: boolean;
  /** The phone's fixed button stands for the toggle. */
  pill?: boolean;
}

function FilterToggle({ panel }: { panel: PanelControls }) {
  const chosen = countChosen(useSearchState());
  return (
    <button
      type="button"
      id={FILTERS_TOGGLE_ID}
      className={styles.toggle}
      aria-haspopup={panel.phone ? "dialog" : undefined}
      aria-expanded={panel.open}
      aria-controls={panel.open ? "filter-panel" : undefined}
      aria-busy={panel.opening}
      onPointerEnter={prefetchSearchScreen}
      onClick={panel.toggle}
    >
      <Icon name="filters" />
      <span className={styles.toggleLabel}>Filters</span>
      {chosen > 0 && <Count value={chosen} noun="chosen" className={styles.toggleCount} />}
    </button>
  );
}

/** The text box with suggestions, its clear and search buttons, and the toggle of the panel. */
export function SearchBox({ panel = null, large = false, pill = false }: SearchBoxProps) {
  const { draft, searchNow, commit } = useSearchActions();
  const { q } = useSearchState();
  const typed = useDraftText();
  const text = typed ?? q;
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [focused, setFocused] = useState(false);
  const leave = () => {
    input.current?.blur();
    focusResults();
  };
  // A text that was searched for already has neither searches nor suggestions.
  const suggestions = useSuggestions(typed ?? (q === "" ? "" : null), focused, leave);
  // Another page's box takes over from the one in which a text was typed.
  useEffect(() => {
    if (draft.get() !== null) input.current?.focus();
  }, [draft]);
  const search = () => {
    searchNow();
    suggestions.close();
    if (panel?.open) panel.close();
  };
  const clear = () => {
    draft.take();
    input.current?.focus();
    if (q !== "") commit((base) => ({ ...base, q: "", page: 1 }));
  };
  const key = (event: KeyboardEvent) => {
    // Enter ends the composing of an input method, too.
    if (event.nativeEvent.isComposing) return;
    if (suggestions.onKeyDown(event) || event.key !== "Enter") return;
    event.preventDefault();
    search();
  };
  return (
    <search className={styles.box} data-large={large}>
      <div className={styles.inputLine}>
        <span className={styles.lens}>
          <Icon name="search" />
        </span>
        <input
          ref={input}
          id={SEARCH_BOX_ID}
          className={styles.input}
          role="combobox"
          aria-label="Search by type, colour, or brand"
          aria-expanded={suggestions.shown}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={suggestions.activeId(listId)}
          type="text"
          dir="auto"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={1000}
          placeholder="Search by type, colour, or brand..."
          value={text}
          onChange={(event) => draft.type(event.target.value)}
          onFocus={() => {
            setFocused(true);
            prefetchSearchScreen();
          }}
          onBlur={() => setFocused(false)}
          onKeyDown={key}
        />
        {text !== "" && (
          <IconButton aria-label="Clear the text" onClick={clear}>
            <Icon name="close" />
          </IconButton>
        )}
        {panel && !pill && <FilterToggle panel={panel} />}
        <Button kind="primary" className={styles.search} onClick={search} aria-label="Search">
          <span className={styles.searchLabel}>Search</span>
          <Icon name="search" />
        </Button>
      </div>
      <SuggestionList id={listId} typed={typed ?? ""} suggestions={suggestions} />
    </search>
  );
}
