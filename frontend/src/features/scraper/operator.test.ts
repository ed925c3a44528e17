import { describe, expect, it } from "vitest";
import { dispositionName } from "./api/downloads";
import { brandFromRows } from "./editor/brand";
import { describeChange } from "./compare/CompareBar";
import { formatDuration, formatEnd, formatTime, secondsBetween } from "./duration";
import { brandNameOf, countsOf, reasonOf } from "./history/history";
import { thumbnailUrl } from "./history/RunImagesView";
import type { HistoryRecord } from "./api/wire";

const RECORD: HistoryRecord = {
  id: 7,
  brandId: 3,
  brandName: "Karoo Cotton",
  kind: "scrape",
  source: "pages",
  logfileName: "7.log",
  result: "success",
  failureReason: null,
  newImageIds: "[1,2]",
  deletedImageIds: "[]",
  foundImageIds: "[1,2,3]",
  foundGroupIds: "not json",
  startTime: "2026-01-01T10:00:00Z",
  endTime: "2026-01-01T10:03:05Z",
  complete: true,
  acceptable: false,
  limitedTo: null,
  coverage: null,
  failedPages: [],
  fieldChanges: [],
  losses: [],
  held: false,
  standing: "",
  rejectedBy: null,
  rejectedWhy: null,
  canAskAgain: false,
  foundCount: 3,
  newCount: 2,
  changedCount: 0,
  goneCount: 0,
  rejectedCount: 0,
  pagesDone: 1,
  pagesTotal: 1,
};

describe("a download", () => {
  it("is named by Content-Disposition", () => {
    expect(dispositionName('attachment; filename="7-karoo.log"')).toBe("7-karoo.log");
    expect(dispositionName("attachment; filename=7.log")).toBe("7.log");
    expect(dispositionName("attachment; filename=x; filename*=UTF-8''caf%C3%A9.log")).toBe("café.log");
  });

  it("is log.txt where the header names nothing", () => {
    expect(dispositionName(null)).toBe("log.txt");
    expect(dispositionName("attachment")).toBe("log.txt");
  });
});

describe("a history record", () => {
  it("counts its lists, and an unreadable one as none", () => {
    expect(countsOf(RECORD)).toEqual({
      newImageCount: 2,
      deletedImageCount: 0,
      foundImageCount: 3,
      foundGroupCount: 0,
    });
  });

  it("names its brand, a brand that is gone, and a run of all brands", () => {
    expect(brandNameOf(RECORD, [{ id: 3, name: "Karoo Cotton" }])).toBe("Karoo Cotton");
    expect(brandNameOf(RECORD, [])).toBe("Brand 3");
    expect(brandNameOf({ ...RECORD, brandId: null }, [])).toBe("All brands");
  });

  it("has a duration", () => {
    expect(secondsBetween(RECORD.startTime, RECORD.endTime, 0)).toBe(185);
    expect(secondsBetween(null, null, 0)).toBeNull();
    expect([45, 185, 7800].map(formatDuration)).toEqual(["45 s", "3 min 05 s", "2 h 10 min"]);
    expect(formatTime(null)).toBe("–");
  });

  it("ends at a time of day, with the date where it is another than the start's", () => {
    const start = "2026-01-01T10:00:00";
    expect(formatEnd(start, "2026-01-01T10:03:05")).toBe("10:03:05");
    expect(formatEnd(start, "2026-01-02T00:03:05")).toBe(formatTime("2026-01-02T00:03:05"));
    expect(formatEnd(start, null)).toBe("–");
    expect(formatEnd(null, null)).toBe("–");
  });

  it("tells its reason once: failed pages are listed with theirs", () => {
    const page = {
      pageUrl: "https://k.example/a;b",
      reason: "Too slow; sorry.",
      screenshotName: null,
      htmlName: null,
    };
    const failureReason =
      "only 1 of 2 pages were read; https://k.example/a;b: Too slow; sorry.; 3 products were found";
    expect(reasonOf({ ...RECORD, failureReason, failedPages: [page] })).toBe(
      "Only 1 of 2 pages were read; 3 products were found",
    );
    expect(
      reasonOf({ ...RECORD, failureReason: "https://k.example/a;b: Too slow; sorry.", failedPages: [page] }),
    ).toBe("");
    expect(reasonOf(RECORD)).toBe("");
  });
});

describe("a thumbnail", () => {
  it("of a cloud bucket is at the provider's public address", () => {
    expect(thumbnailUrl("gs://shop/a/b.jpg")).toBe("https://storage.googleapis.com/shop/a/b.jpg");
    expect(thumbnailUrl("s3://shop/a/b.jpg")).toBe("https://shop.s3.amazonaws.com/a/b.jpg");
  });

  it("of a local folder is served under /media", () => {
    expect(thumbnailUrl("/media/ab/c.jpg")).toBe("/media/ab/c.jpg");
    expect(thumbnailUrl("file:///srv/winkel/media/ab/c.jpg")).toBe("/media/ab/c.jpg");
    expect(thumbnailUrl("ab/c.jpg")).toBe("/media/ab/c.jpg");
  });
});

describe("a changed product", () => {
  const product = {
    productId: 1,
    href: null,
    image: null,
    currency: "ZAR",
    price: 199,
    soldOut: true,
    name: "Tote",
  };

  it("tells price and stock, and nothing that stayed", () => {
    const before = { price: 249, priceKnown: true, soldOut: false, name: "Tote", href: null };
    const after = { price: 199, priceKnown: true, soldOut: true, name: "Tote", href: null };
    expect(describeChange({ ...product, before, after })).toEqual(["ZAR 249.00 → ZAR 199.00", "sold out"]);
  });

  it("tells what was not understood as that, and not as absent or as in stock", () => {
    const before = { price: 249, priceKnown: true, soldOut: true, name: "Tote", href: null };
    const after = { price: null, priceKnown: false, soldOut: null, name: "Tote", href: null };
    const there = describeChange({ ...product, before, after });
    expect(there).toEqual(["ZAR 249.00 → not understood", "stock not understood"]);
    const back = describeChange({ ...product, before: after, after: { ...before, soldOut: false } });
    expect(back).toEqual(["not understood → ZAR 249.00", "in stock"]);
  });

  it("tells a lost price, an old name and an old link", () => {
    const before = { price: 10, priceKnown: true, soldOut: false, name: "Bag", href: "https://a.example/1" };
    const after = { ...before, price: null, name: "Tote", href: "https://a.example/2" };
    expect(describeChange({ ...product, before, after })).toEqual([
      "ZAR 10.00 → no price",
      "was “Bag”",
      "was at https://a.example/1",
    ]);
  });
});

describe("a brand from its page rows", () => {
  it("gathers the pages of all rows and takes the rest from the first", () => {
    const rows = [
      { id: 1, name: "Karoo", pageId: 5, pageUrl: "https://k.example/a", productCategory: 2 },
      { id: 1, name: "Karoo", pageId: 6, pageUrl: "https://k.example/b", productCategory: null },
    ];
    const brand = brandFromRows(rows, [4]);
    expect(brand).toMatchObject({ name: "Karoo", styles: [4] });
    expect(brand.pages).toMatchObject([{ pageId: 5 }, { pageId: 6 }]);
  });

  it("has no pages when its one row has none", () => {
    expect(brandFromRows([{ id: 1, name: "Karoo", pageUrl: null }], []).pages).toEqual([]);
  });
});
