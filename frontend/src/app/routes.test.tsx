import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter } from "react-router-dom";
import { matchMedia } from "../test/render";
import { answer, http, server } from "../test/server";
import { hitOf, viewOf } from "../test/fixtures";
import { resetSession } from "../lib/visitor/session";
import { AppRoutes } from "./routes";

beforeEach(() => {
  matchMedia();
  vi.stubGlobal("scrollTo", vi.fn());
  vi.stubGlobal("PerformanceNavigationTiming", EventTarget); // jsdom has none
});

it("operators' pages have a bar of their own, and nothing of the shop's", async () => {
  server.use(http.get("/api/operator/session", ({ response }) => response.untyped(answer({}, 401))));
  window.history.replaceState(null, "", "/review");
  render(
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>,
  );
  expect(await screen.findByLabelText("Operator token")).toBeInTheDocument();
  expect(screen.getByRole("link", { name: "Winkel, the shop" })).toHaveAttribute("href", "/");
  expect(screen.queryByRole("searchbox")).toBeNull();
  expect(screen.queryByRole("contentinfo")).toBeNull();
  expect(screen.queryByRole("navigation", { name: "Main" })).toBeNull();
});

it("opens a product over the page, whose address and place stay, and Back closes it", async () => {
  const carousels = [{ name: "Women", category: "women", hits: [hitOf(1), hitOf(2)] }];
  server.use(
    http.get("/api/landing", ({ response }) => response(200).json({ carousels })),
    http.get("/api/products/{product_id}", ({ params, response }) =>
      response(200).json(viewOf(hitOf(Number(params.product_id)), { similar: [hitOf(2)] })),
    ),
  );
  window.history.replaceState(null, "", "/");
  resetSession();
  render(
    <BrowserRouter>
      <AppRoutes />
    </BrowserRouter>,
  );
  const user = userEvent.setup();
  const control = await screen.findByRole("link", { name: "Look closer: Linen wrap dress 1" });
  await user.click(control);
  const dialog = await screen.findByRole("dialog", { name: "Product" });
  await waitFor(() => expect(dialog).toHaveTextContent("Last seen"));
  expect(window.location.pathname).toBe("/product/linen-wrap-dress-1-1");
  expect(control).toBeInTheDocument(); // the page beneath is the same
  const similar = await screen.findAllByRole("link", { name: "Look closer: Linen wrap dress 2" });
  await user.click(similar.at(-1)!);
  await waitFor(() => expect(window.location.pathname).toBe("/product/linen-wrap-dress-2-2"));
  act(() => window.history.back());
  await waitFor(() => expect(window.location.pathname).toBe("/product/linen-wrap-dress-1-1"));
  expect(screen.getByRole("dialog", { name: "Product" })).toBeInTheDocument();
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByRole("dialog", { name: "Product" })).toBeNull());
  expect(window.location.pathname).toBe("/");
  expect(control).toBeInTheDocument();
});
