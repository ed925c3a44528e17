import { useSyncExternalStore } from "react";
import type { Amounts, Hit } from "../api/wire";
import { createStoredList } from "./storage";

/** A product as it was when it was saved or looked at. It never leaves the browser by itself. */
export interface KeptProduct {
  readonly id: number;
  readonly name: string;
  readonly brand: string;
  readonly image: string | null;
  readonly price: Amounts | null;
  readonly soldOut: boolean;
  /** When, in ms since 1970. */
  readonly at: number;
}

const LONGEST = 1000; // characters of a name: what the server's documents hold
const PICTURE = /^(?:\/(?!\/)|https?:\/\/)/;

function isAmounts(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.values(value).every(Number.isFinite));
}

function isName(value: unknown): boolean {
  return typeof value === "string" && value.length <= LONGEST;
}

function isPicture(value: unknown): boolean {
  return value === null || (typeof value === "string" && PICTURE.test(value));
}

/** Whether a value from a storage or a file is a kept product. */
export function isSavedProduct(value: unknown): value is KeptProduct {
  const kept = (value ?? {}) as Record<string, unknown>;
  const isId = Number.isSafeInteger(kept.id) && Number(kept.id) > 0;
  const isNamed = isName(kept.name) && isName(kept.brand) && isPicture(kept.image);
  return (
    isId && isNamed && isAmounts(kept.price) && typeof kept.soldOut === "boolean" && Number.isFinite(kept.at)
  );
}

export function toSavedProduct(hit: Hit, at = Date.now()): KeptProduct {
  const { productId: id, name, brand, price = null, soldOut = false, images = [] } = hit;
  return { id, name, brand, price, soldOut, image: images[0]?.url ?? null, at };
}

/** A list of products in the browser's storage, the newest first; each once. The oldest make room. */
function createProductList(key: string, most: number) {
  const store = createStoredList(key, isSavedProduct);
  const find = (id: number) => store.get().find((kept) => kept.id === id);
  /** Puts products first; those that are in it already are replaced. */
  const add = (...products: readonly KeptProduct[]) => {
    const ids = new Set(products.map(({ id }) => id));
    store.set([...products, ...store.get().filter(({ id }) => !ids.has(id))].slice(0, most));
  };
  const remove = (id: number) => store.set(store.get().filter((kept) => kept.id !== id));
  const clear = () => store.set([]);
  /** Whether one is in it; a component that reads it is drawn again only when that changes. */
  const useHas = (id: number) => useSyncExternalStore(store.subscribe, () => find(id) !== undefined);
  return { get: store.get, find, add, remove, clear, use: store.use, useHas };
}

export const favourites = createProductList("favourites", 200);
export const recentlyViewed = createProductList("recentProducts", 24);
/** What is to stand side by side; a fourth one takes the oldest one's place. */
export const compared = createProductList("comparedProducts", 3);
