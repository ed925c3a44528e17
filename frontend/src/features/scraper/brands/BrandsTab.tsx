import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router-dom";
import { countOf } from "../../../lib/catalogue/format";
import { LoadError } from "../../../components/states/LoadError";
import { startBrand } from "../api/runs";
import { LABELS, matches, SHOWN, stateOf, troublesOf, type Shown } from "./brandList";
import { Sparkline } from "./Sparkline";
import { fetchOverview, setBrandActive } from "../api/brands";
import type { BrandOverview } from "../api/wire";
import { formatTime } from "../duration";
import { Pager } from "../Pager";
import { State, Table, type Column } from "../Table";
import type { Act } from "../useAct";
import { Pick } from "../../../components/operator/Pick";
import pick from "../../../components/operator/Pick.module.css";
import styles from "./brands.module.css";
import operator from "../../../components/operator/operator.module.css";
import page from "../scraper.module.css";
import table from "../table.module.css";

/** How often the list is refreshed (ms): runs begin and end by themselves. */
const REFRESH_MS = 5000;
const PAGE_SIZE = 50;

/** How a brand is doing, and when it is scraped. */
const COLUMNS: readonly Column<BrandOverview>[] = [
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

async function switched(brand: BrandOverview): Promise<string> {
  return (await setBrandActive(brand.id, !brand.isActive)).message;
}

function Actions({ brand, onAct }: { brand: BrandOverview; onAct: Act }) {
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
      <button type="button" onClick={() => onAct(() => switched(brand))}>
        {brand.isActive ? "Disable" : "Enable"}
        {ofBrand}
      </button>
    </div>
  );
}

interface FiltersProps {
  text: string;
  shown: Shown;
  count: number;
  onText: (text: string) => void;
  onShown: (shown: Shown) => void;
}

function Filters({ text, shown, count, onText, onShown }: FiltersProps) {
  return (
    <div className={page.filters} role="search" aria-label="Brands">
      <label className={pick.pick}>
        Name, website or id
        <input
          className={operator.input}
          type="search"
          autoComplete="off"
          value={text}
          onChange={(event) => onText(event.target.value)}
        />
      </label>
      <Pick
        label="Show"
        value={shown}
        options={SHOWN.map((state) => [state, LABELS[state]])}
        onChange={(value) => onShown(SHOWN.find((state) => state === value) ?? "all")}
      />
      <span className={styles.count} role="status">
        {countOf(count, "brand")}
      </span>
    </div>
  );
}

/** All brands, searched by name, website or id. */
export function BrandsTab({ onAct }: { onAct: Act }) {
  const { data, error, refetch } = useQuery({
    queryKey: ["scraper", "brands"],
    queryFn: ({ signal }) => fetchOverview(signal),
    refetchInterval: REFRESH_MS,
  });
  const retry = () => void refetch();
  const [text, setText] = useState("");
  const [shown, setShown] = useState<Shown>("all");
  const [number, setNumber] = useState(1);
  if (!data) return <LoadError error={error} onRetry={retry} />;
  const matching = data.filter((brand) => matches(brand, text, shown));
  const first = (number - 1) * PAGE_SIZE;
  const restart = <T,>(set: (value: T) => void) => {
    return (value: T) => {
      set(value);
      setNumber(1);
    };
  };
  return (
    <>
      <Filters
        text={text}
        shown={shown}
        count={matching.length}
        onText={restart(setText)}
        onShown={restart(setShown)}
      />
      <LoadError error={error} onRetry={retry} />
      {matching.length === 0 ? (
        <p className={table.empty}>{data.length === 0 ? "No brands yet." : "No brand is like that."}</p>
      ) : (
        <Table
          name="brands"
          label="Brands"
          columns={[
            ...COLUMNS,
            { area: "actions", label: "actions", cell: (brand) => <Actions brand={brand} onAct={onAct} /> },
          ]}
          rows={matching.slice(first, first + PAGE_SIZE)}
          kind="brand"
          idOf={({ id }) => id}
        />
      )}
      <Pager
        page={number}
        pageSize={PAGE_SIZE}
        total={matching.length}
        onPage={setNumber}
        label="Pages of brands"
        steps={["Previous", "Next"]}
      />
    </>
  );
}
