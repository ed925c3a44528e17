import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { BackLink } from "../../../components/Breadcrumb";
import { Loaded } from "../../../components/operator/OperatorGate";
import { useShortcuts } from "../../../lib/hooks";
import { load, postAsOperator } from "../../../lib/api/operator";
import type { ComparedProduct, Comparison, DecisionChoice, Decisions } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { formatTime } from "../../../lib/time";
import { amountText, Group, Origin, ProductName, UNREAD, type Values } from "../history/CompareBar";
import { RunReport } from "../history/HistoryDetail";
import { Away, State, stateWord, useAct } from "../Table";
import { Choice, type Inputs, type Kind, recommendedOf } from "./Choice";
import styles from "./decide.module.css";

type Field = Comparison["byField"][number];

/** A reading's value of a field. */
function valueOf(field: string, values: Values): string {
  if (!values) return "nothing";
  const { soldOut, name, href, image, brand } = values;
  if (field === "price" || field === "ordinaryPrice") return amountText(values, field);
  if (field === "soldOut") return soldOut === null ? UNREAD : soldOut ? "sold out" : "in stock";
  return { name, href, image, productBrand: brand }[field] ?? "nothing";
}

function Sample({ field, product }: { field: string; product: ComparedProduct }) {
  const { before, after, origin, originBefore } = product;
  const picture = after?.image ?? before?.image;
  return (
    <li className={styles.sample}>
      {picture ? <img className="thumb" src={picture} alt="" loading="lazy" /> : <span className="thumb" />}
      <span className="breaks">
        <ProductName product={product} />
      </span>
      <dl className={styles.sides}>
        <div>
          <dt className="muted type-meta">Before</dt>
          <dd className="breaks">
            {valueOf(field, before)}
            {field === "price" && <Origin of={originBefore} />}
          </dd>
        </div>
        <div>
          <dt className="muted type-meta">Read</dt>
          <dd className="breaks">
            <strong>{valueOf(field, after)}</strong>{" "}
            {field === "price" && <span className="failed">{product.priceWords}</span>}
            {field === "price" && <Origin of={origin} />}
          </dd>
        </div>
      </dl>
    </li>
  );
}

function FieldReading({ each: { field, label, count, lost, gained, samples } }: { each: Field }) {
  const parts = [lost > 0 && `${lost} have none any more`, gained > 0 && `${gained} had none`].filter(
    Boolean,
  );
  return (
    <section aria-label={label}>
      <h3 className={styles.field}>
        {label} <span className="muted">{[countOf(count, "product"), ...parts].join(", ")}</span>
      </h3>
      <ul>
        {samples.map((product) => (
          <Sample key={`${product.productId ?? ""} ${product.name}`} field={field} product={product} />
        ))}
      </ul>
    </section>
  );
}

/** So many products that are new or missing are listed. */
const LISTED = 5;

/** What a held run read otherwise than the last good one: field by field, samples side by side. */
function Readings({ comparison }: { comparison: Comparison }) {
  const { byField, counts, gone, new: added, from } = comparison;
  return (
    <section className="grid gap-5" aria-labelledby="readings">
      <h2 id="readings" className="type-section">
        What it read <span className="muted">beside run {from.id}</span>
      </h2>
      {byField.length === 0 && <p className="muted">What both runs read is the same.</p>}
      {byField.map((each) => (
        <FieldReading key={each.field} each={each} />
      ))}
      {gone.length > 0 && <Group title="Missing" products={gone.slice(0, LISTED)} count={counts.gone} />}
      {added.length > 0 && <Group title="New" products={added.slice(0, LISTED)} count={counts.new} />}
    </section>
  );
}

/** A run, or an alert with the run that shows it. */
type Subject = { alertId: number } | { runId: number };

function decisionsQuery(subject: Subject) {
  return "alertId" in subject
    ? load("/api/scraper/decisions/alert/{alert_id}", { params: { path: { alert_id: subject.alertId } } })
    : load("/api/scraper/decisions/run/{run_id}", { params: { path: { run_id: subject.runId } } });
}

