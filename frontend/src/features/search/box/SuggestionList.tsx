import { useEffect, useRef } from "react";
import { hideBroken } from "../../../components/hideBroken";
import { Icon, type IconName } from "../../../components/icons/Icon";
import { narrowOf } from "../../../lib/catalogue/pictures";
import type { ProductLine, SearchLine, Suggestion } from "./suggest";
import type { useSuggestions } from "./useSuggestions";
import styles from "./box.module.css";

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
    </>
  );
}

function ProductContent({ line }: { line: ProductLine }) {
  return (
    <>
      <span className={styles.thumb}>
        {line.image && (
          <img
            className="cover"
            src={narrowOf(line.image)}
            alt=""
            width={36}
            height={48}
            onError={hideBroken}
          />
        )}
      </span>
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
      onKeyDown={() => undefined}
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
export function SuggestionList({ id, typed, suggestions }: SuggestionListProps) {
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
