import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Action } from "../../components/Action";
import { LoadError } from "../../components/states/LoadError";
import type { NextSteps } from "../../lib/api/schema";
import { formatNumber } from "../../lib/catalogue/format";
import { nextQuery, type Selection } from "./api";
import { written } from "./values";
import styles from "./insights.module.css";

type Step = NextSteps["steps"][number];

const WORDS: Readonly<Record<Step["kind"], string>> = {
  click: "Went to",
  view: "Looked at",
  search: "Searched for",
  again: "Searched for it again",
  page: "Asked for another page",
  filter: "Chose a filter",
  other: "Did something else",
  nothing: "Nothing more within half an hour",
};

function Words({ step: { kind, label, href } }: { step: Step }) {
  if (label === "") return WORDS[kind];
  return (
    <>
      {WORDS[kind]} {href === null ? label : <Link to={href}>{label}</Link>}
    </>
  );
}

/** What visitors did next after they searched for the text, the most frequent first. */
export function NextCard({ selection }: { selection: Selection }) {
  const { data, error, isFetching, refetch } = useQuery(nextQuery(selection));
  return (
    <section className={styles.card} data-panel="next" aria-labelledby="panel-next">
      <h2 id="panel-next" className={styles.cardTitle}>
        What they did next
      </h2>
      <p className={styles.question}>What did the same visitor do first after each search?</p>
      <LoadError error={error} onRetry={() => void refetch()} />
      <div className={styles.answer} aria-busy={isFetching}>
        {data?.searches === 0 && <p className={styles.calm}>Nothing in this time</p>}
        {data !== undefined && data.searches > 0 && (
          <>
            <div className={styles.scroll} role="region" aria-label="What they did next: table" tabIndex={0}>
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">Step</th>
                    <th scope="col">Searches</th>
                    <th scope="col">Share</th>
                  </tr>
                </thead>
                <tbody>
                  {data.steps.map((step) => (
                    <tr key={`${step.kind} ${step.label} ${step.href ?? ""}`}>
                      <th scope="row">
                        <Words step={step} />
                      </th>
                      <td>{step.count}</td>
                      <td>{written(step.count / data.searches, "percent")}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <p className={styles.note}>
              {data.searches === 1
                ? "Of one search"
                : `Of the newest ${formatNumber(data.searches)} searches`}
            </p>
          </>
        )}
      </div>
    </section>
  );
}

/** Asks which text the panels are about. */
export function TextForm({ text, onText }: { text: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(text);
  return (
    <form
      className={styles.text}
      role="search"
      aria-label="One text"
      onSubmit={(event) => {
        event.preventDefault();
        onText(typed.trim().toLowerCase());
      }}
    >
      <label>
        Text that was searched
        <input
          className={styles.input}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <Action kind="filled" type="submit">
        Show
      </Action>
      {text !== "" && <Link to={`/?q=${encodeURIComponent(text)}`}>Search for “{text}”</Link>}
    </form>
  );
}
