import { bodyOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import type { OperatorActions, Synonym, TakeDown, TakeDownInput } from "../../../lib/api/schema";

export function fetchSynonyms(signal: AbortSignal): Promise<Synonym[]> {
  return bodyOf(operatorApi.GET("/api/insights/synonyms", { signal }));
}

/** Has words read as others; those that have a meaning already get the new one. */
export async function saveSynonym(words: string, means: string): Promise<string> {
  const saved = await bodyOf(operatorApi.POST("/api/insights/synonyms", { body: { words, means } }));
  return `“${saved.words}” is read as “${saved.means}” from now on`;
}

export async function removeSynonym(words: string): Promise<string> {
  return (await bodyOf(operatorApi.POST("/api/insights/synonyms/remove", { body: { words } }))).message;
}

export function fetchTakeDowns(signal: AbortSignal): Promise<TakeDown[]> {
  return bodyOf(operatorApi.GET("/api/takeDowns", { signal }));
}

export async function takeDown(body: TakeDownInput): Promise<string> {
  return (await bodyOf(operatorApi.POST("/api/takeDowns", { body }))).message;
}

export async function editReason(id: number, reason: string): Promise<string> {
  const params = { path: { take_down_id: id } };
  return (await bodyOf(operatorApi.POST("/api/takeDowns/{take_down_id}", { params, body: { reason } })))
    .message;
}

export async function endTakeDown(id: number): Promise<string> {
  const params = { path: { take_down_id: id } };
  return (await bodyOf(operatorApi.DELETE("/api/takeDowns/{take_down_id}", { params }))).message;
}

export interface ActionsQuery {
  page: number;
  actor: string;
  action: string;
  kind: string;
  key: string;
  subject: string;
  since: string;
  until: string;
}

/** A page of what operators changed. */
export function fetchActions(query: ActionsQuery, signal: AbortSignal): Promise<OperatorActions> {
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
  return bodyOf(operatorApi.GET("/api/operators/actions", { params: { query: given }, signal }));
}
