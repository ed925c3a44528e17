import { useState } from "react";
import { Action } from "../../../components/Action";
import { type BrandField, fieldLabel } from "../../../components/brandform/values";
import { websiteError } from "../../../lib/catalogue/website";
import type { BrandInput, FieldChange } from "../../../lib/api/schema";
import { Changes } from "../editor/BrandHead";
import {
  type Department,
  type FoundSource,
  isSuggestion,
  type SourceState,
  startSuggestion,
  type SuggestedField,
  type Suggestion,
  todayWords,
  useJob,
} from "./trial";
import styles from "../editor/editor.module.css";
import { countOf } from "../../../lib/catalogue/format";
import { Away } from "../Table";

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
function Sources({ sources, onUse }: SourcesProps) {
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
function Departments({ departments }: { departments: readonly Department[] }) {
  return (
    <details className={styles.more}>
      <summary>{countOf(departments.length, "department")} of the store</summary>
      <ul className={styles.evidence}>
        {departments.map(({ name, url, category }) => (
          <li key={url}>
            <Away href={url}>{name}</Away>
            {category ? `: ${category}` : ""}
          </li>
        ))}
      </ul>
    </details>
  );
}

interface SuggestBarProps {
  website: string;
  /** Of a brand that is saved: the effect on its products is shown. */
  brandId: number | null;
  fields: readonly BrandField[];
  /** The form as it is. */
  body: () => BrandInput;
  /** What the suggestion changed in the form. */
  changes: readonly FieldChange[];
  onSuggestion: (values: Record<string, unknown>) => void;
}

/** From this on a choice needs no second look. */
const SURE = 0.9;

interface SuggestedFieldsProps {
  suggestions: readonly SuggestedField[];
  fields: readonly BrandField[];
}

/** What was chosen for each field, with values that it reads: an operator sees what is wrong. */
function SuggestedFields({ suggestions, fields }: SuggestedFieldsProps) {
  return (
    <ul className={styles.suggested} aria-label="What was found">
      {suggestions.map(({ field, selector, samples, confidence }) => (
        <li key={field} data-sure={confidence >= SURE}>
          <span className="flex gap-4 between">
            <strong>{fieldLabel(field, fields)}</strong>
            <span className={styles.confidence}>{Math.round(confidence * 100)} % sure</span>
          </span>
          <code>{selector}</code>
          {samples.map((sample, index) => (
            <span key={index} className="muted">
              {sample}
            </span>
          ))}
          {samples.length === 0 && (
            <span className="muted">Nothing on this page shows whether it is right.</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function outcome(result: Suggestion | null, isChanged: boolean): string {
  const { sources } = result ?? {};
  if (sources && !sources.some(({ state }) => state === "good")) {
    return "Nothing was found that can be read. Below is what was looked at, and why.";
  }
  return isChanged
    ? "The form was filled. Look it over, try it, then save."
    : "What the form has reads the store as well as anything that was found.";
}

/** Fills the form from a store's page: JSON-LD, microdata, Open Graph, repeated cards. */
export function SuggestBar({ website, brandId, fields, body, changes, onSuggestion }: SuggestBarProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const job = useJob({
    start: startSuggestion,
    isResult: isSuggestion,
    onDone: (suggestion: Suggestion) => onSuggestion(suggestion.brand),
  });
  const url = typed ?? website;
  const running = job.state === "pending";
  return (
    <section className="grid gap-2 mb-4 p-4 sunk" aria-label="Suggest a configuration">
      <label className="strong" htmlFor="suggest-url">
        Start from the store’s address, or a listing page
      </label>
      <div className="wrap gap-2">
        <input
          id="suggest-url"
          className={styles.input}
          type="url"
          placeholder="https://www.example.co.za/collections/all"
          value={url}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Action
          className={styles.secondary}
          disabled={running || websiteError(url, true) !== null}
          onClick={() => job.start({ url: url.trim(), brand: body(), ...(brandId !== null && { brandId }) })}
        >
          {running ? "Reading the store…" : "Suggest a configuration"}
        </Action>
      </div>
      <div role="status">
        {job.error && <p className={styles.error}>{job.error}</p>}
        {job.state === "success" && <p>{outcome(job.result, changes.length > 0)}</p>}
        {brandId !== null &&
          job.result &&
          todayWords(job.result.today ?? null).map((line) => <p key={line}>{line}</p>)}
        {job.result?.partial && (
          <p>The time ended before all of the store was looked at. Suggest again for the rest.</p>
        )}
        {changes.length > 0 && <Changes label="What changed" changes={changes} fields={fields} />}
        {job.result?.platform && <p>This looks like a {job.result.platform} shop.</p>}
        {job.result?.sources && <Sources sources={job.result.sources} onUse={onSuggestion} />}
        {!!job.result?.departments?.length && <Departments departments={job.result.departments} />}
        {job.result?.fields && <SuggestedFields suggestions={job.result.fields} fields={fields} />}
        {job.result?.evidence && (
          <ul className={styles.evidence}>
            {job.result.evidence.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
