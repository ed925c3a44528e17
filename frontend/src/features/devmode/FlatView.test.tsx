import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { OperatorData } from "../../components/operator/OperatorGate";
import { loadFilters } from "../../lib/api/catalogue";
import { FILTER_DATA, filterOf, optionOf } from "../../test/fixtures";
import { http, server } from "../../test/server";
import { FlatView } from "./views";

const IDS = [
  filterOf("category", { options: [optionOf("women", "Women", { id: 1, parent: null })] }),
  filterOf("colour", { options: [optionOf("blue", "Blue", { id: 5 })] }),
  filterOf("style", { options: [optionOf("sporty", "Sporty", { id: 9 })] }),
];

let pages: number[];
/** The filters of the last call. */
let requested: unknown;
let totalItems: number;

beforeEach(async () => {
  [pages, totalItems] = [[], 246];
  vi.spyOn(window, "scrollTo").mockReturnValue();
  server.use(
    http.get("/api/filters", ({ response }) => response(200).json({ ...FILTER_DATA, filters: IDS })),
    http.post("/api/images/allFlat", async ({ request, response }) => {
      const { pageNumber, filteredCategories, filteredColors, styles } = await request.json();
      pages.push(pageNumber!);
      requested = { filteredCategories, filteredColors, styles };
      return response(200).json({ products: [], totalItems });
    }),
  );
  await loadFilters();
  render(<FlatView />, { wrapper: OperatorData });
  await screen.findByText("Showing 1 - 72 of 246");
});

const button = (name: string) => screen.getByRole("button", { name });

async function turn(name: string, page: number) {
  await userEvent.click(button(`${name} page`));
  await screen.findByText(`Page ${page} of 4`);
  await waitFor(() => expect(screen.queryByRole("status", { name: "Loading" })).toBeNull());
}

it("it pages to the last: back comes from the cache, on is fetched", async () => {
  expect(button("Previous page")).toBeDisabled();
  await turn("Next", 2);
  await turn("Previous", 1);
  expect(pages).toEqual([1, 2]);
  await turn("Next", 2);
  await turn("Next", 3);
  expect(pages).toEqual([1, 2, 2, 3]);
  await turn("Next", 4);
  expect(screen.getByText("Showing 217 - 246 of 246")).toBeInTheDocument();
  expect(button("Next page")).toBeDisabled();
});

it("a choice beside it starts over", async () => {
  await turn("Next", 2);
  await userEvent.click(screen.getByRole("checkbox", { name: "Blue" }));
  await screen.findByText("Page 1 of 4");
  await userEvent.click(screen.getByRole("checkbox", { name: "Women" }));
  totalItems = 0;
  await userEvent.click(button("Sporty"));
  expect(await screen.findByText("No results found")).toBeInTheDocument();
  const filteredCategories = [{ id: 1, selected: true }];
  expect(requested).toEqual({ filteredCategories, filteredColors: [{ id: 5, selected: true }], styles: [9] });
});
