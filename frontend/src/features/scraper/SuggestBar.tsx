import { useState } from "react";
import { websiteError } from "../submit/website";
import type { Suggestion } from "./trial";
import { useJob } from "./useJob";
import styles from "./editor.module.css";

interface SuggestBarProps {
  website: string;
  onSuggestion: (suggestion: Suggestion) => void;
}

/** Fills the form from a store's page: JSON-LD, microdata, Open Graph, repeated cards. */
export function SuggestBar({ website, onSuggestion }: SuggestBarProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const job = useJob<Suggestion>("scraper/suggest/", onSuggestion);
  const url = typed ?? website;
  const running = job.state === "running";
  return (
    <section className={styles.suggest} aria-label="Suggest a configuration">
      <label className={styles.label} htmlFor="suggest-url">
        Start from a listing page
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
        <button
          type="button"
          className={styles.secondary}
          disabled={running || websiteError(url, true) !== null}
          onClick={() => job.start({ url: url.trim() })}
        >
          {running ? "Reading the page…" : "Suggest a configuration"}
        </button>
      </div>
      <div role="status">
        {job.error && <p className={styles.error}>{job.error}</p>}
        {job.state === "done" && <p>The form was filled. Look it over, try it, then save.</p>}
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
