import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Button, IconButton } from "../../../components/Button";
import { Count } from "../../../components/Count";
import count from "../../../components/Count.module.css";
import { Icon, type IconName } from "../../../components/icons/Icon";
import { useDraftText, useSearchActions, useSearchState } from "../../../lib/search/SearchProvider";
import { countChosen } from "../../../lib/search/searchState";
import { prefetchSearchScreen } from "../searchScreenCode";
import { FILTERS_TOGGLE_ID, focusResults, SEARCH_BOX_ID } from "../focus";
import { type ProductLine, type SearchLine, type Suggestion, useSuggestions } from "./useSuggestions";
import type { PanelControls } from "../panel/usePanel";
import styles from "./box.module.css";
import { SmallPicture } from "../../../components/tile/TilePicture";
import { narrowOf } from "../../../lib/catalogue/pictures";

const ICONS: Record<SearchLine["kind"], IconName> = {
  Recent: "clock",
  Search: "search",
  Category: "right",
  Brand: "store",
};

/** A line with what was typed of it set apart. */
function Label({ label, typed }: { label: string; typed: string }) {
  const start = typed.trim() === "" ? -1 : label.toLowerCase().indexOf(typed.trim().toLowerCase());
  if (start < 0) return label;
  const end = start + typed.trim().length;
  return (
    <>
      {label.slice(0, start)}
      <span className="strong">{label.slice(start, end)}</span>
      {label.slice(end)}
    </>
  );
}

function SearchContent({ line, typed }: { line: SearchLine; typed: string }) {
  return (
    <>
      <Icon name={ICONS[line.kind]} size={16} />
      <span className="truncated grows">
        <Label label={line.label} typed={typed} />
      </span>
      {line.products != null && (
        <Count value={line.products} noun="products" className="muted figures type-meta" />
      )}
    </>
  );
}

function ProductContent({ line }: { line: ProductLine }) {
  return (
    <>
      <SmallPicture
        className={styles.thumb}
        src={line.image === null ? undefined : narrowOf(line.image)}
        loading="eager"
      />
      <span className="truncated grows">
        {line.label}
        <span className={styles.suggestionBrand}>{line.brand}</span>
      </span>
      <span className="rigid strong figures">{line.price}</span>
      <span className="visually-hidden">, opens in a new tab</span>
    </>
  );
}

interface OptionProps {
  id: string;
  line: Suggestion;
  typed: string;
  active: boolean;
  onChoose: () => void;
}

function Option({ id, line, typed, active, onChoose }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys go to the box, which has the focus
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className={styles.suggestion}
      onPointerDown={(event) => event.preventDefault()}
      onClick={onChoose}
      onAuxClick={(event) => line.kind === "Product" && event.button === 1 && line.open()}
    >
      {line.kind === "Product" ? <ProductContent line={line} /> : <SearchContent line={line} typed={typed} />}
    </div>
  );
}

const HEADINGS: Record<Suggestion["kind"], string> = {
  Recent: "Recent",
  Search: "Searches",
  Category: "Categories",
  Brand: "Brands",
  Product: "Products",
};

interface Placed {
  line: Suggestion;
  /** Among all lines, as the keys go through them. */
  index: number;
}

/** The lines under the headings of their kinds, in their order. */
function groupsOf(items: readonly Suggestion[]): [Suggestion["kind"], Placed[]][] {
  const groups = new Map<Suggestion["kind"], Placed[]>();
  items.forEach((line, index) => groups.set(line.kind, [...(groups.get(line.kind) ?? []), { line, index }]));
  return [...groups];
}

interface SuggestionListProps {
  id: string;
  typed: string;
  suggestions: ReturnType<typeof useSuggestions>;
}

/** The list below the box; the focus stays in the box (combobox pattern). */
function SuggestionList({ id, typed, suggestions }: SuggestionListProps) {
  const { shown, items, active, choose } = suggestions;
  if (!shown) return <div id={id} hidden />;
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.suggestions}>
      {groupsOf(items).map(([kind, placed]) => (
        <div key={kind} role="group" aria-label={HEADINGS[kind]}>
          <div className={styles.heading} aria-hidden="true">
            {HEADINGS[kind]}
          </div>
          {placed.map(({ line, index }) => (
            <Option
              key={line.key}
              id={`${id}-${index}`}
              line={line}
              typed={typed}
              active={index === active}
              onChoose={() => choose(line)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

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
      {chosen > 0 && <Count value={chosen} noun="chosen" className={count.badge} />}
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
  const [takesOver] = useState(() => document.activeElement?.id === SEARCH_BOX_ID);
  // From another page's box in which a text was typed, or from the one that this page came with.
  useEffect(() => {
    if (takesOver || draft.get() !== null) input.current?.focus();
  }, [draft, takesOver]);
  const search = () => {
    searchNow();
    suggestions.close();
    if (panel?.open) panel.close();
  };
  const clear = () => {
    draft.discard();
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
          onChange={(event) => draft.edit(event.target.value)}
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
