import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import type { BrandField } from "../../../components/brandform/values";
import { OperatorData } from "../../../components/operator/OperatorGate";
import type { FieldChange, Job } from "../../../lib/api/schema";
import { http, posted, server } from "../../../test/server";
import { SuggestBar } from "./SuggestBar";
import { TrialPanel } from "./TrialPanel";
import type { FoundSource, PageElement, SourceState, Suggestion, Trial, TrialItem, TrialPage } from "./trial";

const FIELDS: BrandField[] = [
  { name: "nodePath", label: "Image node", help: "", type: "text", group: "card" },
  { name: "priceXPath", label: "Price", help: "", type: "text", group: "card" },
];
const ITEM: TrialItem = {
  name: "Tote",
  price: 99,
  currency: "ZAR",
  soldOut: false,
  href: "https://k.example/1",
  images: ["https://k.example/1.jpg"],
};
const IMAGE: PageElement = {
  box: [0, 400, 300, 300],
  tag: "img",
  text: "",
  alone: "img",
  likes: { selector: "img.photo", count: 3, depth: 2 },
};
const PRICE: PageElement = {
  box: [10, 650, 80, 20],
  tag: "b",
  text: "R 99",
  alone: "b",
  card: { selector: "b.now", hits: 3, of: 3 },
};
const PAGE: TrialPage = {
  url: "https://k.example/all",
  screenshot: "data:image/webp;base64,",
  width: 1000,
  height: 2000,
  nodes: [{ x: 0, y: 400, width: 300, height: 300 }],
  elements: [IMAGE, PRICE],
  items: [ITEM],
};
const TRIAL: Trial = { ...PAGE, following: null, paging: null };

let result: Trial | Suggestion;
/** How the job ends, once it was looked at so often. */
let end: Partial<Job>;
let looks: number;
const onUse = vi.fn();

beforeEach(() => {
  onUse.mockReset();
  [end, looks] = [{}, 0];
  server.use(
    http.post("/api/scraper/preview", ({ response }) => response(200).json({ jobId: "7" })),
    http.post("/api/scraper/suggest", ({ response }) => response(200).json({ jobId: "7" })),
    http.get("/api/scraper/jobs/{job_id}", ({ response }) => {
      looks += 1;
      const job: Job = { id: "7", state: "finished", message: null, result, ...end };
      return response(200).json(looks === 1 ? { ...job, state: "running", result: null } : job);
    }),
  );
});

async function preview(trial: Trial) {
  result = trial;
  const panel = <TrialPanel fields={FIELDS} firstPage={PAGE.url} body={() => ({})} onUse={onUse} />;
  render(panel, { wrapper: OperatorData });
  await userEvent.click(screen.getByRole("button", { name: "Preview" }));
  return screen.findByRole("region", { name: "Screenshot" });
}

it("each match is outlined at its place in the picture, which opens at the first", async () => {
  vi.spyOn(Element.prototype, "clientWidth", "get").mockReturnValue(500); // half of the page's width
  const view = await preview({
    ...TRIAL,
    nodes: [...PAGE.nodes, { x: 500, y: 400, width: 300, height: 300 }],
    items: [ITEM, { ...ITEM, detailOpened: false }],
  });
  const summary = "2 items from 2 matched nodes; detail pages were opened for the first 1";
  expect(screen.getByText(summary)).toBeInTheDocument();
  const outlines = [...view.querySelectorAll<HTMLElement>("span[style]")];
  expect(outlines.map(({ style }) => `${style.left} ${style.top} ${style.width} ${style.height}`)).toEqual([
    "0% 20% 30% 15%",
    "50% 20% 30% 15%",
  ]);
  expect(view.scrollTop).toBe(180); // 40 px of the page above the match, at half the size
});

it("an item names what it lacks, and what its page's structured data contradicts", async () => {
  const structured = {
    source: "JSON-LD",
    name: "Tote",
    price: 89,
    ordinaryPrice: null,
    currency: "ZAR",
    soldOut: false,
  };
  await preview({
    ...TRIAL,
    items: [
      { ...ITEM, price: null },
      { ...ITEM, structured, disagreements: ["price 89"] },
      { ...ITEM, price: null, detailOpened: false },
    ],
  });
  const [first, second, third] = screen.getAllByRole("listitem");
  expect(within(first!).getByText("Missing: price")).toBeInTheDocument();
  expect(second).toHaveTextContent("JSON-LD: Tote · ZAR 89 · in stock");
  expect(second).toHaveTextContent("Disagrees: price 89");
  expect(third).toHaveTextContent("Missing: price (its detail page was not opened)");
  expect(
    screen.getByText("Structured data tells about 1 of 3 items and contradicts 1 of them"),
  ).toBeInTheDocument();
});

it("a job that failed is no result, and its message is shown", async () => {
  end = { state: "failed", message: "The page did not load" };
  result = TRIAL;
  render(<TrialPanel fields={FIELDS} firstPage={PAGE.url} body={() => ({})} onUse={onUse} />, {
    wrapper: OperatorData,
  });
  await userEvent.click(screen.getByRole("button", { name: "Preview" }));
  expect(await screen.findByText("The page did not load")).toBeInTheDocument();
  expect(looks).toBe(2);
});

it("the page that paging led to is shown beside the first, or why there is none", async () => {
  const further = { ...PAGE, items: [{ ...ITEM, name: "Basket" }] };
  await preview({ ...TRIAL, following: further });
  expect(screen.getByText("Next page: 1 items from 1 matched nodes")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("tab", { name: "Next page" }));
  expect(screen.getByText("Basket")).toBeInTheDocument();
  expect(screen.queryByText("Tote")).toBeNull();
});

