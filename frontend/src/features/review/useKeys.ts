import { useEffect, useRef } from "react";

/** Does what a key stands for, while nothing is typed and no other key is held. */
export function useKeys(actions: ReadonlyMap<string, () => void>, enabled: boolean): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches("select, textarea, input");
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      const act = current.current.get(event.key.toLowerCase());
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [enabled]);
}
