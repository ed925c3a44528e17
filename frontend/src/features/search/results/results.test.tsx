import { act, cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { getSession, setCountryCode } from "../../../lib/visitor/session";
import type { FilterData } from "../../../lib/api/wire";
import { mySizes } from "../../../lib/visitor/preferences";
import { FILTER_DATA, filterOf, hitOf, readOf } from "../../../test/fixtures";
import { matchMedia, search, showAnswer } from "../../../test/render";
import { answer, clicks, http, posted, server } from "../../../test/server";
import { RAIL } from "../panel/TypeList";
import type { Answer } from "../engine/answer";
import { Products } from "../SearchScreen";
import { Results } from "./Results";

const HITS = [
  hitOf(1, { brand: "Karoo Cotton" }),
  hitOf(2, { brand: "O'Reilly", saMade: true }),
  hitOf(3, { brand: "Karoo Cotton", siblings: [] }),
  hitOf(4, { brand: "O'Reilly", saMade: true }),
];

const DATA: FilterData = {
  ...FILTER_DATA,
  filters: [
    ...FILTER_DATA.filters,
    filterOf("size", { optional: true }),
    filterOf("inStores", { kind: "switch", label: "In 2 stores or more", optional: true }),
  ],
};

const opened: string[] = [];

function results(url: string, extra: Partial<Answer> = {}) {
  return showAnswer(url, <Results products={Products} onType={(attribute) => opened.push(attribute)} />, {
    data: DATA,
    hits: HITS,
    ...extra,
  });
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const follow = (name: string | RegExp) => userEvent.click(screen.getByRole("link", { name }));
const sections = () => screen.getAllByRole("heading", { level: 2 }).map((heading) => heading.textContent);

beforeEach(() => {
  matchMedia();
});

describe("sections (spec §2.4)", () => {
  it("lead to all of their brand, except in a text search and for the only brand", async () => {
    const { unmount } = results("/?category=women&page=2");
    await follow(/View all products.*O'Reilly/);
    expect(search()).toBe("?category=women&brand=O'Reilly");
    expect(screen.queryByRole("link", { name: /View all products/ })).toBeNull();
    unmount();
    results("/?q=dress");
    expect(screen.queryByRole("link", { name: /View all products/ })).toBeNull();
  });

  it("report once that all of theirs is made here, and set the similar ones apart", () => {
    results("/?q=red+dress", {
      hits: [...HITS, hitOf(5, { similar: true })],
      understanding: readOf({ near: true }),
    });
    const made = within(screen.getByRole("region", { name: "O'Reilly" }));
    expect(made.getAllByRole("img", { name: "Made in South Africa" })).toHaveLength(1);
    expect(sections()).toEqual(["Karoo Cotton", "O'Reilly", "Similar products", "Karoo Cotton"]);
    const similar = within(screen.getByRole("region", { name: "Karoo Cotton, similar" }));
    expect(similar.getAllByRole("article")).toHaveLength(1);
  });

  it("are none in a chosen order, which has the similar ones behind all others", () => {
    results("/?q=red+dress&sort=price_asc", { sorted: true, hits: [...HITS, hitOf(5, { similar: true })] });
    expect(sections()).toEqual(["All in one list", "Other products"]);
    const grids = [...document.querySelectorAll("[data-part=tiles]")];
    expect(grids.map((grid) => grid.children.length)).toEqual([HITS.length, 1]);
  });

  it("take turns with two rows each until all of the page is shown, and share a row when they are short", () => {
    vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(692); // three of 220 with gutters
    const brands = [
      "Baobab",
      "Aloe",
      "Aloe",
      ...Array<string>(9).fill("Long"),
      ...Array<string>(7).fill("Other"),
    ];
    const hits = brands.map((brand, id) => hitOf(id + 1, { brand }));
    results("/?category=women", { hits });
    expect(sections()).toEqual(["Baobab", "Aloe", "Long", "Other", "Long, continued", "Other, continued"]);
    const tiles = [...document.querySelectorAll("section:has(article)")].map(
      (section) => section.querySelectorAll("article").length,
    );
    // Full rows of three, and at last what fills none.
    expect(tiles).toEqual([1, 2, 6, 6, 3, 1]);
    expect(screen.getAllByRole("article")).toHaveLength(hits.length);
    const shared = document.querySelectorAll("[data-shared=true]");
    expect(shared).toHaveLength(1);
    expect(shared[0]?.querySelectorAll("section")).toHaveLength(2);
    vi.restoreAllMocks();
  });
});

describe("the pager (spec §2.4)", () => {
  it("has its ends disabled, marks the current page, and records where it goes", async () => {
    results("/?category=women");
    expect(screen.getByRole("button", { name: "Prev" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Page 1", current: "page" })).toBeDisabled();
    await follow("Page 2");
    expect(search()).toBe("?category=women&page=2");
    expect(screen.getByRole("button", { name: "Next" })).toBeDisabled();
    expect(screen.getByRole("button", { name: "Page 2", current: "page" })).toBeDisabled();
    await waitFor(() => expect(clicks()).toEqual(["Go to page 2"]));
    expect(document.activeElement).toHaveAttribute("id", "results-title");
  });

  it("leads back from behind the last page", async () => {
    results("/?category=women&page=9", { hits: [], page: 9 });
    expect(screen.getByText("There is no such page.")).toBeInTheDocument();
    expect(document.querySelector("[data-part=range]")).toBeNull();
    await follow("Prev");
    expect(search()).toBe("?category=women&page=2");
    await press("To the first page");
    expect(search()).toBe("?category=women");
  });
});

describe("the bar (spec §2.3)", () => {
  it("remembers hidden filters, which have the category's page without categories", async () => {
    matchMedia(RAIL);
    const { unmount } = results("/?category=women");
    const rail = () => within(screen.getByRole("complementary", { name: "Filters beside the results" }));
    expect(rail().queryByText("Category")).toBeNull();
    expect(rail().getByText("Colour")).toBeInTheDocument();
    await press("Hide filters");
    expect(screen.queryByRole("complementary")).toBeNull();
    unmount();
    results("/?colour=red");
    await press("Show filters");
    expect(rail().getByText("Category")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Hide filters" })).toHaveFocus();
  });

  it("has a chip for each filter, removed one by one with the focus on the next", async () => {
    results("/?category=women&colour=red&gender=men");
    await waitFor(() => screen.getByRole("button", { name: "Remove Gender: Men's" }));
    await press("Remove Category: Women");
    expect(search()).toBe("?colour=red&gender=men");
    expect(screen.getByRole("button", { name: "Remove Colour: Red" })).toHaveFocus();
    await press("Remove Gender: Men's");
    expect(screen.getByRole("button", { name: "Remove Colour: Red" })).toHaveFocus();
    await press("Clear all");
    expect(search()).toBe("");
  });
});

describe("delivery to a country", () => {
  const inCountry = (url: string, extra: Partial<Answer>, everywhere: object) => {
    const found = [{ hits: [], nbHits: 9, ...everywhere }];
    server.use(http.post("/api/search", ({ response }) => response.untyped(answer({ results: found }))));
    localStorage.setItem("countryCode", "GB");
    results(url, extra);
  };
  afterEach(() => act(() => setCountryCode("")));

  it("is a chip like the others, taken away alone and with all", async () => {
    inCountry("/?category=women&colour=red", { total: 9 }, {});
    await press("Remove Delivers to: United Kingdom");
    expect(getSession().countryCode).toBe("");
    expect(screen.queryByRole("button", { name: /Delivers to/ })).toBeNull();
    expect(search()).toBe("?category=women&colour=red");
    act(() => setCountryCode("GB"));
    await press("Clear all");
    expect(getSession().countryCode).toBe("");
    expect(search()).toBe("");
  });

  it("reports how many are not delivered there, under the same filters, with the way to them", async () => {
    inCountry("/?category=women&colour=red", { total: 4 }, {});
    expect(await screen.findByText(/^5 more are found, but not delivered to United Kingdom/)).toBeVisible();
    expect(posted("/api/search")[0]).toMatchObject([
      { params: { countryCode: "", hitsPerPage: 0, facetFilters: [["category:women"], ["colour:red"]] } },
    ]);
    await press("Show all, wherever they are delivered");
    expect(getSession().countryCode).toBe("");
    await waitFor(() => expect(screen.queryByText(/not delivered/)).toBeNull());
  });

  it("explains an empty page, and what only comes close", async () => {
    inCountry("/?q=tent", { hits: [], total: 0 }, { nbHits: 1 });
    expect(await screen.findByText(/^1 product is found, but not delivered/)).toBeVisible();
    cleanup();
    const close = readOf({ exact: 0 });
    inCountry("/?q=tent", { total: 40, understanding: close }, { nbHits: 14 });
    expect(await screen.findByText(/^14 products are found, but not delivered/)).toBeVisible();
  });
});

describe("states of a search (spec §8)", () => {
  it("keeps old results busy while new ones are on their way", () => {
    results("/?category=women", { loading: true, stalled: true });
    const body = document.querySelector("[data-stalled=true]");
    expect(body).toHaveAttribute("aria-busy", "true");
    expect(within(body as HTMLElement).getAllByRole("article")).toHaveLength(HITS.length);
  });

  it("reports an outage beside old results, without their numbers, and requests again", async () => {
    const retry = vi.fn();
    results("/?q=boot", { error: new Error("no"), retry });
    expect(screen.getByRole("alert")).toHaveTextContent("Search is unavailable, try again");
    expect(screen.getByText("The products below are those from before.")).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Remove Text: boot" })).toBeInTheDocument();
    expect(document.querySelector("[data-part=range]")).toBeNull();
    expect(screen.queryByRole("navigation", { name: "Pages" })).toBeNull();
    await press("Retry");
    expect(retry).toHaveBeenCalledOnce();
    fireEvent.online(window);
    expect(retry).toHaveBeenCalledTimes(2);
  });

  it("offers nothing to order where nothing was found", async () => {
    results("/?brand=Lisboa&category=women", { hits: [], total: 0, pages: 0, suggestions: [] });
    expect(screen.getByRole("heading", { name: "No results found" })).toBeInTheDocument();
    expect(screen.queryByLabelText("Sort by")).toBeNull();
    expect(screen.queryByRole("button", { name: "Switch view" })).toBeNull();
    expect(screen.queryByRole("list", { name: "Ways on" })).toBeNull();
    await press("Start again");
    expect(search()).toBe("");
  });

  it("shows where there is what a filter leaves nothing of, and leads there", async () => {
    const suggestion = {
      query: "jacket",
      dismissed: [],
      asTyped: false,
      without: ["brand" as const],
      total: 26,
    };
    const understanding = readOf({
      parts: [{ id: "type:jacket", kind: "type", label: "Jackets", text: "jacket", excluded: false }],
      elsewhere: [{ without: ["brand"], total: 26 }],
    });
    const rest = [hitOf(7, { brand: "Baobab" }), hitOf(8, { category: ["women", "women/shoes"] })];
    const suggestions = [{ ...suggestion, hits: [...[1, 2, 3, 4, 5, 6].map((id) => hitOf(id)), ...rest] }];
    results("/?q=jacket&brand=Lisboa", { hits: [], total: 0, pages: 0, suggestions, understanding });
    expect(screen.getByRole("heading", { name: "No results found" })).toBeInTheDocument();
    expect(screen.getByText("Lisboa has no jackets.")).toBeInTheDocument();
    const others = screen.getByRole("region", { name: "Without Brand: Lisboa" });
    // Two of a brand's dresses, what differs from them, and a third that fills the row.
    const shown = within(others).getAllByRole("heading", { level: 3 });
    expect(shown.map(({ textContent }) => textContent.slice(-1))).toEqual(["1", "2", "7", "8", "3"]);
    await press("26 of other brands");
    expect(search()).toBe("?q=jacket");
  });

  it("shows a phone 24 at a time", async () => {
    matchMedia("(max-width: 600px)");
    results("/?category=women", { hits: Array.from({ length: 60 }, (_, id) => hitOf(id + 1)) });
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(24));
    expect(screen.getByText("24 of this page’s 60")).toBeInTheDocument();
    await press("Show more");
    await waitFor(() => expect(screen.getAllByRole("article")).toHaveLength(48));
  });
});

describe("the pills above the products", () => {
  const counts: Record<string, Record<string, number>> = {
    size: { M: 12, "12": 3, XL: 1 },
    inStores: { true: 4, false: 9 },
  };
  const pills = (url: string) => results(url, { countsOf: (attribute) => counts[attribute] ?? {} });

  it("open the filters at price and size, and choose what several stores sell", async () => {
    pills("/?category=women");
    await press("Price");
    await press("Size");
    expect(opened).toEqual(["price", "size"]);
    await press("In 2 stores or more");
    expect(search()).toBe("?category=women&inStores=true");
  });

  it("keep sizes in the browser, offer those that the search has, and forget them", async () => {
    mySizes.set(["M", "UK 8"]);
    pills("/?category=women");
    await press("My sizes: M");
    expect(search()).toBe("?category=women&size=M");
    cleanup();
    pills("/?category=women&size=M&size=12");
    await press("Keep 12 as mine");
    expect(mySizes.get()).toEqual(["M", "UK 8", "12"]);
    await press("Forget M, 12");
    expect(mySizes.get()).toEqual(["UK 8"]);
    expect(screen.queryByRole("button", { name: /^My sizes/ })).toBeNull();
    mySizes.set([]);
  });
});
