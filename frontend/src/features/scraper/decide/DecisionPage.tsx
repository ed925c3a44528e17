import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useShortcuts } from "../../../hooks/useMediaQuery";
import { LoadError } from "../../../components/states/states";
import { showError, showToast } from "../../../lib/toasts";
import type { ComparedProduct, Comparison, DecisionChoice, Decisions } from "../../../lib/api/schema";
import { load, postAsOperator } from "../../../lib/api/operator";
import { formatTime } from "../../../lib/time";
import {
  amountText,
  counted,
  ItemFiles,
  Origin,
  ProductName,
  reasonOf,
  UNREAD,
  type Values,
} from "../history/CompareBar";
import { Away, State, stateWord } from "../Table";
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
      {picture ? (
        <img className={styles.picture} src={picture} alt="" loading="lazy" />
      ) : (
        <span className={styles.noPicture} />
      )}
      <span className="breaks">
        <ProductName product={product} />
      </span>
      <dl className={styles.sides}>
        <div>
          <dt>Before</dt>
          <dd>
            {valueOf(field, before)}
            {field === "price" && <Origin of={originBefore} />}
          </dd>
        </div>
        <div>
          <dt>Read</dt>
          <dd>
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
        {label} <span className="muted">{[counted(count, "product"), ...parts].join(", ")}</span>
      </h3>
      <ul>
        {samples.map((product) => (
          <Sample key={`${product.productId ?? ""} ${product.name}`} field={field} product={product} />
        ))}
      </ul>
    </section>
  );
}

function Ways({
  title,
  products,
  count,
}: {
  title: string;
  products: readonly ComparedProduct[];
  count: number;
}) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.field}>
        {title} <span className="muted">{counted(count, "product")}</span>
      </h3>
      <p className="breaks">
        {products
          .slice(0, 5)
          .map(({ name }) => name)
          .join(", ")}
        {count > 5 && " …"}
      </p>
    </section>
  );
}

/** What a held run read otherwise than the last good one: field by field, samples side by side. */
function Readings({ comparison }: { comparison: Comparison }) {
  const { byField, counts, gone, to, from } = comparison;
  return (
    <section className="grid gap-5" aria-labelledby="readings">
      <h2 id="readings" className="type-section">
        What it read <span className="muted">beside run {from.id}</span>
      </h2>
      {byField.length === 0 && <p className="muted">What both runs read is the same.</p>}
      {byField.map((each) => (
        <FieldReading key={each.field} each={each} />
      ))}
      <Ways title="Missing" products={gone} count={counts.gone ?? 0} />
      <Ways title="New" products={comparison.new} count={counts.new ?? 0} />
      <ItemFiles runId={to.id} />
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
              <Away href={pageUrl} /> {reason}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.links}>
        {brand && <Link to={`/scraper?brand=${brand.id}`}>Its configuration</Link>}
        {brand && <Link to={`/scraper?tab=history&brandId=${brand.id}`}>Its runs</Link>}
        {brand && <Away href={brand.website}>The store</Away>}
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

function Choices({ subject, data }: { subject: Subject; data: Decisions }) {
  const { choices, brand } = data;
  const client = useQueryClient();
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
            mutate(() => postAsOperator("/api/scraper/decide", { body: { ...of(choice), ...inputs } }))
          }
          onUndo={() => mutate(() => postAsOperator("/api/scraper/undoDecision", { body: of(choice) }))}
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
