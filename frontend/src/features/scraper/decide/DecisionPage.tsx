import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useShortcuts } from "../../../hooks/useShortcuts";
import { LoadError } from "../../../components/states/LoadError";
import { showError, showToast } from "../../../lib/toasts";
import type { DecisionChoice, Decisions } from "../../../lib/api/schema";
import { load, tell } from "../../../lib/api/operator";
import { formatTime } from "../../../lib/time";
import { counted, reasonOf } from "../history/runs";
import { State } from "../Table";
import { Choice, type Inputs, type Kind } from "./Choice";
import { Readings } from "./Readings";
import styles from "./decide.module.css";

/** A run, or an alert with the run that shows it. */
type Subject = { alertId: number } | { runId: number };

function decisionsQuery(subject: Subject) {
  return "alertId" in subject
    ? load("/api/scraper/decisions/alert/{alert_id}", { params: { path: { alert_id: subject.alertId } } })
    : load("/api/scraper/decisions/run/{run_id}", { params: { path: { run_id: subject.runId } } });
}

function titleOf({ brand, alert, run }: Decisions): string {
  const name = brand?.name ?? alert?.brand ?? run?.brandName ?? "All brands";
  return `${name}: ${alert?.kind ?? run?.result ?? ""}`;
}

function Trouble({ data }: { data: Decisions }) {
  const { run, alert, brand, standing } = data;
  const words = run ? reasonOf(run) : (alert?.words ?? "");
  return (
    <div className="grid gap-2">
      <p className="wrap gap-y-1 gap-x-4 items-baseline">
        {run && (
          <>
            <State of={run.result} />
            <span>
              Run {run.id}, {formatTime(run.endTime)}: {counted(run.foundCount, "product")} read
              {run.held ? ", none published" : ""}
            </span>
          </>
        )}
        {alert && <span className="muted">Alert since {formatTime(alert.since)}</span>}
        {alert?.acknowledgedBy && <span className="muted">seen by {alert.acknowledgedBy}</span>}
        {alert?.mutedUntil && <span className="muted">muted until {formatTime(alert.mutedUntil)}</span>}
      </p>
      <p className="breaks">{words}</p>
      {run?.rejectedBy && (
        <p className="breaks">
          Rejected by {run.rejectedBy}: {run.rejectedWhy}
        </p>
      )}
      {standing && (
        <p className="py-3 px-4 sunk" role="note">
          {standing}
        </p>
      )}
      {run && run.failedPages.length > 0 && (
        <ul className="grid gap-1 breaks">
          {run.failedPages.map(({ pageUrl, reason }) => (
            <li key={pageUrl}>
              <a href={pageUrl} target="_blank" rel="noopener noreferrer">
                {pageUrl}
              </a>{" "}
              {reason}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.links}>
        {brand && <Link to={`/scraper?brand=${brand.id}`}>Its configuration</Link>}
        {brand && <Link to={`/scraper?tab=history&brandId=${brand.id}`}>Its runs</Link>}
        {brand && (
          <a href={brand.website} target="_blank" rel="noopener noreferrer">
            The store
          </a>
        )}
      </p>
    </div>
  );
}

function Taken({ taken }: { taken: Decisions["taken"] }) {
  if (taken.length === 0) return null;
  return (
    <section aria-labelledby="decided">
      <h2 id="decided" className="type-section">
        What was decided
      </h2>
      <ul className="grid gap-1">
        {taken.map(({ actor, action, at }) => (
          <li key={at}>
            <strong>{actor}</strong> {action} <span className="muted figures">{formatTime(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What the evidence speaks for is open from the start; the rest an operator opens. */
const PROPOSED: ReadonlySet<Kind> = new Set(["moved", "same", "time"]);

function Choices({ subject, data: { choices, brand } }: { subject: Subject; data: Decisions }) {
  const client = useQueryClient();
  const first = choices.find(({ kind, refusal }) => refusal === "" && PROPOSED.has(kind))?.kind ?? null;
  const [chosen, setChosen] = useState<Kind | null>(null);
  const open = chosen ?? first;
  // A letter opens its decision.
  useShortcuts((event) => {
    const choice = choices.find(({ key, refusal }) => key === event.key && refusal === "");
    if (!choice) return;
    event.preventDefault();
    setChosen(choice.kind);
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (call: () => Promise<string>) => call(),
    onSuccess: (words) => {
      setChosen(null);
      showToast(words, "success");
    },
    onError: showError,
    onSettled: () => client.invalidateQueries(),
  });
  const of = ({ kind }: DecisionChoice) => ({ ...subject, kind });
  if (choices.length === 0) {
    return <p className="muted">There is nothing to decide here.</p>;
  }
  return (
    <ul className="grid mt-2 line-below">
      {choices.map((choice) => (
        <Choice
          key={choice.kind}
          choice={choice}
          brand={brand}
          isOpen={choice.kind === open && choice.refusal === ""}
          byHand={choice.kind === chosen}
          isBusy={isPending}
          onOpen={() => setChosen(choice.kind)}
          onDecide={(inputs: Inputs) =>
            mutate(() => tell("/api/scraper/decide", { body: { ...of(choice), ...inputs } }))
          }
          onUndo={() => mutate(() => tell("/api/scraper/undoDecision", { body: of(choice) }))}
        />
      ))}
    </ul>
  );
}

/** What a held or failed run read, what each decision would do to the shop window, and the doing. */
export function DecisionPage({ subject }: { subject: Subject }) {
  const { data, error, refetch } = useQuery({
    ...decisionsQuery(subject),
    gcTime: 0, // counted anew each time: of the products of now
  });
  return (
    <>
      <p className="mb-2">
        <Link to="/scraper?tab=alerts">Back to the alerts</Link>
      </p>
      <LoadError error={error} onRetry={() => void refetch()} />
      {!data && !error && <p role="status">Counting what each decision would change…</p>}
      {data && (
        <>
          <h1 className="type-page">{titleOf(data)}</h1>
          <div className={styles.columns}>
            <Trouble data={data} />
            <section className={styles.what} aria-labelledby="decide">
              <h2 id="decide" className="type-section">
                What to do
              </h2>
              <Choices subject={subject} data={data} />
            </section>
            <div className={styles.read}>
              {data.comparison && <Readings comparison={data.comparison} />}
              <Taken taken={data.taken} />
            </div>
          </div>
        </>
      )}
    </>
  );
}
