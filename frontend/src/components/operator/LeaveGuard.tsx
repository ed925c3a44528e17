import { useContext, useEffect, useState } from "react";
import { type Navigator, UNSAFE_NavigationContext } from "react-router-dom";
import { Confirm } from "../dialog/Dialog";
import { interceptPopState } from "../../lib/browser/history";

/** Of history's entries: the router numbers them. */
function placeOf(state: unknown): number | null {
  const place: unknown = typeof state === "object" && state !== null ? Reflect.get(state, "idx") : null;
  return typeof place === "number" ? place : null;
}

/**
 * Has it confirmed that this page is left: by a link or a search of this site, by Back and Forward, by closing
 * the tab. `confirm` gets what leaves all the same. Returns what ends it. The data router's useBlocker would
 * do it, and weigh 16.6 kB gzipped on every first load; so react-router is pinned to a version this was
 * tried with.
 */
function confirmBeforeLeaving(navigator: Navigator, confirm: (leave: () => void) => void): () => void {
  const here = placeOf(window.history.state);
  const push = navigator.push.bind(navigator);
  let isFree = false;
  let isReturning = false;
  const confirmed = (go: () => void) =>
    confirm(() => {
      isFree = true;
      go();
    });
  navigator.push = (...to) => (isFree ? push(...to) : confirmed(() => push(...to)));
  // Before the router gets it: the entry is gone back to, and the question shown.
  const onPop = (event: PopStateEvent) => {
    const there = placeOf(event.state);
    if (isFree || here === null || there === null) return;
    event.stopImmediatePropagation();
    if (isReturning) {
      isReturning = false;
      return;
    }
    isReturning = true;
    window.history.go(here - there);
    confirmed(() => window.history.go(there - here));
  };
  const onClose = (event: BeforeUnloadEvent) => event.preventDefault();
  interceptPopState(onPop);
  window.addEventListener("beforeunload", onClose);
  return () => {
    navigator.push = push;
    interceptPopState(null);
    window.removeEventListener("beforeunload", onClose);
  };
}

/** A question before a form with unsaved edits is left. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const { navigator } = useContext(UNSAFE_NavigationContext);
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!unsaved) return undefined;
    return confirmBeforeLeaving(navigator, (go) => setLeave(() => go));
  }, [unsaved, navigator]);
  if (!leave) return null;
  return (
    <Confirm
      title="Leave without saving?"
      does="Leave"
      not="Stay"
      onClose={() => setLeave(null)}
      onYes={leave}
    >
      <p>What you typed is not saved. It is lost when you leave.</p>
    </Confirm>
  );
}
