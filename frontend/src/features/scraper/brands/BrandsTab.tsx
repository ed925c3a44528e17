import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { LoadError } from "../../../components/states/LoadError";
import { Filters, PAGE_SIZE, useBrandQuery } from "./Filters";
import { Actions, ArchiveActions, COLUMNS, switched } from "./brandColumns";
import { fetchOverview, moveBrand } from "../api/brands";
import type { BrandOverview } from "../api/wire";
import { Pager } from "../Pager";
import { Table } from "../Table";
import type { Act } from "../useAct";
import { type Leave, LeaveDialog } from "./LeaveDialog";
import table from "../table.module.css";

/** How often the list is refreshed (ms): runs begin and end by themselves. */
const REFRESH_MS = 5000;

interface Leaver {
  brand: BrandOverview;
  leave: Leave;
}

/** A page of the brands, searched by name, website or id. */
export function BrandsTab({ onAct }: { onAct: Act }) {
  const { query, text, setText, change } = useBrandQuery();
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ["scraper", "brands", query],
    queryFn: ({ signal }) => fetchOverview(query, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  const [leaving, setLeaving] = useState<Leaver | null>(null);
  const leaves = (brand: BrandOverview) => (leave: Leave) => setLeaving({ brand, leave });
  const left = ({ brand, leave }: Leaver) => {
    setLeaving(null);
    onAct(() => (leave === "disable" ? switched(brand) : moveBrand(brand.id, leave)));
  };
  const Own = query.show === "archived" ? ArchiveActions : Actions;
  const isAll = query.text === "" && query.show === "";
  return (
    <>
      {leaving && <LeaveDialog {...leaving} onYes={() => left(leaving)} onNo={() => setLeaving(null)} />}
      <Filters
        text={text}
        show={query.show}
        count={data?.total}
        onText={setText}
        onShow={(show) => change({ show, page: "" })}
      />
      <LoadError error={error} onRetry={() => void refetch()} />
      {data && (
        <div aria-busy={isPlaceholderData}>
          {data.brands.length === 0 ? (
            <p className={table.empty}>{isAll ? "No brands yet." : "No brand is like that."}</p>
          ) : (
            <Table
              name="brands"
              label="Brands"
              columns={[
                ...COLUMNS,
                {
                  area: "actions",
                  label: "actions",
                  cell: (brand) => <Own brand={brand} onAct={onAct} onLeave={leaves(brand)} />,
                },
              ]}
              rows={data.brands}
              kind="brand"
              idOf={({ id }) => id}
            />
          )}
          <Pager
            page={query.page}
            pageSize={PAGE_SIZE}
            total={data.total}
            onPage={(number) => change({ page: number > 1 ? String(number) : "" })}
            label="Pages of brands"
            steps={["Previous", "Next"]}
          />
        </div>
      )}
    </>
  );
}
