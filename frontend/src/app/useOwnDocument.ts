import { useLayoutEffect } from "react";
import { needsOwnDocument } from "../lib/browser/thirdParty";

/** Loads the document anew between the style page and the others; tells that it is about to. */
export function useOwnDocument(pathname: string): boolean {
  const leaving = needsOwnDocument(pathname);
  useLayoutEffect(() => {
    if (leaving) window.location.reload();
  }, [leaving]);
  return leaving;
}
