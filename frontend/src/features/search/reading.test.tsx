import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter } from "react-router-dom";
import { SearchProvider } from "../../lib/search/SearchProvider";
import { EMPTY_STATE, formatSearch, parseSearch } from "../../lib/search/searchState";
import { resetSession } from "../../lib/visitor/session";
import type { Understanding } from "../../lib/api/wire";
import { FILTER_DATA, readOf } from "../../test/fixtures";
import { elsewhereNotices, noticesOf } from "./results/reading/notices";
import { searchParameters } from "./engine/parameters";
import { SEARCH_BOX_ID } from "./focus";
import { Understood } from "./results/reading/Understood";

const READ = readOf({});
const part = (kind: Understanding["parts"][number]["kind"], label: string) => {
  const text = label.toLowerCase();
  return { id: `${kind}:${text}`, kind, label, text, excluded: false };
};
const texts = (read: Partial<Understanding>, search = "?q=linnen+dress", total = 9) =>
  noticesOf(parseSearch(search), { ...READ, ...read }, total).map((notice) => notice.text);

describe("how a text was read, in the URL", () => {
  const search = "?q=red+dress&nu=colour:red&nu=type:dress&typed=1";

  it("is kept, and sent", () => {
    const state = parseSearch(search);
    expect(decodeURIComponent(formatSearch(state))).toBe(search);
    expect(searchParameters(state, { currency: "ZAR", countryCode: "" }, FILTER_DATA, 100)).toMatchObject({
      dismissed: ["colour:red", "type:dress"],
      asTyped: true,
    });
  });

  it("is nothing without a text", () => {
    expect(parseSearch("?nu=colour:red&typed=1&colour=red")).toMatchObject({
      dismissed: [],
      asTyped: false,
    });
  });

  it("stays within what the server takes", () => {
    const ids = Array.from({ length: 99 }, (_, id) => `nu=${id}`).join("&");
    expect(parseSearch(`?q=a&${ids}&nu=${"x".repeat(2000)}`).dismissed).toHaveLength(60);
  });
});

describe("notices", () => {
  it("report what was corrected, and how to undo it", () => {
    const [notice] = noticesOf(
      parseSearch("?q=linnen+dress"),
      { ...READ, used: "linen dress", corrections: [{ typed: "linnen", used: "linen" }] },
      3,
    );
    expect(notice?.text).toBe("Showing results for “linen dress”.");
    expect(notice?.way?.label).toBe("Search instead for “linnen dress”");
    expect(notice?.way?.change({ ...EMPTY_STATE, q: "linnen dress", page: 4 })).toMatchObject({
      asTyped: true,
      page: 1,
    });
  });

  it("report what nothing mentions", () => {
    expect(texts({ used: "linen dress", ignored: ["zzzz"] })).toEqual([
      "Results for “linen dress”; nothing mentions “zzzz”.",
    ]);
    expect(texts({ used: "red", ignored: ["zzzz"] }, "?q=red+zzzz", 0)).toEqual(["Nothing mentions “zzzz”."]);
    expect(texts({ used: "", ignored: ["zzzz", "qqqq"] }, "?q=zzzz+qqqq", 0)).toEqual([
      "Nothing mentions “zzzz” or “qqqq”.",
    ]);
  });

  it("report of a size and a measure that many products declare none", () => {
    const size = part("size", "Size 8");
    expect(texts({ parts: [size], exact: 2, near: true })).toEqual([
      "Only 2 have all but “size 8”, which many do not tell; similar ones follow.",
    ]);
    expect(texts({ parts: [size, { ...size, kind: "measure" as const, text: "2 m" }] })).toEqual([
      "Many products do not tell “size 8” or “2 m”; those that do come first.",
    ]);
    expect(
      texts({ parts: [size], exact: 0, nearest: { amount: 1, currency: "ZAR", isAbove: true, label: "" } }),
    ).toEqual(["Many products do not tell “size 8”; those that do come first."]);
    expect(texts({ parts: [{ ...size, excluded: true }], exact: 2 })).toEqual([
      "Only 2 have all of that; others follow.",
    ]);
  });

  it("report how many have all words, in whatever order", () => {
    expect(texts({ wished: ["office"], exact: 3 })).toEqual(["Only 3 mention “office”; others follow."]);
    expect(texts({ wished: ["office"], exact: 1 }, "?q=x&sort=price_asc")).toEqual([
      "Only 1 mentions “office”; others follow.",
    ]);
    expect(texts({ exact: 2, near: true })).toEqual(["Only 2 have all of that; similar ones follow."]);
    expect(texts({ wished: ["office", "desk"], exact: 0 })).toEqual([
      "No product has “office” and “desk”; these come closest.",
    ]);
    expect(texts({ wished: ["office"], exact: 3 }, "?q=x&colour=red", 0)).toEqual([]);
    expect(texts({ parts: [part("type", "Boots")], exact: 0, near: true })).toEqual([
      "Nothing found for “boots”; these come closest.",
    ]);
  });

  const JACKETS = part("type", "Jackets");
  const elsewhere = (read: Partial<Understanding>, search: string, total = 0) =>
    elsewhereNotices(parseSearch(search), { ...READ, ...read }, FILTER_DATA, "ZAR", total);

  it("report where there is what a filter leaves nothing of, and lead there", () => {
    const [notice] = elsewhere(
      { parts: [JACKETS], elsewhere: [{ without: ["store"], total: 1026 }] },
      "?q=jacket&brand=Lisboa&store=karoo",
    );
    expect(notice?.way?.label).toBe("1,026 in other stores");
    const state = parseSearch("?q=jacket&brand=Lisboa&store=karoo&page=2");
    expect(formatSearch(notice?.way?.change(state) ?? EMPTY_STATE)).toBe("?q=jacket&brand=Lisboa");
  });

  it.each([
    ["?q=jacket&brand=Lisboa", ["brand"], "Lisboa has no jackets.", "26 of other brands"],
    ["?q=jacket&category=women", ["category"], "No jackets with Women.", "26 in other categories"],
    ["?q=jacket&gender=men", ["gender"], "No jackets with Men's.", "26 without it"],
    [
      "?q=jacket&gender=men&colour=red",
      ["colour", "gender"],
      "No jackets with Red, Men's.",
      "26 without them",
    ],
  ] as const)("name what is chosen in %s", (search, without, text, label) => {
    const read = { parts: [JACKETS], elsewhere: [{ without: [...without], total: 26 }] };
    const [notice, another] = elsewhere(read, search);
    expect([notice?.text, notice?.way?.label, another]).toEqual([text, label, undefined]);
  });

  it("repeat a text that is more than one word for products, and report that others come closest", () => {
    const read = {
      parts: [JACKETS, part("colour", "Red")],
      exact: 0,
      elsewhere: [
        { without: ["brand" as const], total: 3 },
        { without: ["brand" as const, "gender" as const], total: 9 },
      ],
    };
    const search = "?q=red+jacket&brand=Lisboa&gender=men";
    expect(elsewhere(read, search, 4).map(({ text }) => text)).toEqual([
      "Lisboa has nothing for “red jacket”; these come closest.",
    ]);
    expect(texts(read, search, 4)).toEqual([]);
  });

  it.each([
    ["Up to R 500", 599, true, null, "No jackets up to R 500; jackets from R 599 come closest."],
    ["From R 5,000", 889.5, false, null, "No jackets from R 5,000; jackets up to R 889.50 come closest."],
    ["€10 to €20", 25, true, "EUR", "No jackets from €10 to €20; jackets from €25 come closest."],
  ] as const)("name the nearest price where %s has nothing", (label, amount, isAbove, currency, text) => {
    const nearest = { label, amount, isAbove, currency };
    const read = { parts: [JACKETS, part("price", label)], exact: 0, nearest };
    const plain = (sentence: string | undefined) => sentence?.replace(/[\u00a0\u202f]/g, " ");
    const shown = elsewhere(read, "?q=jacket", 5).map((notice) => plain(notice.text));
    expect(shown).toEqual([text]);
    expect(texts(read, "?q=jacket", 5)).toEqual([]);
  });

  it("report nothing of a text that was read as it is", () => {
    expect(texts({ used: "linen dress" })).toEqual([]);
  });
});

