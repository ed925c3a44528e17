import { Icon } from "../../../../components/icons/Icon";
import { useSearchActions, useSearchState } from "../../../../lib/search/SearchProvider";
import { resetInterpretation, type SearchState } from "../../../../lib/search/searchState";
import type { Understanding } from "../../../../lib/api/wire";
import styles from "./reading.module.css";
import { useLayoutEffect, useRef } from "react";
import { focusSearchBox } from "../../focus";

/**
 * Keeps the focus in a list of buttons while they go: it moves to the next one, and to the box when
 * there is none. `shown` is what the list shows, until another one comes: what the focus moved to
 * may go with it.
 */
export function useFocusAfterRemoval(shown: object, count: number) {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<{ index: number; shown: object } | null>(null);
  useLayoutEffect(() => {
    if (last.current === null) return;
    const { index, shown: before } = last.current;
    const isLost = document.activeElement === document.body;
    const next = list.current?.querySelectorAll("button")[Math.min(index, count - 1)];
    if (isLost && next && count > 0) next.focus();
    else if (isLost) focusSearchBox();
    if (shown !== before) last.current = null;
  });
  return { list, removed: (index: number) => (last.current = { index, shown }) };
}

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
