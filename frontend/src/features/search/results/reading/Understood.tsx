import { Icon } from "../../../../components/icons/Icon";
import { useSearchActions, useSearchState } from "../../../../hooks/searchContext";
import { resetInterpretation, type SearchState } from "../../../../lib/search/searchState";
import type { Understanding } from "../../../../lib/api/wire";
import { useFocusAfterRemoval } from "../bar/useFocusAfterRemoval";
import styles from "./reading.module.css";

type Part = Understanding["parts"][number];

/** A brand and a price keep their letters as they are. */
function labelOf({ kind, label, excluded }: Part): string {
  if (!excluded) return label;
  return `Not ${kind === "brand" ? label : label.charAt(0).toLowerCase() + label.slice(1)}`;
}

function without(base: SearchState, id: string): SearchState {
  return { ...base, dismissed: [...base.dismissed, id], page: 1 };
}

/** The conditions that were read from the text, each removable; the text stays as it was typed. */
export function Understood({ parts: read }: { parts: readonly Part[] }) {
  const state = useSearchState();
  const { commit } = useSearchActions();
  const parts = read.filter(({ id }) => !state.dismissed.includes(id));
  const { list, removed } = useFocusAfterRemoval(read, parts.length);
  const remove = (part: Part, index: number) => {
    removed(index);
    commit((base) => without(base, part.id));
  };
  if (parts.length === 0 && state.dismissed.length === 0) return null;
  return (
    <div className="flex gap-3 items-baseline py-2">
      <span className={styles.caption} aria-hidden="true">
        Understood
      </span>
      <ul ref={list} className={styles.parts} role="list" aria-label="Understood from your text">
        {parts.map((part, index) => (
          <li key={part.id}>
            <button
              type="button"
              className={styles.part}
              data-excluded={part.excluded}
              title={`From “${part.text}”`}
              aria-label={`${labelOf(part)}, understood from your text: remove`}
              onClick={() => remove(part, index)}
            >
              {labelOf(part)}
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
        {state.dismissed.length > 0 && (
          <li>
            <button type="button" className={styles.link} onClick={() => commit(resetInterpretation)}>
              Put back what I removed
            </button>
          </li>
        )}
      </ul>
    </div>
  );
}
