import { setCountryCode } from "../visitor/session";
import { api, bodyOf, storeOperatorToken } from "./client";
import { operatorApi, readText } from "./operator";

function respond(answer: () => Promise<Response>) {
  const mock = vi.fn<typeof fetch>(answer);
  vi.stubGlobal("fetch", mock);
  return mock;
}

describe("a call", () => {
  it("carries the visitor's country, and an operator's the token", async () => {
    const sent = respond(() => Promise.resolve(Response.json([])));
    setCountryCode("GB");
    storeOperatorToken("secret");
    await bodyOf(api.GET("/api/countries"));
    await bodyOf(operatorApi.GET("/api/brands"));
    const [visitors, operators] = sent.mock.calls.map(([request]) => request as Request);
    expect(visitors?.headers.get("Country-Code")).toBe("GB");
    expect(visitors?.headers.get("Authorization")).toBeNull();
    expect(operators?.headers.get("Authorization")).toBe("Bearer secret");
    setCountryCode("");
  });

  it("fails with the server's own words, or with its status where it has none", async () => {
    const refusal = { code: 409, status: "Conflict", message: "It runs already", errors: {} };
    respond(() => Promise.resolve(Response.json(refusal, { status: 409 })));
    await expect(api.GET("/api/countries")).rejects.toMatchObject({
      status: 409,
      message: "It runs already",
    });
    respond(() => Promise.resolve(new Response("<html>", { status: 502, statusText: "Bad Gateway" })));
    await expect(api.GET("/api/countries")).rejects.toMatchObject({ status: 502, message: "Bad Gateway" });
  });

  it("reports that the server cannot be reached, but not of a call that was let go", async () => {
    respond(() => Promise.reject(new TypeError("Failed to fetch")));
    const unreachable = { status: 0, message: "The server cannot be reached, try again" };
    await expect(api.GET("/api/countries")).rejects.toMatchObject(unreachable);
    const abort = new AbortController();
    abort.abort();
    respond(() => Promise.reject(new DOMException("Aborted", "AbortError")));
    const call = api.GET("/api/countries", { signal: abort.signal });
    await expect(call).rejects.toMatchObject({ name: "AbortError" });
  });

  it("has an empty text where the answer is empty, and no empty body", async () => {
    respond(() => Promise.resolve(new Response("", { headers: { "Content-Length": "0" } })));
    const params = { path: { run_id: 1 } };
    const { signal } = new AbortController();
    expect(await readText("/api/scraper/getHistoryLog/{run_id}", { params }, signal)).toBe("");
    await expect(bodyOf(api.GET("/api/countries"))).rejects.toMatchObject({ status: 0 });
  });
});
