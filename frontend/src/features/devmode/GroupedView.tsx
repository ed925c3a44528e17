import { useState } from "react";
import { Button } from "../../components/Button";
import { Outage } from "../../components/Outage";
import { useLoad } from "../../lib/useLoad";
import { BrandAccordion } from "./BrandAccordion";
import { fetchBrands } from "./imagesApi";
import { toggleId } from "./sideFilters";
import width from "../../components/PageWidth.module.css";
import styles from "./devmode.module.css";

/** View 1: all active brands as panels (spec §2.5). */
export function GroupedView() {
  const { data, error, loading, reload } = useLoad(fetchBrands, []);
  const [open, setOpen] = useState<number[]>([]);
  const brands = (data ?? []).filter((brand) => brand.isActive);
  if (error) return <Outage onRetry={reload} />;
  return (
    <div className={width.wide}>
      <div className={styles.tools}>
        <Button onClick={() => setOpen([])}>Collapse All</Button>
      </div>
      {!loading && brands.length === 0 && <p role="status">No results found</p>}
      {brands.map((brand) => (
        <BrandAccordion
          key={brand.id}
          brand={brand}
          open={open.includes(brand.id)}
          onToggle={() => setOpen((ids) => toggleId(ids, brand.id))}
        />
      ))}
    </div>
  );
}
