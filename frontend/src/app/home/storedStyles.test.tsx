import { render, screen, waitFor } from "@testing-library/react";
import { MemoryRouter, useLocation } from "react-router-dom";
import { resetSession } from "../../lib/visitor/session";
import { FILTER_DATA, filterOf, optionOf } from "../../test/fixtures";
import { answerCalls } from "../../test/render";
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
  const calls = answerCalls((path) =>
    path === "/api/filters" ? DATA : { results: [{ hits: [], facets: { style: { boho: 4 } } }] },
  );
  render(
    <MemoryRouter>
      <Home />
    </MemoryRouter>,
  );
  return calls;
}

afterEach(() => void vi.unstubAllGlobals());

it("stored styles without products leave it as it is", async () => {
  const calls = show("[2]");
  await waitFor(() => expect(calls).toHaveLength(2));
  await new Promise((done) => setTimeout(done));
  expect(screen.getByText("Home")).toBeInTheDocument();
});

it("after filtering by hand none apply, and nothing is requested", () => {
  expect(show("[1]", "true")).toEqual([]);
});
