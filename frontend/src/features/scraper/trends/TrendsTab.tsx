import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Pick, useChoices } from "../../../components/operator/Pick";
import { LoadError } from "../../../components/states/states";
import { formatNumber } from "../../../lib/catalogue/format";
import { dayOf, formatDuration, formatTime } from "../../../lib/time";
import { load, postAsOperator } from "../../../lib/api/operator";
import type { GateLimit, LimitInput, TrendRun, Trends } from "../../../lib/api/schema";
import { type Act, actions, RowButton, State, stateWord, Table } from "../Table";
import page from "../scraper.module.css";
import { Hosts } from "./Hosts";
import styles from "./trends.module.css";
import { type Dot, LineChart, placesOf } from "../../../components/LineChart";
import { useState } from "react";
import { InlineForm } from "../../../components/operator/InlineForm";
import table from "../table.module.css";

function Own({ own }: { own: GateLimit["own"] }) {
  if (own === null) return <span className="muted">as everywhere</span>;
  return (
    <span className="grid">
      <span>
        {own.percent} %: {own.reason}
      </span>
      <span className="muted">
        by {own.setBy}, {formatTime(own.setAt)}
      </span>
    </span>
  );
}

/** The limits that hold a brand's runs; one that was overruled again and again should be changed. */
function Limits({ brandId, limits, onAct }: { brandId: number; limits: readonly GateLimit[]; onAct: Act }) {
  const [open, setOpen] = useState<GateLimit["gate"] | null>(null);
  const save = (input: LimitInput) => {
    setOpen(null);
    onAct(() => postAsOperator("/api/scraper/limits", { body: input }));
  };
  return (
    <Table
      label="When a run is held back"
      rows={limits}
      kind="gate"
      idOf={({ gate }) => gate}
      columns={[
        { area: "brand", label: "what", className: table.brand, cell: ({ words }) => words },
        { area: "usual", label: "usually", className: table.number, cell: ({ usual }) => `over ${usual} %` },
        { area: "own", label: "for this brand", cell: ({ own }) => <Own own={own} /> },
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
            <RowButton of={`: ${words}`} aria-expanded={open === gate} onClick={() => setOpen(gate)}>
              Change
            </RowButton>
            {own && (
              <RowButton of={`: ${words}`} onClick={() => save({ brandId, gate, percent: null, reason: "" })}>
                As everywhere
              </RowButton>
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

const BOX = { width: 320, height: 96 };
/** Around the box, for dots at its edges (px). */
const EDGE = 4;

interface Point {
  value: number | null;
  /** What a gate requires; null where none does. */
  limit: number | null;
  /** Whose the value is, for who points at it. */
  title: string;
  day: string;
  isBad: boolean;
}

interface TrendChartProps {
  title: string;
  points: readonly Point[];
  write: (value: number) => string;
}

/** Values over the runs, from 0, with the least that is published dashed; runs in doubt are dots in red. */
function TrendChart({ title, points, write }: TrendChartProps) {
  const known = points.flatMap(({ value, limit }) => [value, limit]).filter((one) => one !== null);
  const top = Math.max(...known, 0) || 1;
  const placed = (values: readonly (number | null)[]) =>
    placesOf(values, BOX, [0, top]).map((place) => place && { x: place.x + EDGE, y: place.y + EDGE });
  const line = placed(points.map(({ value }) => value));
  const last = points.at(-1);
  const words = (value: number | null | undefined) => (typeof value === "number" ? write(value) : "–");
  const dots = points.map(({ value, title: of, isBad }, index): Dot | null => {
    const place = line[index];
    const radius = isBad || index === points.length - 1 ? 3.5 : 2;
    return place ? { ...place, radius, isBad, title: `${of}: ${words(value)}` } : null;
  });
  return (
    <figure className={styles.chart}>
      <figcaption className="wrap gap-y-0 gap-x-2 items-baseline mb-3">
        <span>{title}</span>
        <span className="figures type-section">{words(last?.value)}</span>
        {typeof last?.limit === "number" && <span className="muted">at least {write(last.limit)}</span>}
      </figcaption>
      <LineChart
        width={BOX.width + 2 * EDGE}
        height={BOX.height + 2 * EDGE}
        base={BOX.height + EDGE}
        line={line}
        limit={placed(points.map(({ limit }) => limit))}
        dots={dots}
        label={`${title} of ${points.length} runs, the last one ${words(last?.value)}`}
      />
      <p className="row between figures muted type-meta mt-2">
        <span>
          {points[0]?.day} – {last?.day}
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

function titleOf({ id, startTime, result, accepted, codes }: TrendRun): string {
  const why = codes.length > 0 ? ` (${codes.join(", ")})` : "";
  return `Run ${id}, ${formatTime(startTime)}, ${accepted ? "accepted" : stateWord(result)}${why}`;
}

/** A run's figure; undefined or null where it has none. */
type Figure = (run: TrendRun) => number | null | undefined;
type Chart = [title: string, write: (value: number) => string, value: Figure, limit?: Figure];

function pointsOf(runs: readonly TrendRun[], value: Figure, limit?: Figure): Point[] {
  return runs.map((run) => ({
    value: value(run) ?? null,
    limit: limit?.(run) ?? null,
    title: titleOf(run),
    day: dayOf(run.startTime),
    isBad: isBad(run),
  }));
}

const isBad = ({ result }: TrendRun) => result === "suspect" || result === "failed";

function Charts({ runs }: { runs: Trends["runs"] }) {
  const fields = Object.keys(FIELDS).filter((field) => runs.some(({ shares }) => (shares[field] ?? 0) > 0));
  const charts: Chart[] = [
    ["Products found", whole, ({ found }) => found, ({ leastFound }) => leastFound],
    ...fields.map((name): Chart => {
      const title = FIELDS[name] ?? name;
      return [title, percent, ({ shares }) => shares[name], ({ leastShares }) => leastShares[name]];
    }),
    ["Products refused", whole, ({ rejected }) => rejected],
    ["Pages unread", whole, ({ pagesUnread }) => pagesUnread],
    ["Time", formatDuration, ({ seconds }) => seconds],
  ];
  return (
    <>
      <p className="wrap muted gap-y-1 gap-x-4 mb-3">
        <span>A dot is a run.</span>
        {runs.some(isBad) && <State of="failed">failed, or in doubt</State>}
        {runs.some(({ leastFound }) => leastFound !== null) && (
          <span className={styles.least}>below it a run is held back</span>
        )}
      </p>
      <div className={styles.charts}>
        {charts.map(([title, write, value, limit]) => (
          <TrendChart key={title} title={title} write={write} points={pointsOf(runs, value, limit)} />
        ))}
      </div>
    </>
  );
}

function OfBrand({ brandId, onAct }: { brandId: number; onAct: Act }) {
  const { data, error, refetch } = useQuery(
    load("/api/scraper/trends/{brand_id}", { params: { path: { brand_id: brandId } } }),
  );
  if (!data) return <LoadError error={error} onRetry={() => void refetch()} />;
  return (
    <>
      {data.runs.length === 0 ? (
        <p className="py-6 px-0 muted text-center">No run of all its pages has ended yet.</p>
      ) : (
        <Charts runs={data.runs} />
      )}
      <h2 className={styles.heading}>When a run is held back</h2>
      <Limits brandId={brandId} limits={data.limits} onAct={onAct} />
      <h2 className={styles.heading}>Its host</h2>
      <Hosts host={data.host} onAct={onAct} />
    </>
  );
}

const HOSTS = "hosts";

/** How a brand's runs went, with the limits that hold them back: first of one in trouble. Or how all hosts answer. */
export function TrendsTab({ onAct }: { onAct: Act }) {
  const [params, change] = useChoices();
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
      <div className={page.filters}>
        <Pick
          label="Brand"
          value={brandId ? String(brandId) : HOSTS}
          options={[
            [HOSTS, "How all hosts answer"],
            ...brands.map(({ id, name }) => [String(id), name] as const),
          ]}
          onChange={(id) => change({ brandId: id })}
        />
        {brandId > 0 && (
          <Link className="inline-row pressable" to={`/scraper?tab=history&brandId=${brandId}`}>
            Its runs
          </Link>
        )}
      </div>
      {brandId > 0 ? (
        <OfBrand key={brandId} brandId={brandId} onAct={onAct} />
      ) : (
        !troubled.isLoading && <Hosts host="" onAct={onAct} />
      )}
    </>
  );
}
