import { useState } from "react";
import { Action } from "../../../components/Action";
import { fieldLabel, type BrandField } from "../../../components/brandform/fields";
import { websiteError } from "../../../lib/catalogue/website";
import type { BrandInput, FieldChange } from "../../../lib/api/schema";
import { Changes } from "../editor/BrandHead";
import { Departments, Sources } from "./Sources";
import { isSuggestion, startSuggestion, todayWords, type SuggestedField, type Suggestion } from "./trial";
import { useJob } from "./useJob";
import styles from "../editor/editor.module.css";

interface SuggestBarProps {
  website: string;
  /** Of a brand that is saved: what becomes of its products is told. */
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
