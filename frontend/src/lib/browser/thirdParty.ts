/** The only page that runs another's script: the pin widget's (spec §2.6). */
function runsThirdPartyScript(pathname: string): boolean {
  return pathname.startsWith("/style/");
}

const documentsOwn = runsThirdPartyScript(window.location.pathname);

/**
 * Whether a path needs a document of its own: what another's script saw or left in a page stays
 * there, and the server allows that script in the style page's document alone.
 */
export function needsOwnDocument(pathname: string, loadedFor = documentsOwn): boolean {
  return runsThirdPartyScript(pathname) !== loadedFor;
}
