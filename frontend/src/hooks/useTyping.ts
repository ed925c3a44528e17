import { useSyncExternalStore } from "react";
import { useSearchActions } from "./searchContext";

/** The text in the box while it is being typed; null otherwise. */
export function useDraftText(): string | null {
  const { draft } = useSearchActions();
  return useSyncExternalStore(draft.subscribe, draft.get);
}

/** Whether text is being typed, which already cleared the chips (spec §4). */
export function useTyping(): boolean {
  const { draft } = useSearchActions();
  return useSyncExternalStore(draft.subscribe, () => draft.get() !== null);
}
