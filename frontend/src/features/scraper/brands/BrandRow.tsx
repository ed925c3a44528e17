import { Link } from "react-router-dom";
import { stateOf, troublesOf } from "./brandList";
import type { BrandOverview } from "../api/wire";
import { formatTime } from "../duration";
import { Sparkline } from "./Sparkline";
import styles from "./brands.module.css";
import table from "../table.module.css";

interface BrandRowProps {
  brand: BrandOverview;
  onStart: () => void;
  onSwitch: () => void;
}

function LastRun({ lastRun }: Pick<BrandOverview, "lastRun">) {
  if (!lastRun) return <span className={styles.none}>never</span>;
  return (
    <span className={styles.run}>
      <span className={table.state} data-state={lastRun.result}>
        {lastRun.result}
      </span>
      <span className={styles.when}>{formatTime(lastRun.endTime)}</span>
    </span>
  );
}

function NextRun({ nextRun, schedule }: Pick<BrandOverview, "nextRun" | "schedule">) {
  return (
    <span className={styles.run}>
      <span>{nextRun ? formatTime(nextRun) : "–"}</span>
      <span className={styles.site}>{schedule}</span>
    </span>
  );
}

function Actions({ brand, onStart, onSwitch }: BrandRowProps) {
  const named = <span className="visually-hidden"> {brand.name}</span>;
  return (
    <div className={table.actions}>
      <button type="button" disabled={brand.state !== null || brand.pages === 0} onClick={onStart}>
        Start{named}
      </button>
      <Link to={`/scraper?brand=${brand.id}`}>Edit{named}</Link>
      <Link to={`/scraper?brand=new&copy=${brand.id}`}>Duplicate{named}</Link>
      <button type="button" onClick={onSwitch}>
        {brand.isActive ? "Disable" : "Enable"}
        {named}
      </button>
    </div>
  );
}

/** One brand: how it is doing, when it is scraped, and what can be done with it. */
export function BrandRow(props: BrandRowProps) {
  const { brand } = props;
  const others = troublesOf(brand).filter((trouble) => trouble !== brand.lastRun?.result);
  return (
    <tr data-brand={brand.id}>
      <td className={table.number} data-cell="id" data-label="id">
        {brand.id}
      </td>
      <td className={table.brand} data-cell="brand">
        <span className={styles.name}>
          <Link to={`/scraper?brand=${brand.id}`}>{brand.name}</Link>
          <span className={styles.site}>{brand.website}</span>
        </span>
      </td>
      <td data-cell="state">
        <span className={styles.run}>
          <span className={table.state} data-state={stateOf(brand)}>
            {stateOf(brand)}
          </span>
          {others.map((trouble) => (
            <span key={trouble} className={table.state} data-state="failed">
              {trouble}
            </span>
          ))}
        </span>
      </td>
      <td data-cell="start" data-label="last run">
        <LastRun lastRun={brand.lastRun} />
      </td>
      <td data-cell="end" data-label="next run">
        <NextRun nextRun={brand.nextRun} schedule={brand.schedule} />
      </td>
      <td data-cell="progress" data-label="found products">
        <Sparkline trend={brand.trend} />
      </td>
      <td data-cell="actions">
        <Actions {...props} />
      </td>
    </tr>
  );
}
