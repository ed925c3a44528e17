import { useState } from "react";
import { Button } from "../../../components/Button";
import { type BrandField, fieldLabel, type BrandValues } from "../../../components/brandform/values";
import { Tabs } from "../../../components/tabs/Tabs";
import { bodyOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator";
import type { BrandInput } from "../../../lib/api/schema";
import { websiteError } from "../../../lib/catalogue/website";
import { showToast } from "../../../lib/toasts";
import { Away } from "../Table";
import { PagePicture, type Use } from "./PagePicture";
import { type StructuredData, type Trial, type TrialItem, type TrialPage, untyped, useJob } from "./trial";
import styles from "../editor/editor.module.css";

type Priced = Pick<TrialItem, "price" | "ordinaryPrice" | "currency">;

function priceText({ price, ordinaryPrice, currency }: Priced): string {
  if (price === null) return "no price";
  return `${currency ?? ""} ${price}${ordinaryPrice ? ` (was ${ordinaryPrice})` : ""}`.trim();
}

/** The fields that an item lacks, which a good configuration would have read. */
function missing(item: TrialItem): string[] {
  const values = { name: item.name, price: item.price, link: item.href, image: item.images[0] };
  return Object.entries(values)
    .filter(([, value]) => (value ?? "") === "")
    .map(([field]) => field);
}

/** The page's structured data of the same product; disagreements are marked. */
function Structured({ data, against }: { data: StructuredData; against: readonly string[] }) {
  const parts = [
    data.name,
    data.price === null ? null : priceText(data),
    data.soldOut === null ? null : data.soldOut ? "sold out" : "in stock",
  ].filter(Boolean);
  return (
    <span className={styles.structured} data-agrees={against.length === 0}>
      <span>
        {data.source}: {parts.join(" · ")}
      </span>
      {against.map((words) => (
        <span key={words} className="failed">
          Disagrees: {words}
        </span>
      ))}
    </span>
  );
}

function Item({ item }: { item: TrialItem }) {
  const lacks = missing(item);
  const unopened = item.detailOpened === false;
  return (
    <li className="flex gap-3 py-2 line-below">
      {item.images[0] ? (
        <img className="thumb" src={item.images[0]} alt="" loading="lazy" referrerPolicy="no-referrer" />
      ) : (
        <span className="thumb" />
      )}
      <div className="grid content-start shrinks breaks">
        <strong>{item.name ?? "(no name)"}</strong>
        {item.brand && <span>{item.brand}</span>}
        <span>
          {priceText(item)}
          {item.soldOut && " · sold out"} · {item.images.length}{" "}
          {item.images.length === 1 ? "image" : "images"}
        </span>
        {(item.attributes ?? []).map(({ label, values }) => (
          <span key={label}>
            {label}: {values.join(", ")}
          </span>
        ))}
        {item.href && <Away href={item.href} />}
        {item.structured && <Structured data={item.structured} against={item.disagreements ?? []} />}
        {lacks.length > 0 && (
          <span className={unopened ? "muted" : "failed"}>
            Missing: {lacks.join(", ")}
            {unopened && " (its detail page was not opened)"}
          </span>
        )}
      </div>
    </li>
  );
}

/** How many items were read, and for how many of them the detail page was opened. */
function summary({ items, nodes }: TrialPage): string {
  const counts = `${items.length} items from ${nodes.length} matched nodes`;
  const opened = items.filter(({ detailOpened }) => detailOpened !== false).length;
  return opened === items.length ? counts : `${counts}; detail pages were opened for the first ${opened}`;
}

/** How many items structured data contradicts; null where there is nothing to compare with. */
function agreement({ items }: TrialPage): string | null {
  const compared = items.filter(({ structured }) => structured).length;
  if (compared === 0) return null;
  const against = items.filter(({ disagreements = [] }) => disagreements.length > 0).length;
  const words = `structured data tells about ${compared} of ${items.length} items`;
  return against === 0 ? `${words} and contradicts none` : `${words} and contradicts ${against} of them`;
}

const PAGES = [
  { id: "first", label: "First page" },
  { id: "next", label: "Next page" },
] as const;

interface OutcomeProps {
  trial: Trial;
  busy: boolean;
  fields: readonly BrandField[];
  onUse: (use: Use) => void;
}

/** What the preview shows: the first page, and the one that paging led to; of each its items in their order. */
function Outcome({ trial, busy, ...use }: OutcomeProps) {
  const [current, setCurrent] = useState<(typeof PAGES)[number]["id"]>("first");
  const { following, log = [] } = trial;
  const page = current === "next" && following ? following : trial;
  const shown = (
    <div key={current} className="grid gap-4">
      <PagePicture page={page} {...use} />
      <div>
        <ol className={styles.items}>
          {page.items.map((item, index) => (
            <Item key={index} item={item} />
          ))}
        </ol>
        {(page.rejected ?? []).map(({ reason }, index) => (
          <p key={index} className="failed">
            Rejected: {reason}
          </p>
        ))}
      </div>
    </div>
  );
  return (
    <div className={`grid gap-4 ${styles.outcome ?? ""}`} aria-busy={busy}>
      {following ? (
        <Tabs label="Pages of the preview" tabs={PAGES} current={current} onChange={setCurrent}>
          {shown}
        </Tabs>
      ) : (
        shown
      )}
      {log.length > 0 && (
        <details>
          <summary>Log</summary>
          <pre className={styles.log}>{log.join("\n")}</pre>
        </details>
      )}
    </div>
  );
}

function Summary({ trial }: { trial: Trial }) {
  if (trial.problem) return <p className="failed">{trial.problem}</p>;
  const { following, paging } = trial;
  const agreed = agreement(trial);
  return (
    <>
      <p>{summary(trial)}</p>
      {agreed && <p>{agreed.charAt(0).toUpperCase() + agreed.slice(1)}</p>}
      {following && <p>{`Next page: ${summary(following)}`}</p>}
      {paging !== null && <p className="failed">{paging}</p>}
    </>
  );
}

interface TrialPanelProps {
  fields: readonly BrandField[];
  /** The first page of the form, which is tried unless another one is typed. */
  firstPage: string;
  body: () => BrandInput;
  /** Takes other values of some fields into the form. */
  onUse: (values: BrandValues) => void;
}

/** Tries the configuration on one page: the picture with what matched, and the items beside it. */
export function TrialPanel({ fields, firstPage, body, onUse }: TrialPanelProps) {
  const [typed, setTyped] = useState<string | null>(null);
  // Reads one page with an unsaved configuration; nothing is stored.
  const job = useJob<string, Trial>((url) =>
    bodyOf(operatorApi.POST("/api/scraper/preview", { body: { brand: untyped(body()), pageUrl: url } })),
  );
  const pageUrl = typed ?? firstPage;
  const running = job.state === "pending";
  const use = ({ field, selector, also }: Use) => {
    onUse({ [field]: selector, ...also });
    showToast(
      `${fieldLabel(field, fields)} is now ${selector}. Preview again to see what it finds.`,
      "success",
    );
  };
  return (
    <section className={styles.trial} aria-labelledby="trial-title">
      <h2 id="trial-title" className="type-section">
        Try it on one page
      </h2>
      <div className="wrap gap-2">
        <input
          className={styles.input}
          type="url"
          aria-label="Page to try"
          placeholder="https://www.example.co.za/dresses"
          value={pageUrl}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button
          disabled={running || websiteError(pageUrl, true) !== null}
          onClick={() => job.start(pageUrl.trim())}
        >
          {running ? "Trying…" : "Preview"}
        </Button>
      </div>
      <div role="status">
        {job.error && <p className="failed">{job.error}</p>}
        {job.state === "idle" && (
          <p className="muted">
            Nothing is stored: the page is opened once and read with the form as it stands.
          </p>
        )}
        {job.result && <Summary trial={job.result} />}
      </div>
      {job.result && (
        <Outcome key={job.result.screenshot} trial={job.result} busy={running} fields={fields} onUse={use} />
      )}
    </section>
  );
}
