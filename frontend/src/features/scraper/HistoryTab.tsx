import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { useLoad } from "../../lib/useLoad";
import { LoadError } from "../frame/LoadError";
import { AcceptDialog } from "./AcceptDialog";
import { acceptRun, fetchBrandNames, fetchHistory, type HistoryPage } from "./api";
import { CompareBar } from "./CompareBar";
import { brandNameOf } from "./history";
import { FIRST_QUERY, HistoryFilters, type HistoryFilterValues } from "./HistoryFilters";
import { HistoryPager } from "./HistoryPager";
import { HistoryTable } from "./HistoryTable";
import type { BrandName, HistoryRecord } from "./wire";

interface HistoryData extends HistoryPage {
  brands: readonly BrandName[];
}

/** The brand list is fetched together with the history (spec §7). */
async function fetchAll(query: HistoryFilterValues, signal: AbortSignal): Promise<HistoryData> {
  const [history, brands] = await Promise.all([fetchHistory(query, signal), fetchBrandNames(signal)]);
  return { ...history, brands };
}

/** Adds a run to those to compare, or takes it out; the two chosen last stay. */
function chosenWith(chosen: readonly HistoryRecord[], record: HistoryRecord): HistoryRecord[] {
  const without = chosen.filter(({ id }) => id !== record.id);
  return without.length < chosen.length ? without : [...chosen, record].slice(-2);
}

interface HistoryTabProps {
  /** Raised by each reload of the page's lists. */
  epoch: number;
  /** Shows the answer and reloads. */
  onAct: (answer: Promise<string>) => void;
}

/** Earlier runs (spec §2.8): filters, the table, pages, and the choice of two runs to compare. */
export function HistoryTab({ epoch, onAct }: HistoryTabProps) {
  const [params] = useSearchParams();
  const [query, setQuery] = useState({ ...FIRST_QUERY, brandId: params.get("brandId") ?? "" });
  const [chosen, setChosen] = useState<readonly HistoryRecord[]>([]);
  const [asked, setAsked] = useState<HistoryRecord | null>(null);
  const accept = (record: HistoryRecord) => {
    setAsked(null);
    onAct(acceptRun(record.id));
  };
  // What was chosen to compare may stand in the list no more.
  const filter = (values: HistoryFilterValues) => {
    setChosen([]);
    setQuery(values);
  };
  const { data, error, loading, reload } = useLoad((signal) => fetchAll(query, signal), [query, epoch]);
  return (
    <>
      <HistoryFilters values={query} brands={data?.brands ?? []} onChange={filter} />
      <LoadError error={error} onRetry={reload} />
      {data && (
        <div aria-busy={loading}>
          <CompareBar chosen={chosen} brands={data.brands} onClear={() => setChosen([])} />
          <HistoryTable
            key={epoch}
            records={data.records}
            filtered={query.brandId !== "" || query.result !== ""}
            brands={data.brands}
            chosenIds={chosen.map(({ id }) => id)}
            onChoose={(record) => setChosen((runs) => chosenWith(runs, record))}
            onAccept={setAsked}
            onAct={onAct}
          />
          <HistoryPager
            page={query.page}
            pageSize={query.pageSize}
            total={data.total}
            onPage={(page) => setQuery({ ...query, page })}
          />
          {asked && (
            <AcceptDialog
              record={asked}
              brandName={brandNameOf(asked, data.brands)}
              onAccept={() => accept(asked)}
              onClose={() => setAsked(null)}
            />
          )}
        </div>
      )}
    </>
  );
}
