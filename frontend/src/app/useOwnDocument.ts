import { useLayoutEffect } from "react";
import { needsOwnDocument } from "../lib/browser/thirdParty";

/** Reloads the document between the style page and the others; returns whether it is about to. */
export function useOwnDocument(pathname: string): boolean {
  const leaving = needsOwnDocument(pathname);
  useLayoutEffect(() => {
    if (leaving) window.location.reload();
  }, [leaving]);
  return leaving;
}
