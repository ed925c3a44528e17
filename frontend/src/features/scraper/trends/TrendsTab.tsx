import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { Button } from "../../../components/Button";
import { type Dot, LineChart, placesOf } from "../../../components/LineChart";
import { InlineForm } from "../../../components/operator/InlineForm";
import { Loaded } from "../../../components/operator/OperatorGate";
import { Filter, Filters, useChoices } from "../../../components/operator/Pick";
import { load, postAsOperator } from "../../../lib/api/operator";
import type { GateLimit, LimitInput, TrendRun, Trends } from "../../../lib/api/schema";
import { formatNumber } from "../../../lib/catalogue/format";
import { dayOf, formatDuration, formatTime } from "../../../lib/time";
import { actions, Stacked, State, stateWord, Table, useAct } from "../Table";
import { Hosts } from "./Hosts";
import styles from "./trends.module.css";

function ownLimit(own: GateLimit["own"]) {
  if (own === null) return <span className="muted">as everywhere</span>;
  const { percent: most, reason, setBy, setAt } = own;
  return <Stacked under={`by ${setBy}, ${formatTime(setAt)}`}>{`${most} %: ${reason}`}</Stacked>;
}

/** The limits that hold a brand's runs; one that was overruled again and again should be changed. */
function Limits({ brandId, limits }: { brandId: number; limits: readonly GateLimit[] }) {
  const { act } = useAct();
  const [open, setOpen] = useState<GateLimit["gate"] | null>(null);
  const save = (body: LimitInput) => {
    setOpen(null);
    act(() => postAsOperator("/api/scraper/limits", { body }));
  };
  return (
    <Table
      label="When a run is held back"
      rows={limits}
      kind="gate"
      idOf={({ gate }) => gate}
      columns={[
        { area: "brand", label: "what", cell: ({ words }) => words },
        { area: "usual", label: "usually", isNumber: true, cell: ({ usual }) => `over ${usual} %` },
        { area: "own", label: "for this brand", cell: ({ own }) => ownLimit(own) },
        {
          area: "overruled",
          label: "overruled",
          cell: ({ overruled, asks }) =>
            asks ? (
              <strong>{overruled} times since it was set: should it change?</strong>
            ) : (
              `${overruled} ${overruled === 1 ? "time" : "times"}`
            ),
        },
        actions<GateLimit>(({ gate, own, words }) => (
          <>
            <Button kind="row" of={`: ${words}`} aria-expanded={open === gate} onClick={() => setOpen(gate)}>
              Change
            </Button>
            {own && (
              <Button
                kind="row"
                of={`: ${words}`}
                onClick={() => save({ brandId, gate, percent: null, reason: "" })}
              >
                As everywhere
              </Button>
            )}
          </>
        )),
      ]}
      detailOf={({ gate, own, usual, words }) =>
        open === gate && (
          <InlineForm
            fields={[
              {
                name: "percent",
                label: `${words}, in percent`,
                type: "number",
                min: 0,
                max: 1000,
                required: true,
                defaultValue: own?.percent ?? usual,
              },
              {
                name: "reason",
                label: "Why may this brand differ?",
                required: true,
                maxLength: 500,
                defaultValue: own?.reason,
              },
            ]}
            submit="Save"
            onSubmit={({ percent, reason = "" }) => save({ brandId, gate, percent: Number(percent), reason })}
            onCancel={() => setOpen(null)}
          />
        )
      }
    />
  );
}

/** In px; the edge is for dots at the sides. */
const BOX = { width: 320, height: 96, edge: 4 };

/** A run's figure; undefined or null where it has none. */
type Figure = (run: TrendRun) => number | null | undefined;

interface TrendChartProps {
  title: string;
  runs: readonly TrendRun[];
  write: (value: number) => string;
  value: Figure;
  /** What a gate requires. */
  limit?: Figure;
}

const isBad = ({ result }: TrendRun) => result === "suspect" || result === "failed";

/** Whose a value is, for who points at it. */
function titleOf({ id, startTime, result, accepted, codes }: TrendRun): string {
  const why = codes.length > 0 ? ` (${codes.join(", ")})` : "";
  return `Run ${id}, ${formatTime(startTime)}, ${accepted ? "accepted" : stateWord(result)}${why}`;
}

