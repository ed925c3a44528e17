import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { answer, http, server } from "../test/server";
import { Footer } from "../features/frame/footer/Footer";
import { routeTitle } from "./Layout";

function renderFooter(path = "/") {
  return render(
    <MemoryRouter initialEntries={[path]}>
      <Footer />
    </MemoryRouter>,
  );
}

it("the footer waits for the countries", async () => {
  const { container } = renderFooter();
  expect(container).toBeEmptyDOMElement();
  expect(await screen.findByLabelText("Deliver to")).toBeInTheDocument();
  expect(screen.getByRole("option", { name: "(All)" })).toHaveValue("");
});

it("a failed country list leaves a footer without the picker", async () => {
  server.use(http.get("/api/countries", ({ response }) => response.untyped(answer({}, 500))));
  renderFooter();
  expect(await screen.findByLabelText("Currency")).toBeInTheDocument();
  expect(screen.queryByLabelText("Deliver to")).toBeNull();
});

it("the footer is hidden on /style-select", async () => {
  const { container } = renderFooter("/style-select");
  await act(() => Promise.resolve());
  expect(container).toBeEmptyDOMElement();
});

it("every route has a title of its own, and an unknown one that of a missing page", () => {
  const paths = [
    "/",
    "/about",
    "/privacy",
    "/terms",
    "/proxies",
    "/style-select",
    "/blog/blog-list",
    "/scraper",
  ];
  expect(new Set(paths.map((path) => routeTitle(path))).size).toBe(paths.length);
  expect(routeTitle("/about/")).toBe(routeTitle("/about"));
  expect(routeTitle("/nope")).toMatch(/^Not found/);
});
