import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { VirtualLog } from "../history/HistoryDetail";
const VIEWPORT_PX = 500;

beforeEach(() => {
  // jsdom lays nothing out: the viewport's height is that of its style (spec §9).
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(VIEWPORT_PX);
});

function show(count: number): HTMLElement {
  const lines = Array.from({ length: count }, (_, index) => `line ${index}`);
  render(<VirtualLog lines={lines} label="Log" />);
  return screen.getByRole("log", { name: "Log" });
}

function scrollTo(log: HTMLElement, top: number): void {
  act(() => {
    log.scrollTop = top;
    log.dispatchEvent(new Event("scroll"));
  });
}

describe("the lines that are drawn", () => {
  it("are few however long the log is", () => {
    const log = show(100_000);
    scrollTo(log, 40_000);
    expect(log.querySelectorAll("[title]").length).toBeLessThanOrEqual(20);
  });

  it("are all lines of a short log, each under its number", () => {
    const log = show(3);
    expect([...log.querySelectorAll("[title]")].map((line) => line.textContent)).toEqual([
      "line 0",
      "line 1",
      "line 2",
    ]);
    expect(log).toHaveTextContent("3line 2");
  });
});
