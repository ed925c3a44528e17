import { fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { rememberSearch } from "../../../lib/visitor/preferences";
import { FILTER_DATA, filterOf } from "../../../test/fixtures";
import { matchMedia, search, showAt } from "../../../test/render";
import { answer, http, server } from "../../../test/server";
import { usePanel } from "../panel/usePanel";
import { RESULTS_TITLE_ID } from "../focus";
import { SearchBox } from "./SearchBox";

vi.mock("../searchScreenCode", () => ({ prefetchSearchScreen: () => undefined }));

const PRODUCT = {
  productId: 1,
  brandId: 3,
  groupKey: "a",
  name: "Canvas tent",
  brand: "Knysna Camp",
  href: "https://knysna.example/p/1",
  image: "/media/1.webp",
  price: { zar: 899 },
};

const DATA = { ...FILTER_DATA, filters: [filterOf("category"), filterOf("brand"), filterOf("colour")] };

const SUGGESTED = {
  queries: ["canvas tent"],
  categories: [{ value: "outdoor/tents", label: "Tents", within: "Outdoor", products: 12 }],
  brands: ["Canvas & Co"],
  products: [PRODUCT],
};

function Box() {
  return <SearchBox panel={usePanel()} large={false} pill={false} />;
}

const box = () => screen.getByRole<HTMLInputElement>("combobox");
const options = () => screen.queryAllByRole("option").map((option) => option.textContent);
const option = (name: RegExp) => screen.getByRole("option", { name });

async function type(text: string): Promise<void> {
  await userEvent.click(box());
  await userEvent.paste(text);
  await waitFor(() => expect(options().length).toBeGreaterThan(3));
}

beforeEach(() => {
  matchMedia();
  server.use(
    http.get("/api/filters", ({ response }) => response(200).json(DATA)),
    http.get("/api/suggest", ({ response }) => response.untyped(answer(SUGGESTED))),
  );
});

it("suggests searches, places, brands and products while typing, and searches for none of them", async () => {
  showAt("/", <Box />);
  await type("canvas");
  expect(options()).toEqual([
    "canvas tent",
    "Tents in Outdoor12 products",
    "Canvas & Co",
    expect.stringMatching(/^Canvas tentKnysna CampR.899, opens in a new tab$/),
  ]);
  expect(screen.getAllByRole("group").map((group) => group.getAttribute("aria-label"))).toEqual([
    "Searches",
    "Categories",
    "Brands",
    "Products",
  ]);
  expect(option(/^canvas tent/).querySelector("span > span")).toHaveTextContent("canvas");
  expect(search()).toBe("");
});

it("a brand is chosen by keyboard, and marked for those who do not see it", async () => {
  showAt(
    "/?colour=red",
    <>
      <Box />
      <h1 id={RESULTS_TITLE_ID} tabIndex={-1}>
        Products
      </h1>
    </>,
  );
  await type("canvas");
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  const active = box().getAttribute("aria-activedescendant");
  expect(document.getElementById(active ?? "")).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  expect(search()).toBe("?brand=Canvas+&+Co");
  expect(screen.getByRole("heading", { name: "Products" })).toHaveFocus();
});

it("a line that was marked for another text is not taken", async () => {
  showAt("/", <Box />);
  await type("canvas");
  await userEvent.keyboard("{ArrowDown}");
  await userEvent.keyboard("s{Enter}");
  expect(search()).toBe("?q=canvass");
});

it("a click on a line keeps the focus, so that the line is still there when it ends", async () => {
  showAt("/", <Box />);
  await type("canvas");
  await userEvent.click(option(/^Tents/));
  expect(search()).toBe("?category=outdoor/tents");
});

it("a product opens in its store and the text stays", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  showAt("/", <Box />);
  await type("canvas");
  await userEvent.click(option(/^Canvas tent.*Knysna/));
  expect(open.mock.calls[0]?.[0]).toMatch(/^https:\/\/knysna\.example\/p\/1\?ref=/);
  expect(search()).toBe("");
  expect(box()).toHaveValue("canvas");
});

it("Escape closes the lines, a lost picture leaves its place empty", async () => {
  showAt("/", <Box />);
  await type("canvas");
  const image = option(/Knysna/).querySelector("img");
  fireEvent.error(image!);
  expect(image).not.toBeVisible();
  await userEvent.keyboard("{Escape}");
  expect(options()).toEqual([]);
});

it("an empty box recalls the last searches at the first focus", async () => {
  rememberSearch("dress");
  showAt("/", <Box />);
  await userEvent.click(box());
  expect(options()).toEqual(["dress"]);
  await userEvent.click(option(/^dress/));
  expect(search()).toBe("?q=dress");
});

it("the cross clears what is being typed, and the text that was searched for", async () => {
  showAt("/?category=women", <Box />);
  await type("canvas");
  await userEvent.click(screen.getByRole("button", { name: "Clear the text" }));
  expect(box()).toHaveValue("");
  expect(box()).toHaveFocus();
  expect(search()).toBe("?category=women");
});

it("Enter that ends the composing of an input method searches for nothing", async () => {
  showAt("/", <Box />);
  await type("canvas");
  fireEvent.keyDown(box(), { key: "Enter", isComposing: true });
  expect(search()).toBe("");
  fireEvent.keyDown(box(), { key: "Enter" });
  expect(search()).toBe("?q=canvas");
});
