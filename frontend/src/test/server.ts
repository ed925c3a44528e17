import { cleanup } from "@testing-library/react";
import { setupServer } from "msw/node";
import { createOpenApiHttp } from "openapi-msw";
import type { paths, Session } from "../lib/api/schema";

/**
 * The API as component tests see it: `server.use(http.get("/api/brands", ({ response }) => …))`.
 * Paths, parameters, statuses and bodies are typed by the API's document, so that an answer which the
 * API cannot give does not compile; tests/unit/frontend notices types that are not the document's.
 */
export const http = createOpenApiHttp<paths>({ baseUrl: window.location.origin });
const SESSION: Session = { name: "anna", isOpen: false, timeZone: "Africa/Johannesburg" };
/** Every caller is logged in, unless a test changes that. */
export const server = setupServer(
  http.get("/api/operator/session", ({ response }) => response(200).json(SESSION)),
);

const bodies: [path: string, body: unknown][] = [];
/** What the page has posted to a path. */
export const posted = (path: string) => bodies.filter(([to]) => to === path).map(([, body]) => body);

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
