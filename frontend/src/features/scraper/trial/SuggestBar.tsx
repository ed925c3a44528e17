import { useState } from "react";
import { Action } from "../../../components/Action";
import { fieldLabel, type BrandField } from "../../../components/brandform/fields";
import { websiteError } from "../../../lib/catalogue/website";
import { startSuggestion } from "../api/jobs";
import { isSuggestion, type SuggestedField, type Suggestion } from "./trial";
import { useJob } from "./useJob";
import styles from "../editor/editor.module.css";

interface SuggestBarProps {
  website: string;
  fields: readonly BrandField[];
  onSuggestion: (suggestion: Suggestion) => void;
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
          <span className={styles.suggestedHead}>
            <strong>{fieldLabel(field, fields)}</strong>
            <span className={styles.confidence}>{Math.round(confidence * 100)} % sure</span>
          </span>
          <code>{selector}</code>
          {samples.map((sample, index) => (
            <span key={index} className="muted">
              {sample}
            </span>
          ))}
          {samples.length === 0 && <span className={styles.error}>It reads nothing on this page.</span>}
        </li>
      ))}
    </ul>
  );
}

/** Fills the form from a store's page: JSON-LD, microdata, Open Graph, repeated cards. */
export function SuggestBar({ website, fields, onSuggestion }: SuggestBarProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const job = useJob({ start: startSuggestion, isResult: isSuggestion, onDone: onSuggestion });
  const url = typed ?? website;
  const running = job.state === "pending";
  return (
    <section className={styles.suggest} aria-label="Suggest a configuration">
      <label className={styles.label} htmlFor="suggest-url">
        Start from the store’s address, or a listing page
      </label>
      <div className={styles.bar}>
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
          onClick={() => job.start(url.trim())}
        >
          {running ? "Reading the page…" : "Suggest a configuration"}
        </Action>
      </div>
      <div role="status">
        {job.error && <p className={styles.error}>{job.error}</p>}
        {job.state === "success" && <p>The form was filled. Look it over, try it, then save.</p>}
        {job.result?.platform && <p>This looks like a {job.result.platform} shop.</p>}
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
