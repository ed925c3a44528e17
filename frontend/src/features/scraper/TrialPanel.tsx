import { useState } from "react";
import type { BrandField } from "../brandform/fields";
import { pagesOf, type BrandValues } from "../brandform/values";
import { websiteError } from "../submit/website";
import { showToast } from "../toasts/store";
import type { Use } from "./pick";
import { PickBar } from "./PickBar";
import { Tabs } from "./Tabs";
import type { Trial, TrialPage } from "./trial";
import { TrialItems } from "./TrialItems";
import { TrialPicture } from "./TrialPicture";
import { useJob } from "./useJob";
import styles from "./editor.module.css";

interface TrialPanelProps {
  fields: readonly BrandField[];
  values: BrandValues;
  body: () => Record<string, unknown>;
  /** Takes other values of some fields into the form. */
  onUse: (values: BrandValues) => void;
}

/** How much was found, and that a run would open more detail pages than a preview. */
function summary({ items, nodes }: TrialPage): string {
  const found = `${items.length} items from ${nodes.length} matched nodes`;
  const opened = items.filter(({ detailOpened }) => detailOpened !== false).length;
  return opened === items.length ? found : `${found}; detail pages were opened for the first ${opened}`;
}

/** How many items structured data contradicts; null where there is nothing to compare with. */
function agreement({ items }: TrialPage): string | null {
  const compared = items.filter(({ structured }) => structured).length;
  if (compared === 0) return null;
  const against = items.filter(({ disagreements = [] }) => disagreements.length > 0).length;
  const words = `structured data tells about ${compared} of ${items.length} items`;
  return against === 0 ? `${words} and contradicts none` : `${words} and contradicts ${against} of them`;
}

interface PageProps {
  page: TrialPage;
  fields: readonly BrandField[];
  onUse: (use: Use) => void;
}

function Page({ page, fields, onUse }: PageProps) {
  const [picking, setPicking] = useState(false);
  const [picked, setPicked] = useState<number | null>(null);
  return (
    <div className={styles.outcome}>
      <PickBar
        elements={page.elements}
        fields={fields}
        picking={picking}
        picked={picked}
        onPicking={setPicking}
        onPick={setPicked}
        onUse={onUse}
      />
      <TrialPicture trial={page} picked={picked} onPick={picking ? setPicked : null} />
      <TrialItems trial={page} />
    </div>
  );
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

/** What the preview shows: the first page, and the one that paging led to. */
function Outcome({ trial, busy, fields, onUse }: OutcomeProps) {
  const [current, setCurrent] = useState<(typeof PAGES)[number]["id"]>("first");
  const { following } = trial;
  return (
    <div className={styles.outcome} aria-busy={busy}>
      {following ? (
        <Tabs label="Pages of the preview" tabs={PAGES} current={current} onChange={setCurrent}>
          <Page key={current} page={current === "first" ? trial : following} fields={fields} onUse={onUse} />
        </Tabs>
      ) : (
        <Page page={trial} fields={fields} onUse={onUse} />
      )}
      {trial.log && trial.log.length > 0 && (
        <details>
          <summary>Log</summary>
          <pre className={styles.log}>{trial.log.join("\n")}</pre>
        </details>
      )}
    </div>
  );
}

/** What came of it, in words. */
function Told({ trial }: { trial: Trial }) {
  if (trial.problem) return <p className={styles.error}>{trial.problem}</p>;
  const { following, paging } = trial;
  const told = agreement(trial);
  return (
    <>
      <p>{summary(trial)}</p>
      {told && <p>{told.charAt(0).toUpperCase() + told.slice(1)}</p>}
      {following && <p>{`Next page: ${summary(following)}`}</p>}
      {paging !== null && <p className={styles.error}>{paging}</p>}
    </>
  );
}

/** Tries the configuration on one page: the picture with what matched, and the items beside it. */
export function TrialPanel({ fields, values, body, onUse }: TrialPanelProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const job = useJob<Trial>("scraper/preview/");
  const pageUrl = typed ?? pagesOf(values.pages)[0]?.pageUrl ?? "";
  const running = job.state === "running";
  const use = ({ field, selector, also }: Use) => {
    onUse({ [field]: selector, ...also });
    const label = fields.find(({ name }) => name === field)?.label ?? field;
    showToast(`${label} is now ${selector}. Preview again to see what it finds.`, "success");
  };
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
        {job.result && <Told trial={job.result} />}
      </div>
      {job.result && (
        <Outcome key={job.result.screenshot} trial={job.result} busy={running} fields={fields} onUse={use} />
      )}
    </section>
  );
}