/** Values over the runs, from 0, with the least that is published dashed; runs in doubt are dots in red. */
function TrendChart({ title, runs, write, value, limit = () => null }: TrendChartProps) {
  const values = runs.map((run) => value(run) ?? null);
  const limits = runs.map((run) => limit(run) ?? null);
  const top = Math.max(...[...values, ...limits].map(Number)) || 1;
  const placed = (amounts: readonly (number | null)[]) => placesOf(amounts, BOX, [0, top]);
  const line = placed(values);
  const words = (amount: number | null | undefined) => (typeof amount === "number" ? write(amount) : "–");
  const dots = runs.map((run, index): Dot | null => {
    const place = line[index];
    const radius = isBad(run) || index === runs.length - 1 ? 3.5 : 2;
    return place
      ? { ...place, radius, isBad: isBad(run), title: `${titleOf(run)}: ${words(values[index])}` }
      : null;
  });
  const [last, least] = [words(values.at(-1)), limits.at(-1)];
  return (
    <figure className={styles.chart}>
      <figcaption className="wrap gap-x-3 items-baseline mb-2">
        <span>{title}</span>
        <span className="figures type-section">{last}</span>
        {typeof least === "number" && <span className="muted">at least {write(least)}</span>}
      </figcaption>
      <LineChart
        width={BOX.width + 2 * BOX.edge}
        height={BOX.height + 2 * BOX.edge}
        base={BOX.height + BOX.edge}
        line={line}
        limit={placed(limits)}
        dots={dots}
        label={`${title} of ${runs.length} runs, the last one ${last}`}
      />
      <p className="row between figures muted type-meta mt-2">
        <span>
          {dayOf(runs[0]?.startTime ?? null)} – {dayOf(runs.at(-1)?.startTime ?? null)}
        </span>
        <span>0 to {write(top)}</span>
      </p>
    </figure>
  );
}

const FIELDS: Readonly<Record<string, string>> = {
  price: "Prices read",
  image: "Pictures read",
  href: "Links read",
  productBrand: "Brands read",
  inStock: "In stock",
};

const percent = (share: number) => `${Math.round(1000 * share) / 10} %`;
const whole = (value: number) => formatNumber(Math.round(value));

function Charts({ runs }: { runs: Trends["runs"] }) {
  const fields = Object.entries(FIELDS).filter(([field]) =>
    runs.some(({ shares }) => (shares[field] ?? 0) > 0),
  );
  return (
    <>
      <p className="wrap muted gap-y-1 gap-x-4 mb-2">
        <span>A dot is a run.</span>
        {runs.some(isBad) && <State of="failed">failed, or in doubt</State>}
        {runs.some(({ leastFound }) => leastFound !== null) && (
          <span className={styles.least}>below it a run is held back</span>
        )}
      </p>
      <div className={styles.charts}>
        <TrendChart
          title="Products found"
          runs={runs}
          write={whole}
          value={({ found }) => found}
          limit={({ leastFound }) => leastFound}
        />
        {fields.map(([field, title]) => (
          <TrendChart
            key={field}
            title={title}
            runs={runs}
            write={percent}
            value={({ shares }) => shares[field]}
            limit={({ leastShares }) => leastShares[field]}
          />
        ))}
        <TrendChart title="Products refused" runs={runs} write={whole} value={({ rejected }) => rejected} />
        <TrendChart title="Pages unread" runs={runs} write={whole} value={({ pagesUnread }) => pagesUnread} />
        <TrendChart title="Time" runs={runs} write={formatDuration} value={({ seconds }) => seconds} />
      </div>
    </>
  );
}

function OfBrand({ brandId }: { brandId: number }) {
  const trends = useQuery(
    load("/api/scraper/trends/{brand_id}", { params: { path: { brand_id: brandId } } }),
  );
  return (
    <Loaded query={trends}>
      {({ runs, limits, host }) => (
        <>
          {runs.length === 0 ? (
            <p className="py-6 muted text-center">No run of all its pages has ended yet.</p>
          ) : (
            <Charts runs={runs} />
          )}
          <h2 className="type-section mt-6 mb-2">When a run is held back</h2>
          <Limits brandId={brandId} limits={limits} />
          <h2 className="type-section mt-6 mb-2">Its host</h2>
          <Hosts host={host} />
        </>
      )}
    </Loaded>
  );
}

const HOSTS = "hosts";

/** How a brand's runs went, with the limits that hold them back: first of one in trouble. Or how all hosts answer. */
export function TrendsTab() {
  const [params] = useChoices();
  const { data: brands = [] } = useQuery(load("/api/brands", {}));
  const chosen = params.get("brandId") ?? "";
  const query = { show: "in trouble", order: "-lastRun", pageSize: 1 } as const;
  const troubled = useQuery({
    ...load("/api/brands/overview", { params: { query } }),
    enabled: chosen === "",
  });
  const brandId = chosen === "" ? (troubled.data?.[0]?.id ?? 0) : Number(chosen) || 0;
  return (
    <>
      <Filters aria-label="Trends">
        <Filter
          label="Brand"
          name="brandId"
          value={brandId ? String(brandId) : HOSTS}
          options={[
            [HOSTS, "How all hosts answer"],
            ...brands.map(({ id, name }) => [String(id), name] as const),
          ]}
        />
        {brandId > 0 && (
          <Link className="inline-row pressable" to={`/scraper?tab=history&brandId=${brandId}`}>
            Its runs
          </Link>
        )}
      </Filters>
      {brandId > 0 ? <OfBrand key={brandId} brandId={brandId} /> : !troubled.isLoading && <Hosts host="" />}
    </>
  );
}
