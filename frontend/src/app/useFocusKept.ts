import { useEffect } from "react";

/** Nearest first: where the focus goes on from when what had it has left the page. */
const FALLBACKS = ["filter-panel", "results-title", "main"];

function moveOn(): void {
  const next = FALLBACKS.map((id) => document.getElementById(id)).find((element) => element !== null);
  next?.focus({ preventScroll: true });
}

/**
 * Browsers drop the focus to the body when the element that has it is removed ("View all", Retry, a
 * way on from an empty page), and the next Tab starts at the top of the page.
 */
export function useFocusKept(): void {
  useEffect(() => {
    const main = document.getElementById("main");
    if (!main) return undefined;
    let last: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null;
    };
    // Removed elements may lose the focus before they are gone: look once they are.
    const forget = () => queueMicrotask(() => (last = last?.isConnected ? null : last));
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected) return;
      last = null;
      if (document.activeElement === document.body) moveOn();
    });
    main.addEventListener("focusin", remember);
    main.addEventListener("focusout", forget);
    observer.observe(main, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      main.removeEventListener("focusin", remember);
      main.removeEventListener("focusout", forget);
    };
  }, []);
}
