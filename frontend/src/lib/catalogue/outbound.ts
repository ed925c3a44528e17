/**
 * The website rule of spec §5: an absolute URL with a host, which every http and https address has.
 * `www.example.com` is not absolute; `mailto:` and `localhost:3000` parse but have no host.
 */
export function websiteUrl(value: string): URL | null {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url !== null && /^https?:$/.test(url.protocol) ? url : null;
}

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
