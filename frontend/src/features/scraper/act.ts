import { useMutation } from "@tanstack/react-query";
import { showError, showToast } from "../../lib/toasts";

/** Calls the server for an operator, shows its answer as a toast (spec §8), and reloads the lists. */
export type Act = (call: () => Promise<string>) => void;

export function useAct(onSettled: () => void): Act {
  const { mutate } = useMutation({
    mutationFn: (call: () => Promise<string>) => call(),
    onSuccess: (text) => showToast(text, "success"),
    onError: showError,
    onSettled,
  });
  return mutate;
}
