import { useLayoutEffect } from "react";

/** The only page that runs another's script: the pin widget's (spec §2.6). */
function runsThirdPartyScript(pathname: string): boolean {
  return pathname.startsWith("/style/");
}

const documentsOwn = runsThirdPartyScript(window.location.pathname);

/**
 * Reloads the document between the style page and the others; returns whether it is about to. What
 * another's script saw or left in a page stays there, and the server allows that script in the style
 * page's document alone.
 */
export function useOwnDocument(pathname: string): boolean {
  const leaving = runsThirdPartyScript(pathname) !== documentsOwn;
  useLayoutEffect(() => {
    if (leaving) window.location.reload();
  }, [leaving]);
  return leaving;
}
