import { DECLARED } from "../declared";

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
