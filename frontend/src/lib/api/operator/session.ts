import { readTimesIn } from "../../time";
import { bodyOf } from "../client";
import type { Session } from "../schema";
import { operatorApi } from "./api";

/** Who is logged in. Every operator page asks first; from then on times are told in the site's zone. */
export async function fetchSession(signal: AbortSignal): Promise<Session> {
  const session = await bodyOf(operatorApi.GET("/api/operator/session", { signal }));
  readTimesIn(session.timeZone);
  return session;
}
