import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { dismissToast, currentToasts, holdToast, releaseToast, showToast } from "../../lib/toasts";
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
  render(<Toasts />);
  act(() => void showToast("Saved", "success"));
  expect(screen.getByText("Saved")).toBeInTheDocument();
  pass(4999);
  expect(currentToasts()[0]?.state).toBe("active");
  pass(1);
  expect(currentToasts()[0]?.state).toBe("removed");
  pass(300);
  expect(screen.queryByText("Saved")).toBeNull();
});

it("a toast that is pointed at waits, and goes 1,000 ms after", () => {
  const id = showToast("Saved");
  holdToast(id);
  pass(20_000);
  expect(currentToasts()).toHaveLength(1);
  releaseToast(id);
  pass(999);
  expect(currentToasts()[0]?.state).not.toBe("removed");
  pass(301);
  expect(currentToasts()).toHaveLength(0);
});

it("a click anywhere on it dismisses, and 'Ok' is its action", () => {
  render(<Toasts />);
  act(() => void showToast("Please confirm", "info", "Ok"));
  act(() => screen.getByRole("button", { name: /Please confirm\s*Ok/ }).click());
  pass(300);
  expect(currentToasts()).toHaveLength(0);
});

it("dismissing twice is harmless", () => {
  const id = showToast("Saved");
  dismissToast(id);
  dismissToast(id);
  pass(300);
  expect(currentToasts()).toHaveLength(0);
});
