import { type PointerEvent, useLayoutEffect, useRef, useState } from "react";
import { Action } from "../../../components/Action";
import { type BrandField, fieldLabel, type BrandValues } from "../../../components/brandform/values";
import { websiteError } from "../../../lib/catalogue/website";
import { showToast } from "../../../lib/toasts";
import { elementAt, type Use, PickBar } from "./PickBar";
import { Tabs } from "../../../components/tabs/Tabs";
import type { BrandInput } from "../../../lib/api/schema";
import { isTrial, type MatchedNode, startPreview, type Trial, type TrialPage, useJob } from "./trial";
import { TrialItems } from "./TrialItems";
import styles from "../editor/editor.module.css";

/** px of the page that stay in sight above the first match. */
const ABOVE = 40;

/** A node's place as shares of the picture, so that the outline scales with it. */
function outlineStyle(node: MatchedNode, trial: TrialPage) {
  const share = (part: number, total: number) => `${(100 * part) / total}%`;
  return {
    left: share(node.x, trial.width),
    top: share(node.y, trial.height),
    width: share(node.width, trial.width),
    height: share(node.height, trial.height),
  };
}

function nodeOf(trial: TrialPage, index: number | null): MatchedNode | null {
  const box = index === null ? undefined : trial.elements[index]?.box;
  return box ? { x: box[0], y: box[1], width: box[2], height: box[3] } : null;
}

interface GlassProps {
  trial: TrialPage;
  picked: number | null;
  onPick: (index: number) => void;
}

/**
 * Lies over the picture: what is under the pointer is outlined, a press picks it. The list of
 * elements does the same by the keyboard.
 */
function Glass({ trial, picked, onPick }: GlassProps) {
  const [over, setOver] = useState<number | null>(null);
  const at = (event: PointerEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const x = ((event.clientX - left) / width) * trial.width;
    const y = ((event.clientY - top) / height) * trial.height;
    const index = elementAt(trial.elements, x, y);
    return index < 0 ? null : index;
  };
  const shown = nodeOf(trial, over) ?? nodeOf(trial, picked);
  return (
    <div
      className={styles.glass}
      role="presentation"
      data-part="glass"
      onPointerMove={(event) => setOver(at(event))}
      onPointerLeave={() => setOver(null)}
      onPointerUp={(event) => {
        const index = at(event);
        if (index !== null) onPick(index);
      }}
    >
      {shown && <span className={styles.pointed} style={outlineStyle(shown, trial)} />}
    </div>
  );
}

interface TrialPictureProps {
  trial: TrialPage;
  picked: number | null;
  /** Null: nothing is picked in the picture now. */
  onPick: ((index: number) => void) | null;
}

/** The page as the browser saw it, from its first match on; matched nodes are outlined and numbered. */
function TrialPicture({ trial, picked, onPick }: TrialPictureProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const first = trial.nodes[0];
    const view = box.current;
    if (!view || !first) return;
    const scale = view.clientWidth / trial.width;
    view.scrollTop = Math.max(0, (first.y - ABOVE) * scale);
  }, [trial]);
  if (!trial.screenshot) return <p className="muted">No picture could be taken.</p>;
  return (
    <div ref={box} className={styles.picture} tabIndex={0} role="region" aria-label="Screenshot">
      <div className={styles.canvas} style={{ aspectRatio: `${trial.width} / ${trial.height}` }}>
        <img src={trial.screenshot} alt={`The page with ${trial.nodes.length} matched nodes`} />
        {trial.nodes.map((node, index) => (
          <span key={index} className={styles.outline} style={outlineStyle(node, trial)} aria-hidden="true">
            <span className={styles.number}>{index + 1}</span>
          </span>
        ))}
        {onPick && <Glass trial={trial} picked={picked} onPick={onPick} />}
      </div>
    </div>
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
