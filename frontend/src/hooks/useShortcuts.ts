import { useEffect } from "react";
import { useLatest } from "./useLatest";

/** Hands on a key that is not meant for what is typed in, nor held with Ctrl, Alt or Meta. */
export function useShortcuts(press: (event: KeyboardEvent) => void, enabled = true): void {
  const latest = useLatest(press);
  useEffect(() => {
    if (!enabled) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey } = event;
      const isTyping = target instanceof Element && target.matches("input, textarea, select");
      if (!isTyping && !ctrlKey && !metaKey && !altKey) latest.current(event);
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [enabled, latest]);
}
