import { act, render, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { VirtualLog } from "./VirtualLog";

const LINE_PX = 50;
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

/** Top and bottom of what is drawn, in px of the whole log. */
function drawn(log: HTMLElement): [number, number] {
  const tops = [...log.querySelectorAll<HTMLElement>("div[style*=top]")].map((line) =>
    parseInt(line.style.top),
  );
  return [Math.min(...tops), Math.max(...tops) + LINE_PX];
}

function scrollTo(log: HTMLElement, top: number): void {
  act(() => {
    log.scrollTop = top;
    log.dispatchEvent(new Event("scroll"));
  });
}

describe("the lines that are drawn", () => {
  it("cover the viewport at every offset", () => {
    const log = show(2000);
    for (let top = 0; top <= 2000 * LINE_PX - VIEWPORT_PX; top += 3333) {
      scrollTo(log, top);
      const [first, end] = drawn(log);
      expect(first).toBeLessThanOrEqual(top);
      expect(end).toBeGreaterThanOrEqual(top + VIEWPORT_PX);
    }
  });

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
