import { useState } from "react";
import { Button } from "../../../components/Button";
import { type BrandField, fieldLabel } from "../../../components/brandform/values";
import { websiteError } from "../../../lib/catalogue/website";
import type { BrandInput, FieldChange } from "../../../lib/api/schema";
import { Changes } from "../editor/BrandHead";
import {
  type FoundSource,
  type SourceState,
  startSuggestion,
  type Suggestion,
  todayWords,
  useJob,
} from "./trial";
import styles from "../editor/editor.module.css";
import { countOf } from "../../../lib/catalogue/format";
import { Away, Lines } from "../Table";

const STATES: Record<SourceState, string> = {
  good: "",
  poor: "Not proposed",
  absent: "Not there",
  refused: "Refused by the store",
  locked: "Behind a password",
  unread: "Not understood",
  left: "Not looked at",
};

interface SourcesProps {
  sources: readonly FoundSource[];
  onUse: (values: Record<string, unknown>) => void;
}

function Source({ source, onUse }: Pick<SourcesProps, "onUse"> & { source: FoundSource }) {
  const { state, label, address, problem, products, proposed, differs, values } = source;
  const { sampled, priced, pictured, soldOut } = source;
  const isFound = state === "good" || state === "poor";
  return (
    <li data-sure={state === "good"}>
      <span className="flex gap-4 between">
        <strong>{isFound ? `${label}, ${countOf(products, "product")}` : label}</strong>
        {proposed && <span className={`muted figures ${styles.confidence ?? ""}`}>in the form</span>}
        {isFound && !proposed && (
          <Button onClick={() => onUse(values)}>
            Use it<span className="visually-hidden">: {label}</span>
          </Button>
        )}
      </span>
      <span className="muted">{address}</span>
      {isFound && (
        <span className="muted">
          Of {sampled} looked at: {priced} with a price, {pictured} with a picture, {soldOut} sold out
        </span>
      )}
      {problem && (
        <span className="failed">
          {STATES[state]}: {problem}
        </span>
      )}
      {differs.map((line) => (
        <span key={line} className="muted">
          {line}
        </span>
      ))}
    </li>
  );
}

/** All sources that were looked at, side by side: each that can be read can be taken into the form. */
function Sources({ sources, onUse }: SourcesProps) {
  const absent = sources.filter(({ state }) => state === "absent");
  const found = sources.filter(({ state }) => state === "good" || state === "poor");
  const unread = sources.filter((source) => !absent.includes(source) && !found.includes(source));
  return (
    <>
      <ul className={styles.suggested} aria-label="Sources">
        {[...found, ...unread].map((source) => (
          <Source key={source.label + source.address} source={source} onUse={onUse} />
        ))}
      </ul>
      {absent.length > 0 && (
        <details className={styles.more}>
          <summary>{countOf(absent.length, "other place")} looked at, with nothing to read</summary>
          <ul className="mt-2 muted bulleted">
            {absent.map(({ label, address, problem }) => (
              <li key={label + address}>
                {label} at {address}: {problem}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** From this on a choice needs no second look. */
const SURE = 0.9;

interface FoundProps {
  result: Suggestion;
  fields: readonly BrandField[];
  onUse: SourcesProps["onUse"];
}

/** What was chosen for each field, with values that it reads, and where it comes from. */
function Found({ result, fields, onUse }: FoundProps) {
  const { partial, platform, sources, departments = [], fields: suggested, evidence } = result;
  return (
    <>
      {platform && <p>This looks like a {platform} shop.</p>}
      {partial && <p>The time ended before all of the store was looked at. Suggest again for the rest.</p>}
      {sources && <Sources sources={sources} onUse={onUse} />}
      {departments.length > 0 && (
        <details className={styles.more}>
          <summary>{countOf(departments.length, "department")} of the store</summary>
          <ul className="mt-2 muted bulleted">
            {departments.map(({ name, url, category }) => (
              <li key={url}>
                <Away href={url}>{name}</Away>
                {category ? `: ${category}` : ""}
              </li>
            ))}
          </ul>
        </details>
      )}
      {suggested && (
        <ul className={styles.suggested} aria-label="What was found">
          {suggested.map(({ field, selector, samples, confidence }) => (
            <li key={field} data-sure={confidence >= SURE}>
              <span className="flex gap-4 between">
                <strong>{fieldLabel(field, fields)}</strong>
                <span className={`muted figures ${styles.confidence ?? ""}`}>
                  {Math.round(confidence * 100)} % sure
                </span>
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
      )}
      {evidence && <Lines of={evidence} className="mt-2 muted bulleted" />}
    </>
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

function outcome(sources: readonly FoundSource[] | undefined, isChanged: boolean): string {
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
  const job = useJob(startSuggestion, ({ brand }: Suggestion) => onSuggestion(brand));
  const url = typed ?? website;
  const running = job.state === "pending";
  const known = brandId === null ? {} : { brandId };
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
        <Button
          disabled={running || websiteError(url, true) !== null}
          onClick={() => job.start({ url: url.trim(), brand: body(), ...known })}
        >
          {running ? "Reading the store…" : "Suggest a configuration"}
        </Button>
      </div>
      <div role="status">
        {job.error && <p className="failed">{job.error}</p>}
        {job.state === "success" && <p>{outcome(job.result?.sources, changes.length > 0)}</p>}
        {brandId !== null &&
          job.result &&
          todayWords(job.result.today).map((line) => <p key={line}>{line}</p>)}
        {changes.length > 0 && <Changes label="What changed" changes={changes} fields={fields} />}
        {job.result && <Found result={job.result} fields={fields} onUse={onSuggestion} />}
      </div>
    </section>
  );
}
