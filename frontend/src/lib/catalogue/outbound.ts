import { websiteUrl } from "./website";

/** The query parameter by which a store learns where the visitor came from (spec §2.3). */
const REFERENCE_PARAM = "ref";

/**
 * A store's link with our site's reference appended, encoded. Null for what is no web address:
 * the link comes from a scraped page and must not become a `javascript:` one.
 */
export function outboundUrl(href: string | null, site: string = window.location.host): string | null {
  const url = websiteUrl(href ?? "");
  if (url === null) return null;
  url.searchParams.set(REFERENCE_PARAM, site);
  return url.href;
}
