import { cleanup } from "@testing-library/react";
import { setupServer } from "msw/node";
import { createOpenApiHttp } from "openapi-msw";
import type { paths } from "./lib/api/schema";

/**
 * The API as component tests see it: `server.use(http.get("/api/brands", ({ response }) => …))`.
 * Paths, parameters, statuses and bodies are typed by the API's document, so that an answer which the
 * API cannot give does not compile; tests/unit/frontend notices types that are not the document's.
 */
export const http = createOpenApiHttp<paths>({ baseUrl: window.location.origin });
export const server = setupServer();

const unanswered: string[] = [];
const underWay = new Set<string>();
let started = 0;

server.events.on("request:start", ({ requestId }) => {
  started += 1;
  underWay.add(requestId);
});
server.events.on("request:end", ({ requestId }) => void underWay.delete(requestId));

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
// A test may end between a save and its answer, and what the page then asks is still that test's.
afterEach(async () => {
  cleanup();
  await untilQuiet();
  server.resetHandlers();
  expect(unanswered.splice(0), "requests that no handler of the test answers").toEqual([]);
});
afterAll(() => server.close());
