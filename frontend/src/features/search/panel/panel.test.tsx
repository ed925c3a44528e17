import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { loadFilters } from "../../../lib/api/catalogue";
import { FILTER_DATA, filterOf, optionOf } from "../../../test/fixtures";
import type { FilterData } from "../../../lib/api/wire";
import { matchMedia, search, showAnswer } from "../../../test/render";
import { answer, clicks, http, server } from "../../../test/server";
import { Panel, PhonePanel } from "./Panel";

/** So many that one searches them. */
const OTHERS = Array.from({ length: 18 }, (_, order) =>
  optionOf(`s${order}`, `Shop ${order}`, { order: 2 + order }),
);
const DATA: FilterData = {
  ...FILTER_DATA,
  filters: [
    ...FILTER_DATA.filters,
    filterOf("store", {
      searchable: true,
      options: [optionOf("clay", "Cape Clay"), optionOf("lisboa", "Lisboa", { order: 1 }), ...OTHERS],
    }),
    filterOf("shipsFrom", {
      label: "Ships from",
      options: [optionOf("ZA", "South Africa", { flag: "za" }), optionOf("PT", "Portugal", { flag: "pt" })],
    }),
    filterOf("style", { options: [optionOf("boho", "Boho", { image: "/styles/boho.svg" })] }),
    filterOf("stock", { options: [optionOf("in-stock", "In stock")] }),
  ],
};
const COUNTS: Record<string, Record<string, number>> = {
  category: { women: 150, "women/dresses": 130 },
  brand: { Lisboa: 24, "O'Reilly": 20 },
};

let found: string[];
const close = vi.fn();

function panel(url: string, Kind = Panel) {
  const counts = (attribute: string) => COUNTS[attribute] ?? null;
  return showAnswer(url, <Kind type={null} onClose={close} />, { data: DATA, countsOf: counts, total: 38 });
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));
const labels = (part: string) =>
  [...document.querySelectorAll(`[data-part=${part}]`)].map((element) => element.textContent);

beforeEach(() => {
  matchMedia();
  found = ["O'Reilly"];
  close.mockReset();
  server.use(
    http.get("/api/filters", ({ response }) => response(200).json(DATA)),
    http.post("/api/search", ({ response }) =>
      response.untyped(answer({ results: [{ facetHits: found.map((value) => ({ value, count: 20 })) }] })),
    ),
  );
});

describe("the panel (spec §2.3)", () => {
  it("lists the types in their order, each with the number that is chosen", () => {
    panel("/?category=women&colour=red&colour=multi");
    const types = ["(All)", ...DATA.filters.map(({ label }) => label)];
    expect(labels("type-label")).toEqual(types);
    expect(screen.getByRole("button", { name: /^Colour ?2 ?chosen/ })).toBeInTheDocument();
    expect(screen.getByRole("button", { name: /^Category ?1 ?chosen/ })).toBeInTheDocument();
    expect(screen.getByText("38 products")).toBeInTheDocument();
  });

  it("leaves out what nothing found carries, unless it is chosen and can be taken back", () => {
    const data = { ...DATA, filters: [filterOf("size", { optional: true }), filterOf("colour")] };
    for (const [url, types] of [
      ["/?category=home", ["(All)", "Colour"]],
      ["/?category=home&size=XL", ["(All)", "Size", "Colour"]],
    ] as const) {
      const { unmount } = showAnswer(url, <Panel type={null} onClose={close} />, {
        data,
        countsOf: () => ({}),
      });
      expect(labels("type-label")).toEqual(types);
      unmount();
    }
  });

  it("chooses at once and stays open; what is added is recorded, what is taken back is not", async () => {
    panel("/?category=women");
    await press("Colour");
    await press("Red");
    expect(search()).toBe("?category=women&colour=red");
    expect(screen.getByRole("button", { name: "Red" })).toHaveAttribute("aria-pressed", "true");
    await press("Red");
    expect(search()).toBe("?category=women");
    await waitFor(() => expect(clicks()).toEqual(["Add filter Colour: Red"]));
    expect(close).not.toHaveBeenCalled();
  });

  it("has All for the empty value of stock, which adds no chip", async () => {
    panel("/?category=women&stock=in-stock");
    await press(/^Stock/);
    expect(labels("option-label")).toEqual(["All", "In stock"]);
    await press("All");
    expect(search()).toBe("?category=women");
    expect(screen.getByRole("button", { name: "All" })).toHaveAttribute("aria-pressed", "true");
  });
});

describe("categories (spec §2.3)", () => {
  it("drill down and back, keep the focus in their list, and have All for a branch", async () => {
    panel("/?category=women/dresses");
    await press(/^Category/);
    expect(labels("option-label")).toEqual(["(All)", "Women"]);
    await press(/^Women/);
    expect(screen.getByRole("button", { name: /Back from\s?Women/ })).toHaveFocus();
    expect(labels("option-label")).toEqual(["(All)", "Dresses"]);
    await press(/^\(All\) ?150/);
    expect(search()).toBe("?category=women");
    await press(/Back from\s?Women/);
    await userEvent.click(screen.getByRole("checkbox", { name: /Show all cats/ }));
    expect(labels("option-label")).toEqual(["(All)", "Women", "Home"]);
  });
});