function titleOf({ brand, alert, run }: Decisions): string {
  const name = brand?.name ?? alert?.brand ?? run?.brandName ?? "All brands";
  return `${name}: ${stateWord(alert?.kind ?? run?.result ?? "")}`;
}

/** What is wrong, since when, and the report of the run. */
function Trouble({ data: { run, alert, brand, standing } }: { data: Decisions }) {
  return (
    <div className="grid gap-2">
      <p className="wrap gap-y-1 gap-x-4 items-baseline">
        {run && (
          <>
            <State of={run.result} />
            <span>
              Run {run.id}, {formatTime(run.endTime)}: {countOf(run.foundCount, "product")} read
              {run.held ? ", none published" : ""}
            </span>
          </>
        )}
        {alert && <span className="muted">Alert since {formatTime(alert.since)}</span>}
        {alert?.acknowledgedBy && <span className="muted">seen by {alert.acknowledgedBy}</span>}
        {alert?.mutedUntil && <span className="muted">muted until {formatTime(alert.mutedUntil)}</span>}
      </p>
      {run ? <RunReport record={{ ...run, standing }} /> : <p className="breaks">{alert?.words}</p>}
      {brand && (
        <p className={styles.links}>
          <Link to={`/scraper?brand=${brand.id}`}>Its configuration</Link>
          <Link to={`/scraper?tab=history&brandId=${brand.id}`}>Its runs</Link>
          <Away href={brand.website}>The store</Away>
        </p>
      )}
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

function Choices({ subject, data }: { subject: Subject; data: Decisions }) {
  const { choices, brand } = data;
  const first = recommendedOf(data);
  // What the evidence supports comes first and is open; what is not to be had comes last.
  const place = ({ kind, refusal }: DecisionChoice) => (kind === first ? 0 : refusal === "" ? 1 : 2);
  const inOrder = [...choices].sort((one, other) => place(one) - place(other));
  const [chosen, setChosen] = useState<Kind | null>(null);
  const open = chosen ?? first;
  // A letter opens its decision.
  useShortcuts((event) => {
    const choice = choices.find(({ key, refusal }) => key === event.key && refusal === "");
    if (!choice) return;
    event.preventDefault();
    setChosen(choice.kind);
  });
  const { act, isPending } = useAct(() => setChosen(null));
  const of = ({ kind }: DecisionChoice) => ({ ...subject, kind });
  if (choices.length === 0) {
    return <p className="muted">There is nothing to decide here.</p>;
  }
  return (
    <ul className="grid mt-2">
      {inOrder.map((choice) => (
        <Choice
          key={choice.kind}
          choice={choice}
          isRecommended={choice.kind === first}
          brand={brand}
          isOpen={choice.kind === open && choice.refusal === ""}
          byHand={choice.kind === chosen}
          isBusy={isPending}
          onOpen={() => setChosen(choice.kind)}
          onDecide={(inputs: Inputs) =>
            !isPending &&
            act(() => postAsOperator("/api/scraper/decide", { body: { ...of(choice), ...inputs } }))
          }
          onUndo={() => act(() => postAsOperator("/api/scraper/undoDecision", { body: of(choice) }))}
        />
      ))}
    </ul>
  );
}

/** What a held or failed run read, what each decision would do to the shop window, and the doing. */
export function DecisionPage({ subject }: { subject: Subject }) {
  // Counted anew each time: of the products of now.
  const decisions = useQuery({ ...decisionsQuery(subject), gcTime: 0 });
  return (
    <>
      <BackLink to="/scraper?tab=alerts" label="Back to the alerts" />
      <Loaded query={decisions} waiting="Counting what each decision would change…">
        {(data) => (
          <>
            <h1 className="type-page">{titleOf(data)}</h1>
            <div className="columns mt-4">
              <Trouble data={data} />
              <section className={styles.what} aria-labelledby="decide">
                <h2 id="decide" className="type-section">
                  What to do
                </h2>
                <Choices subject={subject} data={data} />
              </section>
              <div className="grid gap-6">
                {data.comparison && <Readings comparison={data.comparison} />}
                <Taken taken={data.taken} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}
