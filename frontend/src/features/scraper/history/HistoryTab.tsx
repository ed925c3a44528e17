import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChoices } from "../../../hooks/useChoices";
import { Pick } from "../../../components/operator/Pick";
import { LoadError } from "../../../components/states/LoadError";
import { fetchBrandNames } from "../api/brands";
import { fetchHistory, type HistoryQuery } from "../api/runs";
import { CompareBar } from "../compare/CompareBar";
import { Pager } from "../Pager";
import { choicesOf, queryOf } from "./query";
import { HistoryTable } from "./HistoryTable";
import { type BrandName, type HistoryRecord, RUN_RESULTS } from "../api/wire";
import type { Act } from "../useAct";
import styles from "../scraper.module.css";

const ALL = ["", "(All)"] as const;

interface HistoryFiltersProps {
  values: HistoryQuery;
  brands: readonly BrandName[];
  onChange: (values: HistoryQuery) => void;
}

/** By brand, by result, and failing brands first; any change goes back to page 1. */
function HistoryFilters({ values, brands, onChange }: HistoryFiltersProps) {
  const change = (part: Partial<HistoryQuery>) => onChange({ ...values, ...part, page: 1 });
  return (
    <div className={styles.filters}>
      <Pick
        label="Brand"
        value={values.brandId}
        options={[ALL, ...brands.map(({ id, name }) => [String(id), name] as const)]}
        onChange={(brandId) => change({ brandId })}
      />
      <Pick
        label="Result"
        value={values.result}
        options={[ALL, ...RUN_RESULTS.map((result) => [result, result] as const)]}
        onChange={(value) => change({ result: RUN_RESULTS.find((result) => result === value) ?? "" })}
      />
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={values.failingFirst}
          onChange={(event) => change({ failingFirst: event.target.checked })}
        />
        Failing brands first
      </label>
    </div>
  );
}

/** A page of history; the brand list is fetched together with it (spec §7). */
function useHistory(query: HistoryQuery) {
  const history = useQuery({
    queryKey: ["scraper", "history", query],
    queryFn: ({ signal }) => fetchHistory(query, signal),
    placeholderData: keepPreviousData,
  });
  const brands = useQuery({
    queryKey: ["scraper", "brandNames"],
    queryFn: ({ signal }) => fetchBrandNames(signal),
  });
  return {
    data: history.data && brands.data && { ...history.data, brands: brands.data },
    error: history.error ?? brands.error,
    isFetching: history.isFetching,
    retry: () => {
      void history.refetch();
      void brands.refetch();
    },
  };
}

/** Adds a run to those to compare, or takes it out; the two chosen last stay. */
function chosenWith(chosen: readonly HistoryRecord[], record: HistoryRecord): HistoryRecord[] {
  const without = chosen.filter(({ id }) => id !== record.id);
  return without.length < chosen.length ? without : [...chosen, record].slice(-2);
}

interface HistoryTabProps {
  /** Raised by each reload of the page's lists. */
  epoch: number;
  onAct: Act;
}

/** Earlier runs (spec §2.8): filters, the table, pages, and the choice of two runs to compare. */
export function HistoryTab({ epoch, onAct }: HistoryTabProps) {
  const [params, change] = useChoices();
  const query = queryOf(params);
  const setQuery = (values: HistoryQuery) => change(choicesOf(values));
  const [chosen, setChosen] = useState<readonly HistoryRecord[]>([]);
  // The filtered list may no longer contain the runs that were chosen to compare.
  const filter = (values: HistoryQuery) => {
    setChosen([]);
    setQuery(values);
  };
  const { data, error, isFetching, retry } = useHistory(query);
  return (
    <>
      <HistoryFilters values={query} brands={data?.brands ?? []} onChange={filter} />
      <LoadError error={error} onRetry={retry} />
      {data && (
        <div aria-busy={isFetching}>
          <CompareBar chosen={chosen} brands={data.brands} onClear={() => setChosen([])} />
          <HistoryTable
            key={epoch}
            records={data.records}
            filtered={query.brandId !== "" || query.result !== ""}
            brands={data.brands}
            chosenIds={chosen.map(({ id }) => id)}
            onChoose={(record) => setChosen((runs) => chosenWith(runs, record))}
            onAct={onAct}
          />
          <Pager
            page={query.page}
            pageSize={query.pageSize}
            total={data.total}
            onPage={(page) => setQuery({ ...query, page })}
            label="Pages of history"
            steps={["Newer", "Older"]}
          />
        </div>
      )}
    </>
  );
}
