import { apiGet, apiPost } from "../../lib/api";
import type { InsightPanels, InsightRows, SynonymAdded } from "../../lib/api-schema";
import { operatorInit } from "../../lib/operator";

/** What an analyst chose: since when, and one store or all. */
export interface Asked {
  since: string;
  store: string;
}

export function fetchPanels(signal: AbortSignal): Promise<InsightPanels> {
  return apiGet("insights/panels", operatorInit(signal));
}

export function fetchRows(id: string, { since, store }: Asked, signal: AbortSignal): Promise<InsightRows> {
  const params = new URLSearchParams({ since });
  if (store) params.set("store", store);
  return apiGet(`insights/panels/${id}?${params}`, operatorInit(signal));
}

/** Has searches for `words` find `means`, too. */
export function addSynonym(words: string, means: string): Promise<SynonymAdded> {
  return apiPost("insights/synonyms", { words, means }, operatorInit());
}