describe("what was understood", () => {
  const parts = [
    part("colour", "Red"),
    { ...part("colour", "Blue"), excluded: true },
    part("price", "Up to 500"),
  ];
  const buttons = () =>
    screen.queryAllByRole("button", { name: /remove$/ }).map((button) => button.textContent);

  function show(url: string) {
    window.history.replaceState(null, "", url);
    resetSession();
    const tree = (shown: typeof parts) => (
      <BrowserRouter>
        <SearchProvider>
          <input id={SEARCH_BOX_ID} aria-label="box" />
          <Understood parts={shown} />
        </SearchProvider>
      </BrowserRouter>
    );
    const view = render(tree(parts));
    return (shown: typeof parts) => view.rerender(tree(shown));
  }

  it("can be taken away part by part, the focus going on to the next and then to the box", async () => {
    const user = userEvent.setup();
    show("/?q=red+dress&page=3");
    expect(screen.getByRole("list", { name: "Understood from your text" })).toBeInTheDocument();
    expect(buttons()).toEqual(["Red", "Not blue", "Up to 500"]);
    await user.click(screen.getByRole("button", { name: /^Red,/ }));
    expect(decodeURIComponent(window.location.search)).toBe("?q=red+dress&nu=colour:red");
    expect(screen.getByRole("button", { name: /^Not blue,/ })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("button", { name: /^Up to 500,/ })).toHaveFocus();
    await user.keyboard("{Enter}");
    expect(screen.getByRole("textbox", { name: "box" })).toHaveFocus();
  });

  it("keeps the focus when the answer takes away what had it", async () => {
    const user = userEvent.setup();
    const rerender = show("/?q=red+dress");
    await user.click(screen.getByRole("button", { name: /^Red,/ }));
    act(() => rerender([part("type", "Dresses")]));
    expect(screen.getByRole("button", { name: /^Dresses,/ })).toHaveFocus();
  });

  it("comes back as a whole", async () => {
    show("/?q=red+dress&nu=colour:red");
    expect(buttons()).toEqual(["Not blue", "Up to 500"]);
    await userEvent.click(screen.getByRole("button", { name: "Put back what I removed" }));
    expect(window.location.search).toBe("?q=red+dress");
    expect(buttons()).toHaveLength(3);
  });
});