it("a page that cannot be read is shown with what is wrong", async () => {
  const problem = "No visible element matches the custom click '#more'.";
  const view = await preview({ ...TRIAL, nodes: [], items: [], problem, paging: "There is no button" });
  expect(screen.getByText(problem)).toBeInTheDocument();
  expect(within(view).getByRole("img")).toHaveAttribute("src", PAGE.screenshot);
  expect(screen.queryByText("There is no button")).toBeNull();
});

it("an element is pointed at in the picture and taken into the form with what follows from it", async () => {
  const view = await preview(TRIAL);
  await userEvent.click(screen.getByRole("button", { name: "Point at an element" }));
  const glass = view.querySelector('[data-part="glass"]')!;
  const box = { left: 0, top: 0, width: 500, height: 1000 }; // half of the page's size
  vi.spyOn(glass, "getBoundingClientRect").mockReturnValue(box as DOMRect);
  fireEvent(glass, new MouseEvent("pointermove", { bubbles: true, clientX: 50, clientY: 250 }));
  expect(glass.querySelector("span")).toHaveStyle({ top: "20%", height: "15%" });
  fireEvent(glass, new MouseEvent("pointerup", { bubbles: true, clientX: 50, clientY: 250 }));
  expect(screen.getByText("img.photo")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Use this selector" }));
  expect(onUse).toHaveBeenCalledWith({ nodePath: "img.photo", parentDepth: "2" });
});

async function suggestion(changes: FieldChange[]) {
  const onSuggestion = vi.fn();
  const bar = (
    <SuggestBar
      website="https://k.example"
      brandId={null}
      fields={FIELDS}
      body={() => ({ nodePath: "i" })}
      changes={changes}
      onSuggestion={onSuggestion}
    />
  );
  render(bar, { wrapper: OperatorData });
  await userEvent.click(screen.getByRole("button", { name: "Suggest a configuration" }));
  return onSuggestion;
}

it("a suggestion fills the form, and shows what it chose, what that reads and how sure it is", async () => {
  result = {
    brand: { priceXPath: "b.now" },
    platform: "Shopify",
    evidence: ["3 cards repeat"],
    fields: [
      { field: "priceXPath", selector: "b.now", samples: ["R 99", "R 49"], confidence: 0.95 },
      { field: "nodePath", selector: "img", samples: [], confidence: 0.5 },
    ],
  };
  const onSuggestion = await suggestion([{ field: "priceXPath", old: "b", new: "b.now" }]);
  await screen.findByText("The form was filled. Look it over, try it, then save.");
  expect(onSuggestion).toHaveBeenCalledExactlyOnceWith(result.brand);
  expect(posted("/api/scraper/suggest")).toEqual([{ url: "https://k.example", brand: { nodePath: "i" } }]);
  expect(screen.getByLabelText("What changed")).toHaveTextContent("Pricefrom b → to b.now");
  const found = within(screen.getByRole("list", { name: "What was found" })).getAllByRole("listitem");
  expect(found.map((row) => row.textContent)).toEqual([
    "Price95 % sureb.nowR 99R 49",
    "Image node50 % sureimgNothing on this page shows whether it is right.",
  ]);
  expect(screen.getByText("This looks like a Shopify shop.")).toBeInTheDocument();
});

const SOURCE: FoundSource = {
  source: "catalogue",
  label: "Shopify",
  state: "good",
  differs: [],
  address: "https://k.example/",
  products: 260,
  sampled: 250,
  priced: 250,
  pictured: 249,
  soldOut: 3,
  problem: "",
  proposed: true,
  values: { source: "catalogue" },
};

function without(label: string, state: SourceState, problem: string): FoundSource {
  return { ...SOURCE, label, state, problem, proposed: false, address: `https://k.example/${label}` };
}

it("what a store offers stands side by side, and another source can be taken into the form", async () => {
  const problem = "only 10 of 30 have a price";
  const feed = { ...without("Product feed", "poor", problem), values: { source: "feed" } };
  result = {
    brand: { source: "catalogue" },
    sources: [
      SOURCE,
      feed,
      without("Listing pages", "locked", "The store asks for a password"),
      without("Magento", "absent", "The store answers 404"),
    ],
    partial: true,
    departments: [{ name: "Dresses", url: "https://k.example/dresses", category: "women/dresses" }],
  };
  const onSuggestion = await suggestion([]);
  await screen.findByText("What the form has reads the store as well as anything that was found.");
  const [first, second, third] = within(screen.getByRole("list", { name: "Sources" })).getAllByRole(
    "listitem",
  );
  expect(first).toHaveTextContent("Shopify, 260 productsin the form");
  expect(first).toHaveTextContent("Of 250 looked at: 250 with a price, 249 with a picture, 3 sold out");
  expect(second).toHaveTextContent(`Not proposed: ${problem}`);
  await userEvent.click(screen.getByRole("button", { name: "Use it: Product feed" }));
  expect(onSuggestion).toHaveBeenLastCalledWith({ source: "feed" });
  expect(third).toHaveTextContent("Behind a password: The store asks for a password");
  expect(screen.getByText(/^The time ended before all of the store was looked at/)).toBeInTheDocument();
  expect(screen.getByText("1 other place looked at, with nothing to read").parentElement).toHaveTextContent(
    "Magento at https://k.example/Magento: The store answers 404",
  );
  expect(screen.getByText("1 department of the store").parentElement).toHaveTextContent(
    "Dresses: women/dresses",
  );
});

it("shows that nothing can be read, and why of each source", async () => {
  result = { brand: {}, sources: [without("Shopify", "refused", "The store answers 430")] };
  await suggestion([]);
  await screen.findByText("Nothing was found that can be read. Below is what was looked at, and why.");
  expect(screen.getByText("Refused by the store: The store answers 430")).toBeInTheDocument();
});
