import { Link } from "react-router-dom";
import { moveBrand, setBrandActive } from "../api/brands";
import { startBrand } from "../api/runs";
import type { BrandOverview } from "../api/wire";
import { formatTime } from "../duration";
import { type Column, State } from "../Table";
import type { Act } from "../useAct";
import type { Leave } from "./LeaveDialog";
import { Sparkline, stateOf, troublesOf } from "./Sparkline";
import styles from "./brands.module.css";
import table from "../table.module.css";

/** How a brand is doing, and when it is scraped. */
export const COLUMNS: readonly Column<BrandOverview>[] = [
  { area: "id", label: "id", className: table.number, cell: ({ id }) => id },
  {
    area: "brand",
    label: "brand",
    className: table.brand,
    cell: ({ id, name, website }) => (
      <span className={styles.lines}>
        <Link to={`/scraper?brand=${id}`}>{name}</Link>
        <span className={styles.site}>{website}</span>
      </span>
    ),
  },
  {
    area: "state",
    label: "state",
    cell: (brand) => (
      <span className={styles.lines}>
        <State of={stateOf(brand)} />
        {troublesOf(brand)
          .filter((trouble) => trouble !== brand.lastRun?.result)
          .map((trouble) => (
            <State key={trouble} of="failed">
              {trouble}
            </State>
          ))}
      </span>
    ),
  },
  {
    area: "start",
    label: "last run",
    cell: ({ lastRun }) =>
      lastRun ? (
        <span className={styles.lines}>
          <State of={lastRun.result} />
          <span className={styles.when}>{formatTime(lastRun.endTime)}</span>
        </span>
      ) : (
        <span className="muted">never</span>
      ),
  },
  {
    area: "end",
    label: "next run",
    cell: ({ nextRun, schedule }) => (
      <span className={styles.lines}>
        <span>{formatTime(nextRun)}</span>
        <span className={styles.site}>{schedule}</span>
      </span>
    ),
  },
  { area: "progress", label: "found products", cell: ({ trend }) => <Sparkline trend={trend} /> },
];

export async function switched(brand: BrandOverview): Promise<string> {
  return (await setBrandActive(brand.id, !brand.isActive)).message;
}

/** Of an archived brand: the way back, and the way out. */
export function ArchiveActions({ brand, onAct, onLeave }: ActionsProps) {
  const ofBrand = <span className="visually-hidden"> {brand.name}</span>;
  const isGoing = brand.deletingAt !== null;
  return (
    <div className={table.actions}>
      <button type="button" disabled={isGoing} onClick={() => onAct(() => moveBrand(brand.id, "bringBack"))}>
        Bring back{ofBrand}
      </button>
      <button type="button" disabled={isGoing} onClick={() => onLeave("delete")}>
        Delete…{ofBrand}
      </button>
    </div>
  );
}

interface ActionsProps {
  brand: BrandOverview;
  onAct: Act;
  onLeave: (leave: Leave) => void;
}

export function Actions({ brand, onAct, onLeave }: ActionsProps) {
  const ofBrand = <span className="visually-hidden"> {brand.name}</span>;
  return (
    <div className={table.actions}>
      <button
        type="button"
        disabled={brand.state !== null || brand.pages === 0}
        onClick={() => onAct(() => startBrand("start", String(brand.id)))}
      >
        Start{ofBrand}
      </button>
      {brand.checkable && (
        <button
          type="button"
          title="Read its other source and compare; nothing of it is published"
          disabled={brand.state !== null}
          onClick={() => onAct(() => startBrand("startCheck", String(brand.id)))}
        >
          Check{ofBrand}
        </button>
      )}
      <Link to={`/scraper?brand=${brand.id}`}>Edit{ofBrand}</Link>
      <Link to={`/scraper?brand=new&copy=${brand.id}`}>Duplicate{ofBrand}</Link>
      <button
        type="button"
        onClick={() => (brand.isActive ? onLeave("disable") : onAct(() => switched(brand)))}
      >
        {brand.isActive ? "Disable…" : "Enable"}
        {ofBrand}
      </button>
      <button type="button" disabled={brand.state !== null} onClick={() => onLeave("archive")}>
        Archive…{ofBrand}
      </button>
    </div>
  );
}
