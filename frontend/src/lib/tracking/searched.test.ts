import { beforeEach, expect, it } from "vitest";
import { noteSearch, searchContext } from "./track";
import { randomId } from "../store";

const HITS = [
  { brandId: 1, groupKey: "a" },
  { brandId: 2, groupKey: "a" },
];

beforeEach(() => {
  window.history.replaceState(null, "", "/?q=dress");
  noteSearch("search-1", { results: [{ query: "dress", page: 1, hitsPerPage: 100, hits: HITS }] });
});

it("gives a product its place over all pages, and the search it came from", () => {
  expect(searchContext(2, "a")).toEqual({ searchId: "search-1", query: "dress", position: 102 });
});

it("gives another colour the place of its tile", () => {
  expect(searchContext(1, "blue", "a")).toEqual({ searchId: "search-1", query: "dress", position: 101 });
});

it("reports nothing of a product that was not found, or away from the results", () => {
  expect(searchContext(3, "a")).toEqual({});
  window.history.replaceState(null, "", "/");
  expect(searchContext(1, "a")).toEqual({});
});

it("joins what is no product with the search alone", () => {
  expect(searchContext(null, null)).toEqual({ searchId: "search-1", query: "dress" });
});

it("keeps the results when only a facet's values are requested", () => {
  noteSearch("search-2", { results: [{}] });
  expect(searchContext(1, "a")).toMatchObject({ searchId: "search-1" });
});

it("makes ids that the server takes", () => {
  expect(randomId()).toMatch(/^[0-9a-f]{32}$/);
  expect(randomId()).not.toBe(randomId());
});
