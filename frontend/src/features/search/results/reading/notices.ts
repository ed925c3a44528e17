import { formatNumber } from "../../../../lib/catalogue/format";
import type { SearchState } from "../../../../lib/search/searchState";
import type { Understanding } from "../../../../lib/api/wire";

/** One sentence above the results, and the change that undoes what it reports. */
export interface Notice {
  text: string;
  way?: { label: string; change: (base: SearchState) => SearchState };
  /** What undoes it where it is no part of the search. */
  press?: { label: string; act: () => void };
}

function quoted(text: string): string {
  return `“${text}”`;
}

/** "a", "a" and "b", "a", "b" and "c". */
function listed(words: readonly string[], link: "and" | "or"): string {
  const all = words.map(quoted);
  const last = all.pop() ?? "";
  return all.length > 0 ? `${all.join(", ")} ${link} ${last}` : last;
}

const asTyped = (base: SearchState): SearchState => ({ ...base, asTyped: true, page: 1 });
const corrected = (base: SearchState): SearchState => ({ ...base, asTyped: false, page: 1 });

/** Reports corrected and ignored words, with a way back to the typed ones. */
function wordsNotice({ q }: SearchState, { corrections, ignored, used }: Understanding): Notice | null {
  const lost = ignored.length > 0 ? `nothing mentions ${listed(ignored, "or")}` : "";
  if (corrections.length === 0) {
    if (lost === "") return null;
    return { text: used === "" ? `N${lost.slice(1)}.` : `Results for ${quoted(used)}; ${lost}.` };
  }
  const text = `Showing results for ${quoted(used)}${lost && `; ${lost}`}.`;
  return { text, way: { label: `Search instead for ${quoted(q)}`, change: asTyped } };
}

/** The text of the only condition, where that is a kind of product (a part of kind "type"). */
function soleProductKind({ parts, wished }: Understanding): string | null {
  const [part, another] = parts.filter(({ excluded }) => !excluded);
  const isAll = another === undefined && wished.length === 0;
  return isAll && part?.kind === "type" ? part.text : null;
}

/** Only some have every word, and the others stand behind them. Of none `elsewhereNotices` may say more. */
function wishedNotice(understanding: Understanding): Notice | null {
  const { wished, exact, near, elsewhere, nearest } = understanding;
  if (exact === null || elsewhere.length > 0 || nearest !== null) return null;
  if (exact === 0) {
    const only = soleProductKind(understanding);
    if (only !== null) return { text: `Nothing found for ${quoted(only)}; these come closest.` };
    const all = wished.length > 0 ? listed(wished, "and") : "all of that";
    return { text: `No product has ${all}; these come closest.` };
  }
  const verb = wished.length > 0 ? (exact === 1 ? "mentions" : "mention") : exact === 1 ? "has" : "have";
  const all = wished.length > 0 ? listed(wished, "and") : "all of that";
  const rest = near ? "similar ones follow" : "others follow";
  return { text: `Only ${formatNumber(exact)} ${verb} ${all}; ${rest}.` };
}

/** Notices on how the text was read. `total`: the number of products. */
export function noticesOf(state: SearchState, read: Understanding | null, total: number): Notice[] {
  if (read === null) return [];
  const exactly: Notice | null = state.asTyped
    ? {
        text: `Searched for exactly ${quoted(state.q)}.`,
        way: { label: "Correct and complete it", change: corrected },
      }
    : null;
  const notices = [exactly, wordsNotice(state, read), total > 0 ? wishedNotice(read) : null];
  return notices.filter((notice) => notice !== null);
}
