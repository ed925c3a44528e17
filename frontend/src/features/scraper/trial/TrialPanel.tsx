import { useState } from "react";
import { Action } from "../../../components/Action";
import { fieldLabel, type BrandField } from "../../../components/brandform/fields";
import type { BrandValues } from "../../../components/brandform/values";
import { websiteError } from "../../../lib/catalogue/website";
import { showToast } from "../../../lib/toasts";
import type { Use } from "./pick";
import { PickBar } from "./PickBar";
import { Tabs } from "../../../components/tabs/Tabs";
import type { BrandInput } from "../../../lib/api/schema";
import { isTrial, startPreview, type Trial, type TrialPage } from "./trial";
import { TrialItems } from "./TrialItems";
import { TrialPicture } from "./TrialPicture";
import { useJob } from "./useJob";
import styles from "../editor/editor.module.css";

interface TrialPanelProps {
  fields: readonly BrandField[];
  /** The first page of the form, which is tried unless another one is typed. */
  firstPage: string;
  body: () => BrandInput;
  /** Takes other values of some fields into the form. */
  onUse: (values: BrandValues) => void;
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

interface OutcomeProps extends Omit<PageProps, "page"> {
  trial: Trial;
  busy: boolean;
}

/** What the preview shows: the first page, and the one that paging led to. */
function Outcome({ trial, busy, ...use }: OutcomeProps) {
  const [current, setCurrent] = useState<(typeof PAGES)[number]["id"]>("first");
  const { following } = trial;
  return (
    <div className={styles.outcome} aria-busy={busy}>
      {following ? (
        <Tabs label="Pages of the preview" tabs={PAGES} current={current} onChange={setCurrent}>
          <Page key={current} page={current === "first" ? trial : following} {...use} />
        </Tabs>
      ) : (
        <Page page={trial} {...use} />
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

function Summary({ trial }: { trial: Trial }) {
  if (trial.problem) return <p className={styles.error}>{trial.problem}</p>;
  const { following, paging } = trial;
  const agreed = agreement(trial);
  return (
    <>
      <p>{summary(trial)}</p>
      {agreed && <p>{agreed.charAt(0).toUpperCase() + agreed.slice(1)}</p>}
      {following && <p>{`Next page: ${summary(following)}`}</p>}
      {paging !== null && <p className={styles.error}>{paging}</p>}
    </>
  );
}

/** Tries the configuration on one page: the picture with what matched, and the items beside it. */
export function TrialPanel({ fields, firstPage, body, onUse }: TrialPanelProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const job = useJob({ start: (url: string) => startPreview(body(), url), isResult: isTrial });
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
        <Action
          className={styles.secondary}
          disabled={running || websiteError(pageUrl, true) !== null}
          onClick={() => job.start(pageUrl.trim())}
        >
          {running ? "Trying…" : "Preview"}
        </Action>
      </div>
      <div role="status">
        {job.error && <p className={styles.error}>{job.error}</p>}
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
