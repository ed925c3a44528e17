import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { resetSession } from "../../lib/visitor/session";
import { answer, http, server } from "../../test/server";
import { hitOf } from "../../test/fixtures";
import { SearchProvider } from "../../lib/search/SearchProvider";
import StylePage from "./StylePage";
import StyleSelectPage from "./StyleSelectPage";

const BOARD = "https://www.pinterest.com/winkel/linen/";
const STYLES = ["Boho", "Glam", "Bush"].map((name, index) => ({
  id: index + 1,
  name,
  slug: name.toLowerCase(),
  image: `/styles/${name}.svg`,
}));
const BRANDS = [
  { id: 1, name: "Aloe Linen", slug: "aloe", website: "", pinBoardUrl: BOARD },
  { id: 2, name: "Baobab Wool", slug: "baobab", website: "", pinBoardUrl: null },
];

/** Glam has no products. */
let counts: Record<string, number>;

const indices: string[] = [];

function show(path: string) {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <SearchProvider>
        <Routes>
          <Route path="/" element={<p>Home</p>} />
          <Route path="/style-select" element={<StyleSelectPage />} />
          <Route path="/style/:styleId" element={<StylePage />} />
        </Routes>
      </SearchProvider>
    </MemoryRouter>,
  );
}

const stored = () => localStorage.getItem("selectedStyles");
const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

beforeEach(() => {
  counts = { boho: 4, bush: 9 };
  resetSession();
  server.use(
    http.get("/api/styles", ({ response }) => response(200).json(STYLES)),
    http.get("/api/styles/{style_id}", ({ params, response }) =>
      params.style_id === "1" ? response(200).json(STYLES[0]!) : response.untyped(answer({}, 404)),
    ),
    http.get("/api/brands/getByStyleId/{style_id}", ({ response }) => response(200).json(BRANDS)),
    http.post("/api/images/getCount", ({ response }) => response(200).json([{ count: 12 }])),
    http.post("/api/search", async ({ request, response }) => {
      const requests = await request.json();
      indices.push(...requests.map(({ indexName }) => indexName));
      const results = requests.map(({ params }) => ({
        hits: params?.facets?.length ? [] : [1, 2, 3, 4].map((id) => hitOf(id)),
        facets: { style: counts },
        nbHits: 0,
      }));
      return response.untyped(answer({ results }));
    }),
  );
});

describe("choosing styles (spec §2.7)", () => {
  it("offers those with products, by pictures of theirs, and waits for the pictures", async () => {
    show("/style-select");
    const boho = await screen.findByRole("button", { name: "Boho" });
    expect(screen.queryByRole("button", { name: "Glam" })).toBeNull();
    await waitFor(() => expect(boho.querySelectorAll("[data-part=collage] img")).toHaveLength(4));
    expect(indices.at(-1), "by name kinds are mixed, the newest may be all of one").toBe("products_name_asc");
    const list = screen.getByRole("list");
    expect(list).toHaveAttribute("aria-busy", "true");
    list.querySelectorAll("img").forEach((image) => fireEvent.load(image));
    await waitFor(() => expect(list).toHaveAttribute("aria-busy", "false"));
  });

  it("toggles, counts, and stores the choice so that it applies again", async () => {
    localStorage.setItem("manualFiltered", "true");
    show("/style-select");
    await screen.findByRole("button", { name: "Boho" });
    await press("Boho");
    expect(screen.getByRole("button", { name: "Boho" })).toHaveAttribute("aria-pressed", "true");
    await waitFor(() => screen.getByRole("button", { name: /^Continue \(1/ }));
    await press("Boho");
    expect(screen.getByRole("button", { name: "Continue" })).toBeInTheDocument();
    await press("Boho");
    await press("Bush");
    await press(/^Continue/);
    expect(stored()).toBe("[1,3]");
    expect(localStorage.getItem("manualFiltered")).toBeNull();
    expect(await screen.findByText("Home")).toBeInTheDocument();
  });

  it("keeps neither what has no products any more nor, with Skip, what was stored", async () => {
    localStorage.setItem("selectedStyles", "[2]");
    const { unmount } = show("/style-select");
    await screen.findByRole("button", { name: "Boho" });
    await press("Continue");
    expect(stored()).toBe("[]");
    unmount();
    localStorage.setItem("selectedStyles", "[1]");
    localStorage.setItem("manualFiltered", "true");
    show("/style-select");
    await screen.findByRole("button", { name: "Boho" });
    await press("Skip");
    expect(stored()).toBe("[]");
  });

  it("reports it where no product has a style", async () => {
    counts = {};
    show("/style-select");
    expect(await screen.findByRole("link", { name: "See what there is" })).toHaveAttribute("href", "/");
  });
});

describe("a style's page (spec §2.6)", () => {
  it("lists its brands, the first current, a click makes another so", async () => {
    show("/style/1");
    const aloe = await screen.findByRole("button", { name: "Aloe Linen" });
    expect(aloe).toHaveAttribute("aria-current", "true");
    await waitFor(() => expect(document.title).toBe("Boho – Winkel"));
    const rail = within(await screen.findByRole("region", { name: "New at Aloe Linen" }));
    expect(rail.getAllByRole("article")).toHaveLength(4);
    await press("Baobab Wool");
    expect(screen.getByRole("button", { name: "Baobab Wool" })).toHaveAttribute("aria-current", "true");
    expect(screen.getByText("Baobab Wool has no pin board yet.")).toBeInTheDocument();
  });

  it("shows pins in a frame without an origin, and links the board where they do not come", async () => {
    show("/style/1");
    const frame = await screen.findByTitle<HTMLIFrameElement>("Pins of Aloe Linen");
    expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-popups");
    expect(frame).toHaveAttribute("src", `/pins.html#${encodeURIComponent(BOARD)}`);
    fireEvent(window, new MessageEvent("message", { source: frame.contentWindow, data: "failed" }));
    const link = await screen.findByRole("link", { name: "See the board of Aloe Linen" });
    expect(link).toHaveAttribute("href", BOARD);
  });

  it.each(["abc", "999999", "1e3"])("of no style, %s, reports it with a way on", async (id) => {
    show(`/style/${id}`);
    expect(await screen.findByRole("heading", { name: "There is no such style" })).toBeInTheDocument();
    expect(screen.getByRole("link", { name: "See all styles" })).toHaveAttribute("href", "/style-select");
    await waitFor(() => expect(document.title).toMatch(/^Not found/));
  });
});
