import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { Loaded } from "../../../components/operator/OperatorGate";
import { Tabs } from "../../../components/tabs/Tabs";
import { ApiError, messageOf } from "../../../lib/api/client";
import { download, load, readText } from "../../../lib/api/operator";
import type { HistoryRecord, RunImages } from "../../../lib/api/schema";
import { fileNameOf, logLines } from "../ProcessesTab";
import { Away, Lines } from "../Table";
import { ItemFiles, reasonOf } from "./CompareBar";
import styles from "./report.module.css";
import { useVirtualizer } from "@tanstack/react-virtual";
import { withSiteTime } from "../../../lib/time";
import logStyles from "./log.module.css";

/** Spec §9: the log's viewport is 500 px tall with 50 px a line. */
const LINE_PX = 50;
const VIEWPORT_PX = 500;
const OVERSCAN_LINES = 4;

/** A log of any length of which only the lines in sight are in the page. */
function VirtualLog({ lines, label }: { lines: readonly string[]; label: string }) {
  const viewport = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => viewport.current,
    estimateSize: () => LINE_PX,
    overscan: OVERSCAN_LINES,
    initialRect: { width: 0, height: VIEWPORT_PX },
  });
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  // Wide enough for the longest line to fit its two rows (in characters): nothing is cut off.
  const width = Math.ceil(longest / 2) + 24;
  if (lines.length === 0) return <p className="py-5 muted">The log is empty.</p>;
  return (
    <div
      ref={viewport}
      className={logStyles.viewport}
      style={{ height: VIEWPORT_PX }}
      role="log"
      aria-label={label}
      aria-live="off"
      tabIndex={0}
    >
      <div
        className={logStyles.canvas}
        style={{ height: virtualizer.getTotalSize(), width: `max(100%, ${width}ch)` }}
      >
        {virtualizer.getVirtualItems().map(({ index, start }) => (
          <div key={index} className={logStyles.line} style={{ height: LINE_PX, top: start }}>
            <span className={logStyles.number}>{index + 1}</span>
            <span className={logStyles.text} title={lines[index]}>
              {withSiteTime(lines[index] ?? "")}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

type FailedPage = HistoryRecord["failedPages"][number];
type RunImage = RunImages["foundImages"][number];

const VIEWS = [
  { id: "logs", label: "Logs" },
  { id: "images", label: "Images" },
] as const;

function RunLog({ runId }: { runId: number }) {
  const params = { path: { run_id: runId } };
  const log = useQuery({
    queryKey: ["log", runId],
    queryFn: ({ signal }) => readText("/api/scraper/getHistoryLog/{run_id}", { params }, signal),
  });
  if (log.error instanceof ApiError && log.error.status === 404)
    return <p role="status">{messageOf(log.error)}</p>;
  return (
    <Loaded query={log} waiting="Loading the log…">
      {(text) => <VirtualLog lines={logLines(text)} label={`Log of run ${runId}`} />}
    </Loaded>
  );
}

function FailedPageLine({ page: { pageUrl, reason, screenshotName, htmlName } }: { page: FailedPage }) {
  const file = (label: string, name: string | null) => {
    const params = { path: { name: fileNameOf(name ?? "") } };
    return (
      name && (
        <Button
          kind="row"
          of={`of ${pageUrl}`}
          onClick={() => download("/api/scraper/download/{name}", { params })}
        >
          {label}
        </Button>
      )
    );
  };
  return (
    <li>
      <span className="grid shrinks">
        <Away href={pageUrl} />
        <span>{reason}</span>
      </span>
      <span className="flex rigid gap-2">
        {file("Screenshot", screenshotName)}
        {file("HTML", htmlName)}
      </span>
    </li>
  );
}

const FIELD_NAMES: Readonly<Record<string, string>> = {
  href: "Link",
  image: "Image",
  price: "Price",
  inStock: "In stock",
  productBrand: "Brand",
};

/** The share of items that had each field, in per cent. Only a store of many brands prints brands. */
function Coverage({ coverage }: { coverage: Readonly<Record<string, number>> }) {
  const shown = Object.entries(coverage).filter(([field, share]) => field !== "productBrand" || share > 0);
  return (
    <dl className="wrap gap-y-2 gap-x-5" aria-label="Share of the products with each field">
      {shown.map(([field, share]) => (
        <div key={field} className="flex gap-2">
          <dt className="muted">{FIELD_NAMES[field] ?? field}</dt>
          <dd className="figures">{Math.round(share * 100)} %</dd>
        </div>
      ))}
    </dl>
  );
}

const SOURCES: Readonly<Record<string, string>> = {
  pages: "its listing pages",
  feed: "its feed",
  catalogue: "its platform’s catalogue",
};

/** What was done, and which source was read. */
function whatWords({ kind, source }: HistoryRecord): string {
  const of = SOURCES[source];
  if (kind === "check") return `Check by ${of ?? "its other source"}: nothing of it is published`;
  return of ? `Read from ${of}` : "";
}

/** What was read, why a run failed or is suspect, the pages that were not read, what products lost, the coverage. */
export function RunReport({ record }: { record: HistoryRecord }) {
  const { failedPages, losses, standing, rejectedBy, rejectedWhy, coverage, foundCount, id } = record;
  const reason = reasonOf(record);
  const what = whatWords(record);
  return (
    <div className="grid gap-3">
      {what && <p className="muted">{what}</p>}
      {reason && (
        <p className={record.result === "failed" || record.result === "suspect" ? "breaks failed" : "breaks"}>
          {reason}
        </p>
      )}
      {standing && (
        <p className="py-3 px-4 sunk" role="note">
          {standing}
        </p>
      )}
      {rejectedBy && (
        <p>
          Rejected by {rejectedBy}: {rejectedWhy}
        </p>
      )}
      {failedPages.length > 0 && (
        <ul className={styles.pages}>
          {failedPages.map((page, index) => (
            <FailedPageLine key={index} page={page} />
          ))}
        </ul>
      )}
      {losses.length > 0 && <Lines of={losses} className="failed" aria-label="What known products lost" />}
      {coverage && <Coverage coverage={coverage} />}
      {foundCount > 0 && <ItemFiles runId={id} />}
    </div>
  );
}

const GRIDS: readonly { key: keyof RunImages; title: string }[] = [
  { key: "newImages", title: "New images" },
  { key: "deletedImages", title: "Deleted images" },
  { key: "foundImages", title: "Found images" },
  { key: "foundGroups", title: "Found groups" },
];

/** How many thumbnails a grid shows at first, and adds with each "Show more". */
const STEP = 60;

/**
 * The public address of a stored picture (spec §2.8): the cloud scheme is rewritten to the provider's
 * https address; a local one is served by the application under /media, by its folder and name.
 */
export function thumbnailUrl(bucketLocation: string): string {
  const [, scheme, bucket = "", key = ""] = /^(gs|s3):\/\/([^/]+)\/(.*)$/.exec(bucketLocation) ?? [];
  if (scheme === "gs") return `https://storage.googleapis.com/${bucket}/${key}`;
  if (scheme === "s3") return `https://${bucket}.s3.amazonaws.com/${key}`;
  return `/media/${bucketLocation.split("/").slice(-2).join("/")}`;
}

/** Our copy of the picture, before there is one the store's own. */
function Thumbnail({ image: { bucketLocation, url, name, href } }: { image: RunImage }) {
  const picture = (
    <img
      src={bucketLocation ? thumbnailUrl(bucketLocation) : url}
      alt={name}
      loading="lazy"
      referrerPolicy="no-referrer"
      width={96}
      height={128}
    />
  );
  if (!href) return picture;
  return <Away href={href}>{picture}</Away>;
}

function ImageGrid({ title, images }: { title: string; images: readonly RunImage[] }) {
  const [shown, setShown] = useState(STEP);
  return (
    <section className="mb-5">
      <h2 className="type-control">
        {title} <span className="ms-2 regular muted">{images.length}</span>
      </h2>
      {images.length === 0 && <p className="muted">(No items)</p>}
      <ul className={styles.grid}>
        {images.slice(0, shown).map((image, index) => (
          <li key={index}>
            <Thumbnail image={image} />
          </li>
        ))}
      </ul>
      {images.length > shown && <Button onClick={() => setShown(shown + STEP)}>Show more</Button>}
    </section>
  );
}

/** A run's images in four grids (spec §2.8). */
function ImagesView({ runId }: { runId: number }) {
  const params = { path: { run_id: runId } };
  const images = useQuery(load("/api/scraper/getHistoryImages/{run_id}", { params }));
  return (
    <Loaded query={images} waiting="Loading images…">
      {(data) => GRIDS.map(({ key, title }) => <ImageGrid key={key} title={title} images={data[key]} />)}
    </Loaded>
  );
}

/** An expanded run: what went wrong, then its two sub-views (spec §4: 1 = Logs, 2 = Images). */
export function HistoryDetail({ record }: { record: HistoryRecord }) {
  const [view, setView] = useState<(typeof VIEWS)[number]["id"]>("logs");
  return (
    <>
      <RunReport record={record} />
      <Tabs label={`Run ${record.id}`} tabs={VIEWS} current={view} onChange={setView}>
        {view === "logs" ? <RunLog runId={record.id} /> : <ImagesView runId={record.id} />}
      </Tabs>
    </>
  );
}
