import { describe, expect, it } from "vitest";
import { dispositionName } from "../../lib/api/operator";
import { HEALTH } from "../../test/fixtures";
import { RUN } from "../../test/operators";
import { describeChange, reasonOf } from "./history/CompareBar";
import { thumbnailUrl } from "./history/HistoryDetail";
import { fileNameOf, lastCharacters, logLines, logNameOf } from "./ProcessesTab";
import { noticeOf } from "./RunsView";

describe("the line about the service", () => {
  const { index, worker, outbox } = HEALTH;
  const repaired = { state: "repaired" as const, message: "The index was repaired: 3 missing.", since: "" };
  const waits = { state: "waiting" as const, waiting: 40, message: "40 products wait: 403 blocked" };
  it.each([
    ["nothing while all is well", {}, ""],
    [
      "what is down and what the index lacks",
      { parts: { jobs: "down" as const }, index: { ...index, state: "short" as const } },
      "The job queue does not answer. Products are missing from the search index; it is being repaired.",
    ],
    [
      "a silent worker, and changes that wait for it",
      {
        worker: { ...worker, state: "silent" as const, message: "no worker" },
        outbox: { ...outbox, state: "late" as const, pending: 3 },
      },
      "Jobs are not done: no worker. 3 changed products wait to be written to the search index.",
    ],
    [
      "browsers that nothing holds",
      { worker: { ...worker, browsersHeld: false } },
      "A worker's Linux is too old (before 6.7) to hold scrapes' browsers to their guard.",
    ],
    ["what the index does not take", { index: { ...index, ...waits } }, "40 products wait: 403 blocked."],
    [
      "what the index refuses, without a reason",
      { index: { ...index, refused: 1 } },
      "The search index does not take every change.",
    ],
    [
      "a repair of yesterday no more",
      { index: { ...index, incident: { ...repaired, at: "2026-11-20T02:00:00Z" } } },
      "",
    ],
  ])("names %s", (_, changes, words) => {
    expect(noticeOf({ ...HEALTH, ...changes }, new Date("2026-11-21T12:00:00Z"))).toBe(words);
  });

  it("shows a repair for a day", () => {
    const incident = { ...repaired, at: "2026-11-21T02:00:00Z" };
    const health = { ...HEALTH, index: { ...index, incident } };
    expect(noticeOf(health, new Date("2026-11-21T12:00:00Z"))).toContain(repaired.message);
  });
});

it.each([
  ['attachment; filename="7-karoo.log"', "7-karoo.log"],
  ["attachment; filename=7.log", "7.log"],
  ["attachment; filename=x; filename*=UTF-8''caf%C3%A9.log", "café.log"],
  ["attachment", "log.txt"],
  [null, "log.txt"],
])("a download by %s is named %s", (header, name) => expect(dispositionName(header)).toBe(name));

describe("a run", () => {
  const page = {
    pageUrl: "https://k.example/a;b",
    reason: "Too slow; sorry.",
    screenshotName: null,
    htmlName: null,
  };

  it.each([
    ["only 1 of 2 pages were read; https://k.example/a;b: Too slow; sorry.", "Only 1 of 2 pages were read"],
    ["https://k.example/a;b: Too slow; sorry.", ""],
    [null, ""],
  ])("has its reason once: %s", (failureReason, words) => {
    expect(reasonOf({ ...RUN, failureReason, failedPages: [page] })).toBe(words);
  });
});

it.each([
  ["gs://shop/a/b.jpg", "https://storage.googleapis.com/shop/a/b.jpg"],
  ["s3://shop/a/b.jpg", "https://shop.s3.amazonaws.com/a/b.jpg"],
  ["/data/pictures/ab/c.jpg", "/media/ab/c.jpg"],
  ["file:///srv/winkel/media/ab/c.jpg", "/media/ab/c.jpg"],
  ["ab/c.jpg", "/media/ab/c.jpg"],
])("a picture at %s is shown from %s", (location, url) => expect(thumbnailUrl(location)).toBe(url));

it("a status text keeps its last 5,000 characters, and starts inside none", () => {
  expect(lastCharacters("a".repeat(10) + "b".repeat(5000))).toBe("b".repeat(5000));
  expect(lastCharacters("😀x", 2)).toBe("x");
});

it("a log is trimmed, split at line ends, and named by the tail of its command", () => {
  expect(logLines("\r\n one\r\ntwo\nthree \r\n")).toEqual(["one", "two", "three"]);
  expect(logNameOf("scrape Karoo /srv/scrape/status/karoo-41.log")).toBe("scrape/status/karoo-41.log");
  expect(logNameOf("scrape Karoo /var/log/karoo-41.log")).toBe("karoo-41.log");
  expect(fileNameOf("scrape/status/karoo-41.log")).toBe("karoo-41.log");
});

describe("a changed product", () => {
  const product = {
    productId: 1,
    href: null,
    image: null,
    currency: "ZAR",
    price: 1,
    soldOut: true,
    name: "",
  };
  const was = { price: 249, priceKnown: true, soldOut: false, name: "Tote", href: null, currency: "ZAR" };
  const unread = { ...was, price: null, priceKnown: false, soldOut: null };
  it.each([
    [was, { ...was, price: 199, soldOut: true }, ["R\u00a0249 → R\u00a0199", "sold out"]],
    [was, { ...was, currency: "USD" }, ["R\u00a0249 → $249"]],
    [{ ...was, soldOut: true }, unread, ["R\u00a0249 → not understood", "stock not understood"]],
    [unread, was, ["not understood → R\u00a0249", "in stock"]],
    [
      { ...was, name: "Bag", href: "https://a.example/1" },
      { ...was, price: null },
      ["R\u00a0249 → no price", "was “Bag”", "was at https://a.example/1"],
    ],
  ])("names what changed, and what was not understood as that", (before, after, notes) => {
    expect(describeChange({ ...product, before, after })).toEqual(notes);
  });
});
