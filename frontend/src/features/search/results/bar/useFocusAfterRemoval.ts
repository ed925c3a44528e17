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
