import { useLayoutEffect, useRef, type RefObject } from "react";

/** A reference to the newest value, for callbacks that must stay the same function. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  }, [value]);
  return latest;
}
