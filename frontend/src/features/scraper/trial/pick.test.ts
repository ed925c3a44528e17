import { describe, expect, it } from "vitest";
import { elementAt, elementsWith, elementWords, usesOf } from "./PagePicture";
import type { PageElement } from "./trial";

const CARD: PageElement = { box: [0, 0, 200, 300], tag: "li", text: "Dress R 101", alone: "li" };
const LINK: PageElement = { box: [0, 0, 200, 200], tag: "a", text: "", alone: "a" };
const IMAGE: PageElement = {
  box: [0, 0, 200, 200],
  tag: "img",
  text: "Dress",
  alone: "img.x",
  likes: { selector: "img.photo", count: 3, depth: 2 },
};
const PRICE: PageElement = {
  box: [10, 250, 50, 20],
  tag: "span",
  text: "R 101",
  alone: "li:nth-of-type(1) > span",
  card: { selector: "span.now", hits: 3, of: 3 },
};
const ALL = [CARD, LINK, IMAGE, PRICE];

describe("pointing", () => {
  it("takes the smallest element under the point, and the inner one of two", () => {
    expect(elementAt(ALL, 20, 260)).toBe(3);
    expect(elementAt(ALL, 20, 20)).toBe(2);
    expect(elementAt(ALL, 150, 290)).toBe(0);
    expect(elementAt(ALL, 500, 500)).toBeNull();
  });

  it("finds by words, the shortest text first, and by the tag", () => {
    expect(elementsWith(ALL, "r 101", 9).map(({ index }) => index)).toEqual([3, 0]);
    expect(elementsWith(ALL, "img", 9).map(({ index }) => index)).toEqual([2]);
    expect(elementsWith(ALL, "r 101", 1)).toHaveLength(1);
    expect(elementsWith(ALL, " ", 9)).toEqual([]);
    expect(elementWords(PRICE)).toBe("span “R 101”");
    expect(elementWords(LINK)).toBe("a");
  });
});

describe("what an element is taken for", () => {
  it("in a card has the card's selector for the card's fields and its own for the page's", () => {
    const uses = new Map(usesOf(PRICE).map((use) => [use.field, use.selector]));
    expect(uses.get("priceXPath")).toBe("span.now");
    expect(uses.get("nextButtonSelector")).toBe("li:nth-of-type(1) > span");
    expect(uses.has("nodePath")).toBe(false);
  });

  it("outside of cards has none of the card's fields", () => {
    expect(usesOf(LINK).map(({ field }) => field)).toEqual([
      "nextButtonSelector",
      "infiniteScrollButtonSelector",
      "popupCloseButtonSelector",
    ]);
  });
});
