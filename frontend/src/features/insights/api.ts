import { bodyOf } from "../../lib/api/client";
import { operatorApi } from "../../lib/api/operator/api";
import { get, type Query } from "../../lib/api/query";
import type { InsightPanels, InsightRows, NextSteps, SynonymAdded } from "../../lib/api/schema";

/** What an analyst chose; an empty value is no choice. */
export interface Selection {
  since: string;
  until: string;
  store: string;
  device: InsightPanels["devices"][number] | "";
  country: string;
  text: string;
  /** Without made-up events. */
  real: boolean;
  /** The numbers of the time before stand beside those of the time. */
  before: boolean;
}

export function fetchRows(id: string, chosen: Selection, signal: AbortSignal): Promise<InsightRows> {
  const { since, until, store, device, country, text, real, before } = chosen;
  const query = {
    since,
    ...(until && { until }),
    ...(store && { store: [store] }),
    ...(device && { device }),
    ...(country && { country }),
    ...(text && { text }),
    ...(real && { demo: false }),
    ...(before && { before }),
  };
  const params = { path: { panel_id: id }, query };
  return bodyOf(operatorApi.GET("/api/insights/panels/{panel_id}", { params, signal }));
}

/** What visitors did after they searched for the chosen text. */
export function nextQuery({ text, since, until, real }: Selection): Query<NextSteps> {
  const query = { text, since, ...(until && { until }), ...(real && { demo: false }) };
  return get("/api/insights/next", { params: { query } }, operatorApi);
}

/** Has searches for `words` find `means`, too. */
export function addSynonym(words: string, means: string): Promise<SynonymAdded> {
  return bodyOf(operatorApi.POST("/api/insights/synonyms", { body: { words, means } }));
}
