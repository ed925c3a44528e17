import { useSyncExternalStore } from "react";
import { useSearchActions } from "./searchContext";

/** The text in the box while it is being typed; null otherwise. */
export function useDraftText(): string | null {
  const { draft } = useSearchActions();
  return useSyncExternalStore(draft.subscribe, draft.get);
}

/** Whether there is typed text, which already cleared the chips (spec §4); emptied, it gives them back. */
export function useTyping(): boolean {
  const { draft } = useSearchActions();
  return useSyncExternalStore(draft.subscribe, () => Boolean(draft.get()?.trim()));
}
