import { Pick } from "../../../components/operator/Pick";
import type { HistoryQuery } from "../api/runs";
import { RUN_RESULTS, type BrandName } from "../api/wire";
import styles from "../scraper.module.css";

const ALL = ["", "(All)"] as const;

export const FIRST_QUERY: HistoryQuery = {
  page: 1,
  pageSize: 50,
  brandId: "",
  result: "",
  failingFirst: false,
};

interface HistoryFiltersProps {
  values: HistoryQuery;
  brands: readonly BrandName[];
  onChange: (values: HistoryQuery) => void;
}

/** By brand, by result, and failing brands first; any change goes back to page 1. */
export function HistoryFilters({ values, brands, onChange }: HistoryFiltersProps) {
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
