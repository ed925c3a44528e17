import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Pick } from "../../../components/operator/Pick";
import { LoadError } from "../../../components/states/LoadError";
import { useChoices } from "../../../hooks/useChoices";
import { formatNumber } from "../../../lib/catalogue/format";
import { formatDuration, formatTime } from "../../../lib/time";
import { load } from "../../../lib/api/operator";
import type { TrendRun, Trends } from "../../../lib/api/schema";
import type { Act } from "../act";
import page from "../scraper.module.css";
import { Hosts } from "./Hosts";
import { Limits } from "./Limits";
import { TrendChart, type Point } from "./TrendChart";
import styles from "./trends.module.css";

const FIELDS: Readonly<Record<string, string>> = {
  price: "Prices read",
  image: "Pictures read",
  href: "Links read",
  productBrand: "Makers read",
  inStock: "In stock",
};

const percent = (share: number) => `${Math.round(1000 * share) / 10} %`;
const whole = (value: number) => formatNumber(Math.round(value));

function titleOf({ id, startTime, result, accepted, codes }: TrendRun): string {
  const why = codes.length > 0 ? ` (${codes.join(", ")})` : "";
  return `Run ${id}, ${formatTime(startTime)}, ${accepted ? "accepted" : result}${why}`;
}

function pointsOf(
  runs: readonly TrendRun[],
  value: (run: TrendRun) => number | null | undefined,
  limit?: (run: TrendRun) => number | null | undefined,
): Point[] {
  return runs.map((run) => ({
    value: value(run) ?? null,
    limit: limit?.(run) ?? null,
    title: titleOf(run),
    isBad: run.result === "suspect" || run.result === "failed",
  }));
}

function Charts({ runs }: { runs: Trends["runs"] }) {
  const fields = Object.keys(FIELDS).filter((field) => runs.some(({ shares }) => (shares[field] ?? 0) > 0));
  return (
    <div className={styles.charts}>
      <TrendChart
        title="Products found"
        points={pointsOf(
          runs,
          ({ found }) => found,
          ({ leastFound }) => leastFound,
        )}
        write={whole}
      />
      {fields.map((field) => (
        <TrendChart
          key={field}
          title={FIELDS[field] ?? field}
          points={pointsOf(
            runs,
            ({ shares }) => shares[field],
            ({ leastShares }) => leastShares[field],
          )}
          write={percent}
        />
      ))}
      <TrendChart title="Cards refused" points={pointsOf(runs, ({ rejected }) => rejected)} write={whole} />
      <TrendChart
        title="Pages unread"
        points={pointsOf(runs, ({ pagesUnread }) => pagesUnread)}
        write={whole}
      />
      <TrendChart title="Time" points={pointsOf(runs, ({ seconds }) => seconds)} write={formatDuration} />
    </div>
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
      <h2 className={styles.heading}>Limits of gates</h2>
      <Limits brandId={brandId} limits={data.limits} onAct={onAct} />
      <h2 className={styles.heading}>Its host</h2>
      <Hosts host={data.host} onAct={onAct} />
    </>
  );
}

/** How a brand's runs went, with the gates' limits; without a brand, how all hosts answer. */
export function TrendsTab({ onAct }: { onAct: Act }) {
  const [params, change] = useChoices();
  const { data: brands = [] } = useQuery(load("/api/brands", {}));
  const brandId = Number(params.get("brandId")) || 0;
  return (
    <>
      <div className={page.filters}>
        <Pick
          label="Brand"
          value={brandId ? String(brandId) : ""}
          options={[["", "(All hosts)"], ...brands.map(({ id, name }) => [String(id), name] as const)]}
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
        <Hosts host="" onAct={onAct} />
      )}
    </>
  );
}