describe("a search within a list (spec §2.3, §9)", () => {
  it("is not there where the list is short", async () => {
    const few = filterOf("store", { searchable: true, options: [optionOf("clay", "Cape Clay")] });
    showAnswer("/?category=women", <Panel type={null} onClose={close} />, {
      data: { ...DATA, filters: [few] },
    });
    await press("Store");
    expect(screen.getByRole("button", { name: "Cape Clay" })).toBeInTheDocument();
    expect(screen.queryByLabelText("Search store")).toBeNull();
  });

  it("is without case; Enter adds the first; nothing is an empty list", async () => {
    panel("/?category=women");
    await press("Store");
    const field = screen.getByLabelText("Search store");
    await userEvent.type(field, "LISB");
    expect(labels("option-label")).toEqual(["Lisboa"]);
    await userEvent.type(field, "xyz");
    expect(screen.getByText("(No items)")).toBeInTheDocument();
    await userEvent.clear(field);
    await userEvent.type(field, "lisb{Enter}");
    expect(search()).toBe("?category=women&store=lisboa");
    await waitFor(() => expect(clicks()).toEqual(["Add filter Store: Lisboa"]));
  });

  it("of brands is the server’s, and Enter takes none that matched an earlier text", async () => {
    panel("/?category=women");
    await press("Brand");
    expect(labels("option-label")).toEqual(["Lisboa", "O'Reilly"]);
    const field = screen.getByLabelText("Search brand");
    await userEvent.type(field, "o'rei");
    await waitFor(() => expect(labels("option-label")).toEqual(["O'Reilly"]));
    found = [];
    fireEvent.change(field, { target: { value: "o'reix" } });
    fireEvent.keyDown(field, { key: "Enter" });
    expect(search()).toBe("?category=women");
    found = ["O'Reilly"];
    fireEvent.change(field, { target: { value: "o'reil" } });
    await waitFor(() => {
      fireEvent.keyDown(field, { key: "Enter" });
      expect(search()).toBe("?category=women&brand=O'Reilly");
    });
  });
});

describe("prices (spec §9)", () => {
  async function handles(url: string) {
    panel(url);
    await press(/^Price/);
    const [low, high] = screen.getAllByRole<HTMLInputElement>("slider");
    return { low: low!, high: high! };
  }

  function move(handle: HTMLInputElement, to: number) {
    fireEvent.change(handle, { target: { value: String(to) } });
    fireEvent.keyUp(handle);
  }

  it("have a slider that shows what is chosen, and whose whole range is none", async () => {
    const { low, high } = await handles("/?price=0-500");
    expect(document.querySelector("[data-part=price-range]")).toHaveTextContent(/R.0 – R.500/);
    expect(high).toHaveAttribute("aria-valuetext", expect.stringMatching(/^R.500$/));
    move(high, 2);
    expect(search()).toBe("");
    move(low, 1);
    expect(search()).toBe("?price=500-1000");
  });

  it("lie between two amounts that are typed, as one value, which a band replaces", async () => {
    await loadFilters();
    panel("/?category=women");
    await press(/^Price/);
    await userEvent.type(screen.getByLabelText("From"), "250");
    await userEvent.type(screen.getByLabelText("To"), "800{Enter}");
    expect(search()).toBe("?category=women&price=250-800");
    expect(screen.getByLabelText("From")).toHaveValue("250");
    expect(document.querySelector("[data-part=price-range]")).toHaveTextContent(/R.250 – R.800/);
    expect(labels("option-label")).toEqual(["Under R 500", "R 500 – R 1 000"]);
    await press(/^Under R 500/);
    expect(search()).toBe("?category=women&price=0-500");
    await userEvent.clear(screen.getByLabelText("To"));
    await userEvent.type(screen.getByLabelText("From"), "90");
    await press("Set");
    expect(search()).toBe("?category=women&price=90-");
    await userEvent.clear(screen.getByLabelText("From"));
    await press("Set");
    expect(search()).toBe("?category=women");
    await userEvent.type(screen.getByLabelText("To"), "R 1 600,50{Enter}");
    expect(search()).toBe("?category=women&price=0-1601");
    await userEvent.clear(screen.getByLabelText("To"));
    await userEvent.type(screen.getByLabelText("To"), "cheap{Enter}");
    expect(search()).toBe("?category=women&price=0-1601");
    expect(screen.getByText("An amount above 0, such as 499")).toBeInTheDocument();
  });

  it("have handles that never cross", async () => {
    const { low, high } = await handles("/?price=0-500");
    move(low, 2);
    expect(search()).toBe("?price=0-500");
    move(high, 0);
    expect(search()).toBe("?price=0-500");
  });
});

describe("on a phone", () => {
  it("one type's options lead back to the types, and the button shows how many there are", async () => {
    panel("/?category=women", PhonePanel);
    await press("Stock");
    expect(screen.getByRole("heading", { name: "Stock" })).toHaveFocus();
    await press("Back to the filters");
    expect(within(screen.getByRole("list", { name: "Filter by" })).getByText("Gender")).toBeVisible();
    await press("Show 38 products");
    expect(close).toHaveBeenCalledOnce();
    await press("Clear all");
    expect(search()).toBe("");
  });
});
