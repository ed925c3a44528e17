import { useState } from "react";
import { pagesOf, type BrandValues } from "../brandform/values";
import { websiteError } from "../submit/website";
import type { Trial } from "./trial";
import { TrialItems } from "./TrialItems";
import { TrialPicture } from "./TrialPicture";
import { useJob } from "./useJob";
import styles from "./editor.module.css";

interface TrialPanelProps {
  values: BrandValues;
  body: () => Record<string, unknown>;
}

/** How much was found, and that a run would open more detail pages than a preview. */
function summary({ items, nodes }: Trial): string {
  const found = `${items.length} items from ${nodes.length} matched nodes`;
  const opened = items.filter(({ detailOpened }) => detailOpened !== false).length;
  return opened === items.length ? found : `${found}; detail pages were opened for the first ${opened}`;
}

/** Tries the configuration on one page: the picture with what matched, and the items beside it. */
export function TrialPanel({ values, body }: TrialPanelProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const job = useJob<Trial>("scraper/preview/");
  const pageUrl = typed ?? pagesOf(values.pages)[0]?.pageUrl ?? "";
  const running = job.state === "running";
  return (
    <section className={styles.trial} aria-labelledby="trial-title">
      <h2 id="trial-title" className={styles.heading}>
        Try it on one page
      </h2>
      <div className={styles.bar}>
        <input
          className={styles.input}
          type="url"
          aria-label="Page to try"
          placeholder="https://www.example.co.za/dresses"
          value={pageUrl}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button
          type="button"
          className={styles.secondary}
          disabled={running || websiteError(pageUrl, true) !== null}
          onClick={() => job.start({ brand: body(), pageUrl: pageUrl.trim() })}
        >
          {running ? "Trying…" : "Preview"}
        </button>
      </div>
      <div role="status">
        {job.error && <p className={styles.error}>{job.error}</p>}
        {job.state === "idle" && (
          <p className={styles.hint}>
            Nothing is stored: the page is opened once and read with the form as it stands.
          </p>
        )}
        {job.result?.problem && <p className={styles.error}>{job.result.problem}</p>}
        {job.result && !job.result.problem && <p>{summary(job.result)}</p>}
      </div>
      {job.result && (
        <div className={styles.outcome} aria-busy={running}>
          <TrialPicture trial={job.result} />
          <TrialItems trial={job.result} />
        </div>
      )}
    </section>
  );
}
