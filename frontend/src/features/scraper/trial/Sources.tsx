import { Action } from "../../../components/Action";
import { countOf } from "../../../lib/catalogue/format";
import type { Department, FoundSource, SourceState } from "./trial";
import styles from "../editor/editor.module.css";

interface SourcesProps {
  sources: readonly FoundSource[];
  onUse: (values: Record<string, unknown>) => void;
}

function sampleWords({ sampled, priced, pictured, soldOut }: FoundSource): string {
  return `Of ${sampled} looked at: ${priced} with a price, ${pictured} with a picture, ${soldOut} sold out`;
}

const STATES: Record<SourceState, string> = {
  good: "",
  poor: "Not proposed",
  absent: "Not there",
  refused: "Refused by the store",
  locked: "Behind a password",
  unread: "Not understood",
  left: "Not looked at",
};

function why({ state, problem }: FoundSource): string {
  return `${STATES[state]}: ${problem}`;
}

function Found({ source, onUse }: { source: FoundSource; onUse: SourcesProps["onUse"] }) {
  return (
    <li data-sure={source.state === "good"}>
      <span className="flex gap-4 between">
        <strong>
          {source.label}, {countOf(source.products, "product")}
        </strong>
        {source.proposed ? (
          <span className={styles.confidence}>in the form</span>
        ) : (
          <Action className={styles.secondary} onClick={() => onUse(source.values)}>
            Use it<span className="visually-hidden">: {source.label}</span>
          </Action>
        )}
      </span>
      <span className="muted">{source.address}</span>
      <span className="muted">{sampleWords(source)}</span>
      {source.problem && <span className={styles.error}>{why(source)}</span>}
      {source.differs.map((line) => (
        <span key={line} className="muted">
          {line}
        </span>
      ))}
    </li>
  );
}

/** All sources that were looked at, side by side: each that can be read can be taken into the form. */
export function Sources({ sources, onUse }: SourcesProps) {
  const found = sources.filter(({ state }) => state === "good" || state === "poor");
  const unread = sources.filter(({ state }) => !["good", "poor", "absent"].includes(state));
  const absent = sources.filter(({ state }) => state === "absent");
  return (
    <>
      <ul className={styles.suggested} aria-label="Sources">
        {found.map((source) => (
          <Found key={source.label + source.address} source={source} onUse={onUse} />
        ))}
        {unread.map((source) => (
          <li key={source.label + source.address} data-sure={false}>
            <strong>{source.label}</strong>
            <span className="muted">{source.address}</span>
            <span className={styles.error}>{why(source)}</span>
          </li>
        ))}
      </ul>
      {absent.length > 0 && (
        <details className={styles.more}>
          <summary>{countOf(absent.length, "other place")} looked at, with nothing to read</summary>
          <ul className={styles.evidence}>
            {absent.map((source) => (
              <li key={source.label + source.address}>
                {source.label} at {source.address}: {source.problem}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** The lists that the home page links, with the category of each. */
export function Departments({ departments }: { departments: readonly Department[] }) {
  return (
    <details className={styles.more}>
      <summary>{countOf(departments.length, "department")} of the store</summary>
      <ul className={styles.evidence}>
        {departments.map(({ name, url, category }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {name}
            </a>
            {category ? `: ${category}` : ""}
          </li>
        ))}
      </ul>
    </details>
  );
}
