import { describe, expect, it } from "vitest";
import { LINE_PX, lineWindow, VIEWPORT_PX } from "./virtualWindow";

describe("the lines that are drawn", () => {
  it("cover the viewport at every offset", () => {
    for (let top = 0; top <= 2000 * LINE_PX - VIEWPORT_PX; top += 333) {
      const { first, end } = lineWindow(top, 2000);
      expect(first * LINE_PX).toBeLessThanOrEqual(top);
      expect(end * LINE_PX).toBeGreaterThanOrEqual(top + VIEWPORT_PX);
    }
  });

  it("are few however long the log is", () => {
    const { first, end } = lineWindow(40_000, 1_000_000);
    expect(end - first).toBeLessThanOrEqual(20);
  });

  it("are all lines of a short log", () => {
    expect(lineWindow(0, 3)).toEqual({ first: 0, end: 3 });
    expect(lineWindow(9999, 3)).toEqual({ first: 0, end: 3 });
  });
});
