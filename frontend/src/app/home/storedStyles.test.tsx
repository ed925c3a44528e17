import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { resetSession } from "../../lib/visitor/session";
import { FILTER_DATA, filterOf, optionOf } from "../../test/fixtures";
import { answer, http, posted, server } from "../../test/server";
import { useStoredStyles } from "./HomePage";

const STYLES = [optionOf("boho", "Boho", { id: 1 }), optionOf("glam", "Glam", { id: 2 })];
const DATA = { ...FILTER_DATA, filters: [filterOf("style", { options: STYLES })] };

function Home() {
  useStoredStyles();
  return <p>Home{useLocation().search}</p>;
}

/** Only Boho has products. */
function show(ids: string, manual = "false") {
  localStorage.setItem("selectedStyles", ids);
  localStorage.setItem("manualFiltered", manual);
  resetSession();
  const results = [{ hits: [], facets: { style: { boho: 4 } } }];
  server.use(
    http.get("/api/filters", ({ response }) => response(200).json(DATA)),
    http.post("/api/search", ({ response }) => response.untyped(answer({ results }))),
  );
  render(
    <MemoryRouter>
      <Home />
    </MemoryRouter>,
  );
}

it("stored styles without products leave it as it is", async () => {
  show("[2]");
  await waitFor(() => expect(posted("/api/search")).toHaveLength(1));
  await new Promise((done) => setTimeout(done));
  expect(screen.getByText("Home")).toBeInTheDocument();
});

it("after filtering by hand none apply, and nothing is requested", () => {
  show("[1]", "true");
  expect(posted("/api/search")).toEqual([]);
});
