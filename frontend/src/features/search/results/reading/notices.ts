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

/** What was asked for by a size or a measure: it never filters, for many products tell none. */
function untold({ parts }: Understanding): string[] {
  return parts
    .filter(({ kind, excluded }) => !excluded && (kind === "size" || kind === "measure"))
    .map(({ text }) => text);
}

/** Words that are wished for, otherwise all conditions but those that many products tell nothing of. */
function everything(understanding: Understanding): string {
  const { wished } = understanding;
  if (wished.length > 0) return listed(wished, "and");
  const open = untold(understanding);
  return open.length > 0 ? `all but ${listed(open, "and")}, which many do not tell` : "all of that";
}

/** Says that a size or a measure is only known of some, where the sentence before does not. */
function untoldNotice(understanding: Understanding, before: Notice | null): Notice | null {
  const open = untold(understanding);
  if (open.length === 0 || (before !== null && understanding.wished.length === 0)) return null;
  return { text: `Many products do not tell ${listed(open, "or")}; those that do come first.` };
}

/** Only some have every word, and the others stand behind them. Of none `elsewhereNotices` may say more. */
function wishedNotice(understanding: Understanding): Notice | null {
  const { wished, exact, near, elsewhere, nearest } = understanding;
  if (exact === null || elsewhere.length > 0 || nearest !== null) return null;
  if (exact === 0) {
    const only = soleProductKind(understanding);
    if (only !== null) return { text: `Nothing found for ${quoted(only)}; these come closest.` };
    return { text: `No product has ${everything(understanding)}; these come closest.` };
  }
  const verb = wished.length > 0 ? (exact === 1 ? "mentions" : "mention") : exact === 1 ? "has" : "have";
  const rest = near ? "similar ones follow" : "others follow";
  return { text: `Only ${formatNumber(exact)} ${verb} ${everything(understanding)}; ${rest}.` };
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
  const wished = total > 0 ? wishedNotice(read) : null;
  const open = total > 0 ? untoldNotice(read, wished) : null;
  const notices = [exactly, wordsNotice(state, read), wished, open];
  return notices.filter((notice) => notice !== null);
}
