import { act, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { holdToast, releaseToast, showToast, toasts, toastSaved } from "../../lib/toasts";
import { writeStored } from "../../lib/store";
import { Toasts } from "./Toasts";

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  act(() => {
    vi.runAllTimers();
  });
  vi.useRealTimers();
});

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
}

it("a toast stays 5,000 ms, eases out for 300 ms and is gone", () => {
  render(<Toasts />, { wrapper: MemoryRouter });
  act(() => void showToast("Saved", "success"));
  expect(screen.getByText("Saved")).toBeInTheDocument();
  pass(4999);
  expect(toasts.get()[0]?.state).toBe("active");
  pass(1);
  expect(toasts.get()[0]?.state).toBe("removed");
  pass(300);
  expect(screen.queryByText("Saved")).toBeNull();
});

it("a toast that is pointed at waits, and goes 1,000 ms after", () => {
  const id = showToast("Saved");
  holdToast(id);
  pass(20_000);
  expect(toasts.get()).toHaveLength(1);
  releaseToast(id);
  pass(999);
  expect(toasts.get()[0]?.state).not.toBe("removed");
  pass(301);
  expect(toasts.get()).toHaveLength(0);
});

it("the next takes the place of a toast, and counts where it is the same", () => {
  render(<Toasts />, { wrapper: MemoryRouter });
  const way = { label: "See favourites", path: "/favourites" };
  act(() => [1, 2, 3].forEach(() => toastSaved("Saved", way)));
  expect(screen.getByText("Saved (3)")).toBeInTheDocument();
  act(() => void showToast("Search saved"));
  expect(screen.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining("Search saved"),
  ]);
});

it("a click anywhere on it dismisses, and 'Ok' is its action", () => {
  render(<Toasts />, { wrapper: MemoryRouter });
  act(() => void showToast("Please confirm", "info", "Ok"));
  act(() => screen.getByRole("button", { name: /Please confirm\s*Ok/ }).click());
  pass(300);
  expect(toasts.get()).toHaveLength(0);
});

it("leads to what was kept", () => {
  render(<Toasts />, { wrapper: MemoryRouter });
  act(() => toastSaved("Saved", { label: "See favourites", path: "/favourites" }));
  expect(screen.getByRole("link", { name: "See favourites" })).toHaveAttribute("href", "/favourites");
  act(() => screen.getByRole("link").click());
  pass(300);
  expect(toasts.get()).toHaveLength(0);
});

it("warns that what a browser refuses to keep will be lost", () => {
  const refuse = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("no", "QuotaExceededError");
  });
  writeStored("favourites", "[]");
  toastSaved("Saved", { label: "See favourites", path: "/favourites" });
  expect(toasts.get().at(-1)?.text).toMatch(/keeps nothing: it is gone when the page is closed/);
  refuse.mockRestore();
  writeStored("favourites", null);
});
