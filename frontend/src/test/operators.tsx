/** What the API answers to the operators' pages, for their tests. */
import { render } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import ScraperPage from "../features/scraper/ScraperPage";
import type { AlertMessage, Alerts, BrandOverview, HistoryRecord } from "../lib/api/schema";

export const RUN: HistoryRecord = {
  id: 7,
  brandId: 3,
  brandName: "Karoo Cotton",
  kind: "scrape+classify",
  source: "pages",
  logfileName: "7.log",
  result: "success",
  failureReason: null,
  newImageIds: "[1,2]",
  deletedImageIds: "[4]",
  foundImageIds: "[1,2,3]",
  foundGroupIds: "[1,2,3,5]",
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
  foundCount: 4,
  newCount: 2,
  changedCount: 21,
  goneCount: 22,
  rejectedCount: 23,
  pagesDone: 1,
  pagesTotal: 1,
};

export const BRAND: BrandOverview = {
  id: 3,
  name: "Karoo Cotton",
  slug: "karoo-cotton",
  website: "https://karoo.example",
  isActive: true,
  archivedAt: null,
  deletingAt: null,
  state: null,
  pid: null,
  pages: 1,
  checkable: false,
  schedule: "By hand",
  nextRun: null,
  lastRun: null,
  trend: [],
  troubles: [],
};

export const ALERTS: Alerts = {
  mailTo: null,
  mailServer: false,
  mailsWaiting: 0,
  mailError: null,
  mailsGivenUp: 0,
  givenUpError: null,
  webhookHost: null,
  chats: [],
  digestHour: 7,
  timeZone: "Africa/Johannesburg",
  shrinkPercent: 20,
  off: "Nobody is told",
  open: [],
  messages: [],
};

export const MESSAGE: AlertMessage = {
  id: 1,
  kind: "change",
  channel: "mail",
  recipient: "a@b.example",
  subject: "Winkel: Karoo failed",
  createdAt: "2026-01-01T10:00:00Z",
  state: "sent",
  why: null,
};

/** Draws the operators' page at a query. */
export const showScraper = (query = "") =>
  render(
    <MemoryRouter initialEntries={[`/scraper?${query}`]}>
      <ScraperPage />
    </MemoryRouter>,
  );
