import { cleanup } from "@testing-library/react";
import { setupServer } from "msw/node";
import { createOpenApiHttp } from "openapi-msw";
import type { paths, Session } from "../lib/api/schema";
import { FILTER_DATA, HEALTH } from "./fixtures";

/**
 * The API as component tests see it: `server.use(http.get("/api/brands", ({ response }) => …))`.
 * Paths, parameters, statuses and bodies are typed by the API's document, so that an answer which the
 * API cannot give does not compile; tests/unit/frontend notices types that are not the document's.
 */
export const http = createOpenApiHttp<paths>({ baseUrl: window.location.origin });
const SESSION: Session = { name: "anna", isOpen: false, timeZone: "Africa/Johannesburg" };
const ZA = { id: 1, nicename: "South Africa", iso: "ZA" };
/** A calm shop with nothing in it, where every operator is logged in, unless a test changes that. */
export const server = setupServer(
  http.get("/api/countries", ({ response }) => response(200).json([ZA])),
  http.get("/api/filters", ({ response }) => response(200).json(FILTER_DATA)),
  http.get("/api/landing", ({ response }) => response(200).json({ carousels: [] })),
  http.get("/api/landing/more", ({ response }) =>
    response(200).json({ arrivals: [], drops: [], stores: [] }),
  ),
  http.post("/api/interactions/saveItemClick", ({ response }) => response(200).json({ saved: true })),
  http.post("/api/interactions/saveItemView", ({ response }) => response(200).json({ saved: true })),
  http.get("/api/operator/session", ({ response }) => response(200).json(SESSION)),
  http.get("/api/health", ({ response }) => response(200).json(HEALTH)),
  http.get("/api/scraper/getProcesses", ({ response }) => response(200).json([])),
  http.get("/api/brands", ({ response }) => response(200).json([])),
);

const bodies: [path: string, body: unknown][] = [];
/** What the page has posted to a path. */
export const posted = (path: string) => bodies.filter(([to]) => to === path).map(([, body]) => body);

/** What was recorded of the visitor's clicks. */
export const clicks = () =>
  posted("/api/interactions/saveItemClick").map((click) => (click as { href: string }).href);

/** An answer of which a test gives what is read alone, or one that is none. */
export const answer = (body: unknown, status = 200) => Response.json(body, { status });

const unanswered: string[] = [];
const underWay = new Set<string>();
let started = 0;

const ended = ({ requestId }: { requestId: string }) => void underWay.delete(requestId);

// A request ends with its answer, with its handler's fault, or with the page that gave it up:
// a closed page may do so while the handler still reads the body, and then no answer comes.
server.events.on("request:start", ({ request, requestId }) => {
  started += 1;
  if (request.signal.aborted) return;
  underWay.add(requestId);
  request.signal.addEventListener("abort", () => ended({ requestId }), { once: true });
});
server.events.on("request:start", ({ request }) => {
  const { pathname } = new URL(request.url);
  if (request.method !== "POST") return;
  request
    .clone()
    .json()
    .then(
      (body) => bodies.push([pathname, body]),
      () => undefined,
    );
});
server.events.on("request:end", ended);
server.events.on("unhandledException", ended);

/** Nothing is under way, and no answer has led to another request since the last look. */
async function untilQuiet(): Promise<void> {
  let seen = -1;
  await vi.waitFor(
    () => {
      const before = seen;
      seen = started;
      expect([underWay.size, started], "requests under way, and begun").toEqual([0, before]);
    },
    { interval: 5, timeout: 15_000 },
  );
}

beforeAll(() =>
  server.listen({ onUnhandledRequest: ({ method, url }) => void unanswered.push(`${method} ${url}`) }),
);
// A test may end between a save and its answer, and what the page then requests is still that test's.
afterEach(async () => {
  cleanup();
  await untilQuiet().finally(() => underWay.clear()); // one test's leftover is not the next one's
  server.resetHandlers();
  bodies.length = 0;
  expect(unanswered.splice(0), "requests that no handler of the test answers").toEqual([]);
}, 20_000);
afterAll(() => server.close());
