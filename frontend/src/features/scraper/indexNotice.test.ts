import { expect, test } from "vitest";
import type { Health } from "../../lib/api/schema";
import { noticeOf } from "./IndexNotice";

const NOW = new Date("2026-11-21T12:00:00Z");
const INDEX = {
  state: "ok" as const,
  waiting: 0,
  refused: 0,
  message: "",
  checked: null,
  incident: null,
};

function health(changes: Partial<Health>, incidentAt = ""): Health {
  const incident = incidentAt
    ? {
        state: "repaired" as const,
        message: "The index was repaired: 3 missing.",
        since: incidentAt,
        at: incidentAt,
      }
    : null;
  const index = { ...INDEX, incident };
  return {
    status: "ok",
    parts: { search: "ok", catalogue: "ok", jobs: "ok" },
    documents: 3,
    index,
    worker: { state: "ok", failing: [], pulse: 3, message: "", browsersHeld: true },
    outbox: { state: "ok", pending: 0, oldest: 0 },
    ...changes,
  };
}

test("nothing is said while all is well", () => {
  expect(noticeOf(health({}), NOW)).toBe("");
});

test("what is down and what the index lacks is said", () => {
  const index = { ...INDEX, state: "short" as const };
  const parts = { search: "ok" as const, catalogue: "ok" as const, jobs: "down" as const };
  expect(noticeOf(health({ index, parts }), NOW)).toBe(
    "The job queue does not answer. Products are missing from the search index; it is being repaired.",
  );
});

test("a worker that is silent and changes that wait for it are said", () => {
  const worker = {
    state: "silent" as const,
    failing: [],
    pulse: 80,
    message: "no worker takes jobs of index",
    browsersHeld: null,
  };
  const outbox = { state: "late" as const, pending: 3, oldest: 90 };
  expect(noticeOf(health({ worker, outbox }), NOW)).toBe(
    "Jobs are not done: no worker takes jobs of index. 3 changed products wait to be written to the search index.",
  );
});

test("jobs that fail again and again are said", () => {
  const message = "write_events failed 3 times in a row, has not ended well for 20 s: ValueError: no";
  const worker = {
    state: "failing" as const,
    failing: ["write_events"],
    pulse: 3,
    message,
    browsersHeld: null,
  };
  expect(noticeOf(health({ worker }), NOW)).toBe(`Jobs are not done: ${message}.`);
});

test("browsers that nothing holds to their guard are said, and not where nobody knows", () => {
  const worker = { state: "ok" as const, failing: [], pulse: 3, message: "" };
  expect(noticeOf(health({ worker: { ...worker, browsersHeld: false } }), NOW)).toContain(
    "too old (before 6.7)",
  );
  expect(noticeOf(health({ worker: { ...worker, browsersHeld: null } }), NOW)).toBe("");
});

test("a repair is told for a day", () => {
  expect(noticeOf(health({}, "2026-11-21T02:00:00Z"), NOW)).toContain("The index was repaired: 3 missing.");
  expect(noticeOf(health({}, "2026-11-20T02:00:00Z"), NOW)).toBe("");
});

test("changes that the index does not take are said, with the reason", () => {
  const message = "40 changed products wait for the search index, which does not take them: 403 blocked";
  const index = { ...INDEX, state: "waiting" as const, waiting: 40, message };
  expect(noticeOf(health({ index }), NOW)).toBe(`${message}.`);
  const refused = { ...INDEX, refused: 1, message: "the search index refuses 1 product: 400 no" };
  expect(noticeOf(health({ index: refused }), NOW)).toBe("The search index refuses 1 product: 400 no.");
});
