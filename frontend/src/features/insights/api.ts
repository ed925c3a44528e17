import { bodyOf } from "../../lib/api/client";
import { operatorApi } from "../../lib/api/operator/api";
import type { InsightRows, SynonymAdded } from "../../lib/api/schema";

/** What an analyst chose: since when, and one store or all. */
export interface Selection {
  since: string;
  store: string;
}

export function fetchRows(
  id: string,
  { since, store }: Selection,
  signal: AbortSignal,
): Promise<InsightRows> {
  const query = { since, ...(store && { store: [store] }) };
  const params = { path: { panel_id: id }, query };
  return bodyOf(operatorApi.GET("/api/insights/panels/{panel_id}", { params, signal }));
}

/** Has searches for `words` find `means`, too. */
export function addSynonym(words: string, means: string): Promise<SynonymAdded> {
  return bodyOf(operatorApi.POST("/api/insights/synonyms", { body: { words, means } }));
}
