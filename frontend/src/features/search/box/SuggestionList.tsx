import { useEffect, useRef } from "react";
import { hideBroken } from "../../../components/hideBroken";
import { Icon, type IconName } from "../../../components/icons/Icon";
import { narrowOf } from "../../../lib/catalogue/pictures";
import type { ProductLine, SearchLine, Suggestion } from "./suggest";
import type { SuggestionsView } from "./useSuggestions";
import styles from "./box.module.css";

const ICONS: Record<SearchLine["kind"], IconName> = {
  Recent: "clock",
  Search: "search",
  Category: "right",
  Brand: "store",
};

function SearchContent({ line }: { line: SearchLine }) {
  return (
    <>
      <Icon name={ICONS[line.kind]} size={16} />
      <span className={styles.suggestionLabel}>{line.label}</span>
      <span className="muted type-meta">{line.kind}</span>
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
      <span className={styles.suggestionLabel}>
        {line.label}
        <span className={styles.suggestionBrand}>{line.brand}</span>
      </span>
      <span className={styles.suggestionPrice}>{line.price}</span>
      <span className="visually-hidden">, opens in a new tab</span>
    </>
  );
}

interface OptionProps {
  id: string;
  line: Suggestion;
  active: boolean;
  onChoose: () => void;
}

function Option({ id, line, active, onChoose }: OptionProps) {
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
      {line.kind === "Product" ? <ProductContent line={line} /> : <SearchContent line={line} />}
    </div>
  );
}

/** The list below the box; the focus stays in the box (combobox pattern). */
export function SuggestionList({ id, suggestions }: { id: string; suggestions: SuggestionsView }) {
  if (!suggestions.shown) return <div id={id} hidden />;
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.suggestions}>
      {suggestions.items.map((line, index) => (
        <Option
          key={line.key}
          id={`${id}-${index}`}
          line={line}
          active={index === suggestions.active}
          onChoose={() => suggestions.choose(line)}
        />
      ))}
    </div>
  );
}
