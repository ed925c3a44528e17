import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { InlineForm } from "../../components/operator/InlineForm";
import { LoadError } from "../../components/states/LoadError";
import type { NextSteps } from "../../lib/api/schema";
import { formatNumber } from "../../lib/catalogue/format";
import { given, load } from "../../lib/api/operator";
import type { Selection } from "./Choices";
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
  const { text, since, until, real } = selection;
  const query = { text, since, ...given({ until }), ...(real && { demo: false }) };
  const { data, error, isFetching, refetch } = useQuery(load("/api/insights/next", { params: { query } }));
  return (
    <section className={styles.card} data-panel="next" aria-labelledby="panel-next">
      <h2 id="panel-next" className={styles.cardTitle}>
        What they did next
      </h2>
      <p className={styles.question}>What did the same visitor do first after each search?</p>
      <LoadError error={error} onRetry={() => void refetch()} />
      <div className={styles.answer} aria-busy={isFetching}>
        {data?.searches === 0 && <p className="py-5 px-0 muted text-center">Nothing in this time</p>}
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
  return (
    <InlineForm
      role="search"
      aria-label="One text"
      fields={[{ name: "text", label: "Text that was searched", type: "search", defaultValue: text }]}
      submit="Show"
      onSubmit={({ text: typed = "" }) => onText(typed.trim().toLowerCase())}
    >
      {text !== "" && <Link to={`/?q=${encodeURIComponent(text)}`}>Search for “{text}”</Link>}
    </InlineForm>
  );
}
