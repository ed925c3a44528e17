import { operatorApi } from "../../../lib/api/operator/api";
import { get, type Query } from "../../../lib/api/query";
import type { MailText } from "../../../lib/api/schema";

/** Mails on a page. */
export const MAILS = 50;

export async function fetchMails(page: number, signal: AbortSignal) {
  const params = { query: { page, pageSize: MAILS } };
  const { data: mails = [], response } = await operatorApi.GET("/api/scraper/alerts/mails", {
    params,
    signal,
  });
  return { mails, total: Number(response.headers.get("X-Total-Count") ?? mails.length) };
}

export function mailQuery(id: number): Query<MailText> {
  const params = { path: { message_id: id } };
  return get("/api/scraper/alerts/mails/{message_id}", { params }, operatorApi);
}
