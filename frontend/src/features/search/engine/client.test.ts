import { reloadData } from "../../../lib/api/query";
import { createSearchClient } from "./client";

const REQUEST = [{ indexName: "products", params: { query: "linen" } }];
const ANSWER = { results: [{ hits: [], nbHits: 7 }] };

function respond(...answers: (() => Response)[]): ReturnType<typeof vi.fn> {
  const mock = vi.fn();
  for (const answer of answers) mock.mockImplementationOnce(() => Promise.resolve(answer()));
  vi.stubGlobal("fetch", mock);
  return mock;
}

const good = () => Response.json(ANSWER);
const bad = () => new Response("{}", { status: 503, statusText: "Service Unavailable" });

describe("the search client", () => {
  it("requests once for the same page (spec §4: fetched pages stay)", async () => {
    const fetched = respond(good, good);
    const client = createSearchClient();
    await client.search(REQUEST);
    expect(await client.search(REQUEST)).toEqual(ANSWER);
    expect(fetched).toHaveBeenCalledOnce();
  });

  it("reports that search is unavailable instead of answering nothing", async () => {
    respond(bad);
    await expect(createSearchClient().search(REQUEST)).rejects.toMatchObject({
      status: 503,
      message: "Search is unavailable, try again",
    });
  });

  it("reports it when no answer comes at all", async () => {
    vi.stubGlobal("fetch", vi.fn().mockRejectedValue(new TypeError("Failed to fetch")));
    await expect(createSearchClient().search(REQUEST)).rejects.toMatchObject({ status: 0 });
  });

  it("does not keep an error", async () => {
    respond(bad, good);
    const client = createSearchClient();
    await client.search(REQUEST).catch(() => undefined);
    expect(await client.search(REQUEST)).toEqual(ANSWER);
  });

  it("requests again after a reload", async () => {
    const fetched = respond(good, good);
    const client = createSearchClient();
    await client.search(REQUEST);
    reloadData();
    await client.search(REQUEST);
    expect(fetched).toHaveBeenCalledTimes(2);
  });
});
