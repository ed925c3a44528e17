import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "../../../lib/catalogue/format";
import { LoadError } from "../../../components/states/LoadError";
import { startBrand } from "../api/runs";
import { LABELS, matches, SHOWN, type Shown } from "./brandList";
import { BrandRow } from "./BrandRow";
import { fetchOverview, setBrandActive } from "../api/brands";
import type { BrandOverview } from "../api/wire";
import { Pager } from "../Pager";
import { Table, type Column } from "../Table";
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
const COLUMNS: readonly Column[] = [
  { label: "id", isNumber: true },
  { label: "brand" },
  { label: "state" },
  { label: "last run" },
  { label: "next run" },
  { label: "found products" },
  { label: "actions" },
];

async function switched(brand: BrandOverview): Promise<string> {
  await setBrandActive(brand.id, !brand.isActive);
  return brand.isActive
    ? `${brand.name} is disabled; its products are hidden and kept.`
    : `${brand.name} is enabled; its products are shown.`;
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
        <Table name="brands" label="Brands" columns={COLUMNS}>
          {matching.slice(first, first + PAGE_SIZE).map((brand) => (
            <BrandRow
              key={brand.id}
              brand={brand}
              onStart={() => onAct(() => startBrand("start", String(brand.id)))}
              onSwitch={() => onAct(() => switched(brand))}
            />
          ))}
        </Table>
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
