import { describe, expect, it } from "vitest";
import { dispositionName } from "../../lib/api/operator";
import { formatDuration, formatEnd, formatTime } from "../../lib/time";
import { mailWords, reachWords, stateWords } from "./alerts/AlertsTab";
import { stateOf, troublesOf } from "./brands/brandColumns";
import { figures } from "./decide/Choice";
import { valueOf } from "./decide/Readings";
import { brandFromRows } from "./editor/brand";
import { actionWords, shownValue } from "./editor/BrandHead";
import { ALERTS, BRAND, HEALTH, MESSAGE, RUN } from "../../test/operators";
import { describeChange } from "./history/CompareBar";
import { thumbnailUrl } from "./history/HistoryDetail";
import { brandNameOf, countIds, reasonOf } from "./history/runs";
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
  ])("says %s", (_, changes, words) => {
    expect(noticeOf({ ...HEALTH, ...changes }, new Date("2026-11-21T12:00:00Z"))).toBe(words);
  });

  it("tells a repair for a day", () => {
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

  it("counts its lists, and an unreadable one as none", () => {
    expect(["[1,2]", "[]", "not json"].map(countIds)).toEqual([2, 0, 0]);
  });

  it("names its brand, one that is gone, and all brands", () => {
    const names = [RUN, { ...RUN, brandId: 8 }, { ...RUN, brandId: null }].map((run) =>
      brandNameOf(run, [{ id: 3, name: "Karoo Cotton" }]),
    );
    expect(names).toEqual(["Karoo Cotton", "Brand 8", "All brands"]);
  });

  it.each([
    ["only 1 of 2 pages were read; https://k.example/a;b: Too slow; sorry.", "Only 1 of 2 pages were read"],
    ["https://k.example/a;b: Too slow; sorry.", ""],
    [null, ""],
  ])("tells its reason once: %s", (failureReason, words) => {
    expect(reasonOf({ ...RUN, failureReason, failedPages: [page] })).toBe(words);
  });

  it("has a duration and an end, with the date where it is another than the start's", () => {
    expect([45, 185, 7800].map(formatDuration)).toEqual(["45 s", "3 min 05 s", "2 h 10 min"]);
    const start = "2026-01-01T10:00:00";
    expect(formatEnd(start, "2026-01-01T10:03:05")).toBe("10:03:05");
    expect(formatEnd(start, "2026-01-02T00:03:05")).toBe(formatTime("2026-01-02T00:03:05"));
    expect(formatEnd(start, null)).toBe("–");
  });
});

it.each([
  ["gs://shop/a/b.jpg", "https://storage.googleapis.com/shop/a/b.jpg"],
  ["s3://shop/a/b.jpg", "https://shop.s3.amazonaws.com/a/b.jpg"],
  ["/media/ab/c.jpg", "/media/ab/c.jpg"],
  ["file:///srv/winkel/media/ab/c.jpg", "/media/ab/c.jpg"],
  ["ab/c.jpg", "/media/ab/c.jpg"],
])("a picture at %s is shown from %s", (location, url) => expect(thumbnailUrl(location)).toBe(url));

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
    [was, { ...was, price: 199, soldOut: true }, ["ZAR 249.00 → ZAR 199.00", "sold out"]],
    [{ ...was, soldOut: true }, unread, ["ZAR 249.00 → not understood", "stock not understood"]],
    [unread, was, ["not understood → ZAR 249.00", "in stock"]],
    [
      { ...was, name: "Bag", href: "https://a.example/1" },
      { ...was, price: null },
      ["ZAR 249.00 → no price", "was “Bag”", "was at https://a.example/1"],
    ],
  ])("tells what changed, and what was not understood as that", (before, after, notes) => {
    expect(describeChange({ ...product, before, after })).toEqual(notes);
  });

  it("has each field in words", () => {
    const fields = ["price", "soldOut", "href"].map((field) => [valueOf(field, unread), valueOf(field, was)]);
    expect(fields).toEqual([
      ["not understood", "ZAR 249.00"],
      ["not understood", "in stock"],
      ["nothing", "nothing"],
    ]);
  });
});

