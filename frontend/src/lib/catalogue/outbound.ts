/** The query parameter that tells a store where the visitor came from (spec §2.3). */
export const REFERENCE_PARAM = "ref";

/**
 * A store's link with our site's reference appended, encoded. Null for what is no web address:
 * the link comes from a scraped page and must not become a `javascript:` one.
 */
export function outboundUrl(href: string | null, site: string = window.location.host): string | null {
  if (href === null || !URL.canParse(href)) return null;
  const url = new URL(href);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  url.searchParams.set(REFERENCE_PARAM, site);
  return url.href;
}
