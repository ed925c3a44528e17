import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router-dom";
import { beforeEach, expect, it } from "vitest";
import { OperatorData } from "../../../components/operator/OperatorData";
import { http, server } from "../../../testServer";
import { StoresPage } from "./StoresPage";

const STORES = 50;
const FOUND = {
  source: "catalogue",
  label: "Shopify",
  state: "good",
  differs: [],
  address: "",
  products: 40,
  sampled: 40,
  priced: 39,
  pictured: 40,
  soldOut: 0,
  problem: "",
  proposed: true,
  values: {},
};
let saved: unknown[];
let started: string[];

/** Every fifth store has nothing but pages; the last one says its name. */
function suggestionOf(url: string) {
  const number = Number(/\d+/.exec(url)?.[0]);
  const refused = { ...FOUND, proposed: false, state: "refused", problem: "The store answers 430" };
  const lists = { ...FOUND, source: "pages", label: "Listing pages", products: 24 };
  if (number === 10) return { brand: {}, sources: [lists, refused] };
  if (number === 15) {
    const gone = { ...refused, state: "unread", problem: "There is no host shop-15.example" };
    const left = { ...gone, state: "left", problem: `not looked at to the end: ${gone.problem}` };
    return { brand: {}, sources: [left, { ...gone, label: "Home page" }, gone, left] };
  }
  if (number % 5 === 0) return { brand: {}, sources: [] };
  return {
    brand: { website: url, source: "catalogue", ...(number === STORES - 1 && { name: "Karoo" }) },
    sources: [FOUND],
  };
}

beforeEach(() => {
  saved = [];
  started = [];
  server.use(
    http.get("/api/brands", ({ response }) =>
      response(200).json([{ id: 7, website: "https://www.shop-1.example/", name: "One" } as never]),
    ),
    http.post("/api/scraper/suggest", async ({ request, response }) => {
      const { url } = (await request.json()) as { url: string };
      return response(200).json({ jobId: encodeURIComponent(url).replace(/[^a-z0-9]/gi, "") });
    }),
    http.get("/api/scraper/jobs/{job_id}", ({ params, response }) => {
      const result = suggestionOf(params.job_id.replace(/2F|3A/g, ""));
      return response(200).json({ id: "7", state: "finished", message: null, result });
    }),
    http.post("/api/brands/add", async ({ request, response }) => {
      saved.push(await request.json());
      return response(200).json({ id: saved.length, slug: "", message: "Saved" });
    }),
    http.post("/api/scraper/start", async ({ request, response }) => {
      started.push(((await request.json()) as { brandId: string }).brandId);
      return response(200).text("Started");
    }),
  );
});

async function look(text: string) {
  const page = (
    <MemoryRouter>
      <StoresPage />
    </MemoryRouter>
  );
  render(page, { wrapper: OperatorData });
  await userEvent.click(screen.getByLabelText("Stores’ addresses, one on a line"));
  await userEvent.paste(text);
  await userEvent.click(screen.getByRole("button", { name: "Look for their sources" }));
}

const rowOf = (host: string) => screen.getByText(host).closest("li") as HTMLElement;

it("fifty stores are in with two presses, and each that has no source says so", async () => {
  const lines = Array.from({ length: STORES }, (_, index) => `shop-${index + 1}.example`);
  await look(lines.join("\n"));
  await screen.findByText("50 of 50 stores looked at, a source found for 39", {}, { timeout: 10_000 });
  expect(rowOf("shop-1.example")).toHaveTextContent("Is a brand already");
  expect(rowOf("shop-5.example")).toHaveTextContent("No feed or catalogue was found");
  expect(rowOf("shop-10.example")).toHaveTextContent(
    "Shopify: The store answers 430; its listing pages can be read, 24 products on the first",
  );
  expect(rowOf("shop-15.example")).toHaveTextContent("Home page: There is no host shop-15.exampleConfigure");
  const configure = within(rowOf("shop-5.example")).getByRole("link", { name: /Configure/ });
  expect(configure).toHaveAttribute("href", "/scraper?brand=new&website=https%3A%2F%2Fshop-5.example%2F");
  await userEvent.click(screen.getByRole("button", { name: "Add and read all 39 found" }));
  await screen.findByText("50 of 50 stores looked at, a source found for 0", {}, { timeout: 10_000 });
  expect(saved).toHaveLength(39);
  expect(started).toHaveLength(39);
  expect(saved[0]).toMatchObject({ name: "Shop-2", source: "catalogue" });
  expect(saved.at(-1)).toMatchObject({ name: "Karoo" });
  expect(rowOf("shop-49.example")).toHaveTextContent("Added, its first run is started");
});

it("what is no address is named, an address in twice is one, and one store is added by itself", async () => {
  await look("shop-2.example, https://www.shop-2.example/\nnonsense");
  await screen.findByText("1 of 1 store looked at, a source found for 1");
  expect(screen.getByText("No address: nonsense. Write www.example.co.za.")).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: /Add and read ?https/ }));
  await screen.findByText("Added, its first run is started");
  expect(started).toEqual(["1"]);
});

it("a store that cannot be saved says why", async () => {
  server.use(
    http.post("/api/brands/add", ({ response }) =>
      response.untyped(Response.json({ message: "There is a brand of that name" }, { status: 409 })),
    ),
  );
  await look("shop-2.example");
  await userEvent.click(await screen.findByRole("button", { name: /Add and read ?https/ }));
  await screen.findByText("There is a brand of that name");
});