it("a decision's figures are told", () => {
  const none = {
    kind: "accept",
    label: "",
    key: "a",
    needs: "",
    refusal: "",
    lines: [],
    proposed: {},
  } as const;
  const choice = {
    ...none,
    lines: [],
    undoable: false,
    vanish: 2,
    appear: 1,
    reprice: 3,
    change: 5,
    alerts: 2,
  };
  expect(figures(choice)).toEqual([
    "2 vanish",
    "1 appear",
    "3 change price",
    "2 change otherwise",
    "2 alerts mailed",
  ]);
});

describe("a brand", () => {
  const failed = { ...BRAND, lastRun: { ...RUN, result: "failed" as const } };
  it("is troubled where operators were told, or its last run was no success", () => {
    expect([BRAND, failed, { ...failed, troubles: ["shrinking" as const] }].map(troublesOf)).toEqual([
      [],
      ["failed"],
      ["shrinking"],
    ]);
  });

  it("says what it does now before whether it is on", () => {
    const brands = [
      { ...BRAND, state: "running" as const },
      { ...BRAND, isActive: false },
    ];
    expect(brands.map(stateOf)).toEqual(["running", "disabled"]);
  });

  it("gathers the pages of all its rows, which may be none", () => {
    const rows = [
      { id: 1, name: "Karoo", pageId: 5, pageUrl: "https://k.example/a" },
      { id: 1, name: "Karoo", pageId: 6, pageUrl: "https://k.example/b" },
    ];
    const brand = brandFromRows(rows, [4]);
    expect(brand).toMatchObject({ name: "Karoo", styles: [4], pages: [{ pageId: 5 }, { pageId: 6 }] });
    expect(brandFromRows([{ id: 1, pageUrl: null }], []).pages).toEqual([]);
  });

  it("has its edits in words", () => {
    const page = { pageUrl: "https://x.example/a", productCategory: 5, color: null, customClickSelector: "" };
    const values = ["", null, false, 0, [], [3, 4], [page]].map(shownValue);
    const words = ["(empty)", "(empty)", "off", "0", "(none)", "3\n4", "https://x.example/a, category 5"];
    expect(values).toEqual(words);
    const version = { id: 1, restoredId: null, createdAt: "", changes: [], restoring: [] };
    expect(actionWords({ ...version, author: "anna", action: "edited" })).toBe("Edited by anna");
    expect(actionWords({ ...version, author: "", action: "added" })).toBe("Added");
  });
});

describe("alerts", () => {
  it.each([
    [{}, []],
    [
      { mailTo: "a@b.example", mailServer: true, webhookHost: "h.example" },
      ["Mail to a@b.example", "Webhook at h.example"],
    ],
    [{ chats: ["discord 1a2b3c"] }, ["Chat: discord 1a2b3c"]],
    [{ mailTo: "a@b.example" }, ["Mail to a@b.example: kept, as no mail server is set (SMTP_URL)"]],
  ])("go to %o", (changes, lines) => expect(reachWords({ ...ALERTS, ...changes })).toEqual(lines));

  it.each([
    [{}, "Mail to a@b.example: sent"],
    [{ state: "waiting" as const }, "Mail to a@b.example: waits"],
    [{ channel: "chat" as const, recipient: "discord 1a2b3c" }, "Chat discord 1a2b3c: sent"],
    [
      { channel: "webhook" as const, state: "gave up" as const, why: "h.example answered 500" },
      "Webhook: given up (h.example answered 500)",
    ],
  ])("say what became of a message: %o", (changes, words) => {
    expect(stateWords({ ...MESSAGE, ...changes })).toBe(words);
  });

  it("count the mails that wait and were given up, and why", () => {
    const many = { mailsWaiting: 2, mailError: "no STARTTLS", mailsGivenUp: 1, givenUpError: "A space" };
    expect(mailWords({ ...ALERTS, mailsWaiting: 1 })).toEqual(["1 mail waits"]);
    expect(mailWords({ ...ALERTS, ...many })).toEqual([
      "2 mails wait. no STARTTLS",
      "1 mail was given up lately. A space",
    ]);
  });
});
