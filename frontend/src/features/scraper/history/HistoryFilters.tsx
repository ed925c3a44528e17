import type { HistoryQuery } from "../api/runs";
import { RUN_RESULTS, type BrandName } from "../api/wire";
import styles from "../scraper.module.css";

export type HistoryFilterValues = HistoryQuery;

export const FIRST_QUERY: HistoryQuery = {
  page: 1,
  pageSize: 50,
  brandId: "",
  result: "",
  failingFirst: false,
};

interface HistoryFiltersProps {
  values: HistoryFilterValues;
  brands: readonly BrandName[];
  onChange: (values: HistoryFilterValues) => void;
}

/** By brand, by result, and failing brands first; any change goes back to page 1. */
export function HistoryFilters({ values, brands, onChange }: HistoryFiltersProps) {
  const change = (part: Partial<HistoryFilterValues>) => onChange({ ...values, ...part, page: 1 });
  return (
    <div className={styles.filters}>
      <label className={styles.pick}>
        Brand
        <select
          className={styles.select}
          value={values.brandId}
          onChange={(event) => change({ brandId: event.target.value })}
        >
          <option value="">(All)</option>
          {brands.map((brand) => (
            <option key={brand.id} value={String(brand.id)}>
              {brand.name}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.pick}>
        Result
        <select
          className={styles.select}
          value={values.result}
          onChange={(event) =>
            change({ result: RUN_RESULTS.find((result) => result === event.target.value) ?? "" })
          }
        >
          <option value="">(All)</option>
          {RUN_RESULTS.map((result) => (
            <option key={result}>{result}</option>
          ))}
        </select>
      </label>
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
