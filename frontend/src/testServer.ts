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

beforeAll(() =>
  server.listen({ onUnhandledRequest: ({ method, url }) => void unanswered.push(`${method} ${url}`) }),
);
afterEach(() => {
  server.resetHandlers();
  expect(unanswered.splice(0), "requests that no handler of the test answers").toEqual([]);
});
afterAll(() => server.close());
