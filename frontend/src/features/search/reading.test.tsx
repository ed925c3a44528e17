import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter } from "react-router-dom";
import { SearchProvider } from "../../hooks/SearchProvider";
import { EMPTY_STATE, formatSearch, parseSearch } from "../../lib/search/searchState";
import { resetSession } from "../../lib/visitor/session";
import type { Understanding } from "../../lib/api/wire";
import { FILTER_DATA } from "../../testData";
import { noticesOf } from "./results/reading/notices";
import { searchParameters } from "./engine/parameters";
import { SEARCH_BOX_ID } from "./focus";
import { Understood } from "./results/reading/Understood";

const READ: Understanding = {
  parts: [],
  used: "",
  corrections: [],
  ignored: [],
  wished: [],
  exact: null,
  near: false,
};
const texts = (read: Partial<Understanding>, search = "?q=linnen+dress", total = 9) =>
  noticesOf(parseSearch(search), { ...READ, ...read }, total).map((notice) => notice.text);

describe("how a text was read, in the URL", () => {
  const search = "?q=red+dress&nu=colour:red&nu=thing:dress&typed=1";

  it("is kept, and sent", () => {
    const state = parseSearch(search);
    expect(decodeURIComponent(formatSearch(state))).toBe(search);
    expect(searchParameters(state, { currency: "ZAR", countryCode: "" }, FILTER_DATA, 100)).toMatchObject({
      notUnderstood: ["colour:red", "thing:dress"],
      asTyped: true,
    });
  });

  it("is nothing without a text, and asks for nothing where nothing was said", () => {
    expect(parseSearch("?nu=colour:red&typed=1&colour=red")).toMatchObject({
      notUnderstood: [],
      asTyped: false,
    });
    const plain = searchParameters(
      parseSearch("?q=red"),
      { currency: "ZAR", countryCode: "" },
      FILTER_DATA,
      100,
    );
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(["notUnderstood"]));
    expect(Object.keys(plain)).not.toEqual(expect.arrayContaining(["asTyped"]));
  });

  it("stays within what the server takes", () => {
    const ids = Array.from({ length: 99 }, (_, id) => `nu=${id}`).join("&");
    expect(parseSearch(`?q=a&${ids}&nu=${"x".repeat(2000)}`).notUnderstood).toHaveLength(60);
  });
});

describe("notices", () => {
  it("say what was corrected, and how to undo it", () => {
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

  it("say what nothing mentions", () => {
    expect(texts({ used: "linen dress", ignored: ["zzzz"] })).toEqual([
      "Results for “linen dress”; nothing mentions “zzzz”.",
    ]);
    expect(texts({ used: "", ignored: ["zzzz", "qqqq"] }, "?q=zzzz+qqqq", 0)).toEqual([
      "Nothing mentions “zzzz” or “qqqq”.",
    ]);
  });

  it("say how many have all words, and only where the order puts them first", () => {
    expect(texts({ wished: ["office"], exact: 3 })).toEqual(["Only 3 mention “office”; others follow."]);
    expect(texts({ wished: ["office"], exact: 1 }, "?q=x&sort=price_asc")).toEqual([
      "Of these, only 1 mentions “office”.",
    ]);
    expect(texts({ exact: 2, near: true })).toEqual(["Only 2 have all of that; similar ones follow."]);
    expect(texts({ wished: ["office", "desk"], exact: 0 })).toEqual([
      "No product has “office” and “desk”; these come closest.",
    ]);
    expect(texts({ wished: ["office"], exact: 3 }, "?q=x&colour=red", 0)).toEqual([]);
    const boots = {
      id: "thing:boots",
      kind: "thing",
      label: "Boots",
      text: "boots",
      excluded: false,
    } as const;
    expect(texts({ parts: [boots], exact: 0, near: true })).toEqual([
      "Nothing found for “boots”; these come closest.",
    ]);
  });

  it("say nothing of a text that was read as it is", () => {
    expect(texts({ used: "linen dress" })).toEqual([]);
  });
});

describe("what was understood", () => {
  const part = (id: string, label: string, excluded = false) => ({
    id,
    kind: "colour" as const,
    label,
    text: label,
    excluded,
  });
  const parts = [
    part("colour:red", "Red"),
    part("not-colour:blue", "Blue", true),
    part("price:under 500", "Up to 500"),
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
    act(() => rerender([part("thing:dress", "Dresses")]));
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
