import { Link } from "react-router-dom";
import { stateOf, troublesOf } from "./brandList";
import type { BrandOverview } from "../api/wire";
import { formatTime } from "../duration";
import { Sparkline } from "./Sparkline";
import styles from "./brands.module.css";
import table from "../table.module.css";
import { Cell } from "../Table";

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
  const ofBrand = <span className="visually-hidden"> {brand.name}</span>;
  return (
    <div className={table.actions}>
      <button type="button" disabled={brand.state !== null || brand.pages === 0} onClick={onStart}>
        Start{ofBrand}
      </button>
      <Link to={`/scraper?brand=${brand.id}`}>Edit{ofBrand}</Link>
      <Link to={`/scraper?brand=new&copy=${brand.id}`}>Duplicate{ofBrand}</Link>
      <button type="button" onClick={onSwitch}>
        {brand.isActive ? "Disable" : "Enable"}
        {ofBrand}
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
      <Cell area="id" label="id" className={table.number}>
        {brand.id}
      </Cell>
      <Cell area="brand" className={table.brand}>
        <span className={styles.name}>
          <Link to={`/scraper?brand=${brand.id}`}>{brand.name}</Link>
          <span className={styles.site}>{brand.website}</span>
        </span>
      </Cell>
      <Cell area="state">
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
      </Cell>
      <Cell area="start" label="last run">
        <LastRun lastRun={brand.lastRun} />
      </Cell>
      <Cell area="end" label="next run">
        <NextRun nextRun={brand.nextRun} schedule={brand.schedule} />
      </Cell>
      <Cell area="progress" label="found products">
        <Sparkline trend={brand.trend} />
      </Cell>
      <Cell area="actions">
        <Actions {...props} />
      </Cell>
    </tr>
  );
}
