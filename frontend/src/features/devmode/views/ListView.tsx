import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Button } from "../../../components/Button";
import { Outage } from "../../../components/states/Outage";
import { useFilters } from "../../../hooks/useFilters";
import type { FilterData } from "../../../lib/api/wire";
import { toggled } from "../../../lib/toggled";
import { BrandAccordion } from "./BrandAccordion";
import { BRANDS, type BrandRow } from "../imagesApi";
import { emittedIds } from "../sideFilters";
import { emptySide, SidePanel } from "../SidePanel";
import styles from "../devmode.module.css";

function ListWith({ data, brands }: { data: FilterData; brands: readonly BrandRow[] }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const [open, setOpen] = useState<number[]>([]);
  const [filters, setFilters] = useState(() => emptySide(data));
  const categories = useMemo(() => emittedIds(filters.categories), [filters.categories]);
  const shown = brands.filter((brand) => brand.id === chosen);
  const choose = (id: number) => {
    setChosen(id);
    setOpen([id]);
  };
  return (
    <div className={`page-width ${styles.flat}`}>
      <SidePanel data={data} state={filters} onChange={setFilters} withStyles={false} />
      <div className={styles.flatResults}>
        <div className="row wrap gap-3 py-3">
          <label className={styles.viewSelect}>
            Brand
            <select value={chosen ?? ""} onChange={(event) => choose(Number(event.target.value))}>
              <option value="" disabled>
                Choose a brand
              </option>
              {brands.map((brand) => (
                <option key={brand.id} value={brand.id}>
                  {brand.name}
                </option>
              ))}
            </select>
          </label>
          <Button onClick={() => setOpen(shown.map((brand) => brand.id))}>Expand All</Button>
          <Button onClick={() => setOpen([])}>Collapse All</Button>
        </div>
        {shown.map((brand) => (
          <BrandAccordion
            key={brand.id}
            brand={brand}
            open={open.includes(brand.id)}
            onToggle={() => setOpen((ids) => toggled(ids, brand.id))}
            categories={categories}
            colours={filters.colours}
          />
        ))}
      </div>
    </div>
  );
}

/** View 0: one brand at a time, with a side panel of filters (spec §2.5). */
export function ListView() {
  const { data } = useFilters();
  const brands = useQuery(BRANDS);
  if (brands.error) return <Outage onRetry={() => void brands.refetch()} />;
  return data && brands.data ? <ListWith data={data} brands={brands.data} /> : null;
}
