import type { ListedStoreRow, StorePlan } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";

/** The addresses of a list as it was typed or pasted. */
export function linesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter(Boolean);
}

const GROUPS = ["needs", "working", "done"] as const;
export type Group = (typeof GROUPS)[number];

const GROUP_OF: Readonly<Record<ListedStoreRow["state"], Group>> = {
  needs: "needs",
  waiting: "working",
  looking: "working",
  found: "working",
  added: "done",
  known: "done",
};

export function groupOf({ state }: ListedStoreRow): Group {
  return GROUP_OF[state];
}

export const STATE_WORDS: Readonly<Record<ListedStoreRow["state"], string>> = {
  waiting: "waits",
  looking: "is looked at",
  found: "is being added",
  added: "added",
  known: "is a brand already",
  needs: "needs a person",
};

/** How far the list is, in a line. */
export function progressWords(stores: readonly ListedStoreRow[]): string {
  const count = (group: Group) => stores.filter((store) => groupOf(store) === group).length;
  const [needs, working, done] = GROUPS.map(count);
  const parts = [`${done} added`, `${needs} ${needs === 1 ? "needs" : "need"} a person`];
  return [`${countOf(stores.length, "store")}: ${working} to go`, ...parts].join(", ");
}

/** What a list does, a sentence each, before it is done. */
export function planWords({ waiting, again, known, between, timeZone }: StorePlan): string[] {
  const lines: string[] = [];
  if (waiting > 0) {
    const before = again > 0 ? ` (${again} once more)` : "";
    lines.push(
      `${countOf(waiting, "store")}${before} will be looked at, one after another. You may leave this page.`,
      `What reads well is added and read at once, then every night between ${between} (${timeZone}), each at a time of its own.`,
      "What cannot be added by itself stays in the table below, with why and what to do.",
    );
  }
  for (const { name, isArchived, site } of known) {
    lines.push(`${site} is ${name} already${isArchived ? ", which is in the archive" : ""}.`);
  }
  return lines;
}
