import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/Button";
import { Outage } from "../../../components/states/Outage";
import { toggled } from "../../../lib/toggled";
import { BrandAccordion } from "./BrandAccordion";
import { BRANDS } from "../imagesApi";

/** View 1: all active brands as panels (spec §2.5). */
export function GroupedView() {
  const { data, error, refetch } = useQuery(BRANDS);
  const [open, setOpen] = useState<number[]>([]);
  const brands = (data ?? []).filter((brand) => brand.isActive);
  if (error) return <Outage onRetry={() => void refetch()} />;
  return (
    <div className="page-width">
      <div className="row wrap gap-3 py-3">
        <Button onClick={() => setOpen([])}>Collapse All</Button>
      </div>
      {data && brands.length === 0 && <p role="status">No results found</p>}
      {brands.map((brand) => (
        <BrandAccordion
          key={brand.id}
          brand={brand}
          open={open.includes(brand.id)}
          onToggle={() => setOpen((ids) => toggled(ids, brand.id))}
        />
      ))}
    </div>
  );
}
