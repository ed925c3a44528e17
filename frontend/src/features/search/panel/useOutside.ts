import { useEffect, type RefObject } from "react";
import { useLatest } from "../../../hooks/useLatest";

/** Calls `onOutside` for a press outside the element, and for Escape, while `active`. */
export function useOutside(
  element: RefObject<HTMLElement | null>,
  active: boolean,
  onOutside: () => void,
): void {
  const latest = useLatest(onOutside);
  useEffect(() => {
    if (!active) return undefined;
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) latest.current();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") latest.current();
    };
    document.addEventListener("pointerdown", press);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", key);
    };
  }, [element, active, latest]);
}
