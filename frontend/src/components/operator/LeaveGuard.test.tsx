import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter, Link, Route, Routes } from "react-router-dom";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { listenToPopState } from "../../lib/browser/history";
import { LeaveGuard } from "./LeaveGuard";

function show(unsaved: boolean) {
  render(
    <BrowserRouter>
      <Link to="/form">To the form</Link>
      <Link to="/elsewhere">Elsewhere</Link>
      <Routes>
        <Route path="/form" element={<LeaveGuard unsaved={unsaved} />} />
        <Route path="*" element={<p>Elsewhere it is</p>} />
      </Routes>
    </BrowserRouter>,
  );
}

beforeAll(listenToPopState);
beforeEach(() => window.history.replaceState(null, "", "/"));

it("Back is confirmed first, stays where it is by “Stay”, and goes by “Leave”", async () => {
  show(true);
  await userEvent.click(screen.getByRole("link", { name: "To the form" }));
  window.history.back();
  expect(await screen.findByRole("dialog", { name: "Leave without saving?" })).toBeInTheDocument();
  await userEvent.click(screen.getByRole("button", { name: "Stay" }));
  expect(window.location.pathname).toBe("/form");
  window.history.back();
  await userEvent.click(await screen.findByRole("button", { name: "Leave" }));
  expect(await screen.findByText("Elsewhere it is")).toBeInTheDocument();
  expect(window.location.pathname).toBe("/");
});

it("a link is confirmed first, and so is closing the page; without edits neither is", async () => {
  const closing = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  show(true);
  await userEvent.click(screen.getByRole("link", { name: "To the form" }));
  expect(closing()).toBe(true);
  await userEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
  await userEvent.click(screen.getByRole("button", { name: "Leave" }));
  expect(screen.getByText("Elsewhere it is")).toBeInTheDocument();
  expect(closing()).toBe(false);
});
