import { useSearchParams } from "react-router-dom";

type Change = (changes: Record<string, string>) => void;

/** What was chosen lives in the address, so that what is seen can be sent; an empty value leaves it. */
export function useChoices(): [URLSearchParams, Change] {
  const [params, setParams] = useSearchParams();
  const change: Change = (changes) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(changes)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    // Navigating to the same address would reload the page's data.
    if (next.toString() !== params.toString()) setParams(next, { replace: true });
  };
  return [params, change];
}
