import { createStored, isText } from "./storage";

const NAME = /^[A-Za-z0-9-]{16,64}$/;

/** The name of this browser's shared list, once there is one: its guests mark by it what is bought. */
const store = createStored<string | null>(
  "ownList",
  (text) => (isText(text) && NAME.test(text) ? text : null),
  (name) => name,
);

/** The name in a shared list's address, "?ids=1,2&list=…"; null where its guests mark nothing. */
export function listIn(search: string): string | null {
  const name = new URLSearchParams(search).get("list");
  return name !== null && NAME.test(name) ? name : null;
}

export const ownList = store.get;

/** The name of the own list, given when it is shared for the first time. */
export function ownListName(): string {
  const known = store.get();
  if (known !== null) return known;
  const letters = crypto.getRandomValues(new Uint8Array(16));
  const name = [...letters].map((letter) => letter.toString(16).padStart(2, "0")).join("");
  store.set(name);
  return name;
}
