import { expect, it } from "vitest";
import { formatEnd, formatTime, readTimesIn, withSiteTime } from "./time";

it("times are shown in the site's zone, whatever the browser's is", () => {
  readTimesIn("Pacific/Auckland");
  expect(formatTime("2026-01-01T11:30:00Z")).toBe("02 Jan 2026, 00:30:00");
  expect(formatEnd("2026-01-01T11:30:00Z", "2026-01-01T12:00:00Z")).toBe("01:00:00");
  readTimesIn("Africa/Johannesburg");
  expect(formatTime("2026-01-01T11:30:00Z")).toBe("01 Jan 2026, 13:30:00");
  expect(formatEnd("2026-01-01T21:30:00Z", "2026-01-01T22:30:00Z")).toBe("02 Jan 2026, 00:30:00");
  expect(withSiteTime("2026-01-01T11:30:00.123Z page 1: 48 products")).toBe(
    "01 Jan 2026, 13:30:00 page 1: 48 products",
  );
  expect(withSiteTime("a line of another form")).toBe("a line of another form");
});
