import { DECLARED } from "../declared";

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
export function outboundUrl(
  href: string | null | undefined,
  site: string = window.location.host,
): string | null {
  const url = websiteUrl(href ?? "");
  if (url === null) return null;
  url.searchParams.set(REFERENCE_PARAM, site);
  return url.href;
}

const { prefix: PREFIX, words: WORDS_LENGTH, pattern } = DECLARED.productPath;
const PATH = new RegExp(pattern);

/** A product's own address, as `product_path` in app/product/address.py: the id in it decides. */
export function productPath(name: string, id: number): string {
  const plain = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "");
  const words = plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, WORDS_LENGTH)
    .replace(/^-+|-+$/g, "");
  return words === "" ? `${PREFIX}${id}` : `${PREFIX}${words}-${id}`;
}

/** The id that a path names; null where it is no product's. */
export function productIdOf(path: string): number | null {
  const match = PATH.exec(path);
  return match ? Number(match[1]) : null;
}
