import { textOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import { get } from "../../../lib/api/query";
import type { DecisionChoice, DecisionInput } from "../../../lib/api/schema";

const text = { parseAs: "text" } as const;

/** A run, or an alert with the run that shows it. */
export type Subject = { alertId: number } | { runId: number };

export type Kind = DecisionChoice["kind"];

/** What a decision needs beside its kind. */
export type Inputs = Pick<DecisionInput, "reason" | "website" | "until" | "seconds" | "brand">;

export function decisionsQuery(subject: Subject) {
  return "alertId" in subject
    ? get(
        "/api/scraper/decisions/alert/{alert_id}",
        { params: { path: { alert_id: subject.alertId } } },
        operatorApi,
      )
    : get(
        "/api/scraper/decisions/run/{run_id}",
        { params: { path: { run_id: subject.runId } } },
        operatorApi,
      );
}

export function decide(subject: Subject, kind: Kind, inputs: Inputs): Promise<string> {
  return textOf(operatorApi.POST("/api/scraper/decide", { body: { ...subject, kind, ...inputs }, ...text }));
}

export function undoDecision(subject: Subject, kind: Kind): Promise<string> {
  return textOf(operatorApi.POST("/api/scraper/undoDecision", { body: { ...subject, kind }, ...text }));
}
