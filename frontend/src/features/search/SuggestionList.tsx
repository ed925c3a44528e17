import { Icon, type IconName } from "../../components/Icon";
import type { Suggestion } from "./suggest";
import type { SuggestionsView } from "./useSuggestions";
import styles from "./box.module.css";

const ICONS: Record<Suggestion["kind"], IconName> = {
  Recent: "clock",
  Category: "right",
  Brand: "store",
  Product: "search",
};

/** The list below the box; the focus stays in the box (combobox pattern). */
export function SuggestionList({ id, suggestions }: { id: string; suggestions: SuggestionsView }) {
  if (!suggestions.shown) return <div id={id} hidden />;
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className={styles.suggestions}>
      {suggestions.items.map((item, index) => (
        <div
          key={item.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === suggestions.active}
          className={styles.suggestion}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => suggestions.choose(item)}
          onKeyDown={() => undefined}
        >
          <Icon name={ICONS[item.kind]} size={16} />
          <span className={styles.suggestionLabel}>{item.label}</span>
          <span className={styles.suggestionKind}>{item.kind}</span>
        </div>
      ))}
    </div>
  );
}
