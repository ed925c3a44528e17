import { useRef } from "react";
import { Button } from "../../components/Button";
import { saveFile } from "../../lib/browser/saveFile";
import { countOf } from "../../lib/catalogue/format";
import { showError, showToast } from "../../lib/toasts";
import { favourites, isKept, type KeptProduct } from "../../lib/visitor/products";
import {
  isSavedSearch,
  type SavedSearch,
  savedSearches,
  saveSearches,
  useSavedSearches,
} from "../../lib/visitor/searches";

const FORMAT = "winkel-favourites";
const MOST_BYTES = 2_000_000;

interface Saved {
  favourites: readonly KeptProduct[];
  searches: readonly SavedSearch[];
}

/** All that is saved, as a file that another browser takes. */
export function exported(): Blob {
  const saved: Saved = { favourites: favourites.get(), searches: savedSearches() };
  return new Blob([JSON.stringify({ format: FORMAT, ...saved }, null, 2)], { type: "application/json" });
}

function entriesOf<T>(value: unknown, isEntry: (entry: unknown) => entry is T, name: string): T[] {
  if (!Array.isArray(value)) throw new Error(`The file has no list of ${name}`);
  const bad = value.findIndex((entry) => !isEntry(entry));
  if (bad >= 0) throw new Error(`Entry ${bad + 1} of the file's ${name} cannot be read`);
  return value.filter(isEntry);
}

/** What a file holds. Throws with words for people where it is none of ours, or a part is broken. */
export function parsed(text: string): Saved {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("This is no file of favourites");
  }
  const file = (value ?? {}) as Record<string, unknown>;
  if (file.format !== FORMAT) throw new Error("This is no file of favourites");
  return {
    favourites: entriesOf(file.favourites, isKept, "favourites"),
    searches: entriesOf(file.searches, isSavedSearch, "searches"),
  };
}

/** Adds what a file holds to what is there; returns how many products and searches it held. */
export async function importFile(file: File): Promise<[products: number, searches: number]> {
  if (file.size > MOST_BYTES) throw new Error("This file is too large for favourites");
  const saved = parsed(await file.text());
  // What is here already stays as it was saved here.
  const isNew = ({ id }: KeptProduct) => favourites.find(id) === undefined;
  const known = new Set(savedSearches().map(({ search }) => search));
  favourites.add(...saved.favourites.filter(isNew));
  saveSearches(...saved.searches.filter(({ search }) => !known.has(search)));
  return [saved.favourites.length, saved.searches.length];
}

/** All that is saved, to a file and back: for another browser, or before this one is cleared. */
export function FileButtons() {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const [products, searches] = await importFile(file);
      const parts = [countOf(products, "product"), searches === 1 ? "1 search" : `${searches} searches`];
      showToast(`The file held ${parts.join(" and ")}`, "success");
    } catch (error) {
      showError(error);
    }
  };
  const some = favourites.use().length + useSavedSearches().length > 0;
  return (
    <>
      {some && <Button onClick={() => saveFile("winkel-favourites.json", exported())}>Save to a file</Button>}
      <Button onClick={() => input.current?.click()}>Add from a file</Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="File of favourites"
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
    </>
  );
}
