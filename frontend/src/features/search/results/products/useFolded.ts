import { toggled } from "../../../../lib/toggled";
import { isText, listIn } from "../../../../lib/visitor/storage";
import { useEntryState } from "./useEntryState";

/** The sections that are collapsed, by id; a new search starts with all open (spec §2.4). */
export function useFolded() {
  const [folded, keep] = useEntryState("folded:", (json) => listIn(json, isText));
  return { folded, toggle: (id: string) => keep(toggled(folded, id)) };
}
