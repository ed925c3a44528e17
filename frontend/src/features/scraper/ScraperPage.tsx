import { useSearchParams } from "react-router-dom";
import { BrandEditor } from "./BrandEditor";
import { OperatorGate } from "./OperatorGate";
import { RunsView } from "./RunsView";
import styles from "./scraper.module.css";

/** The operator's page (spec §2.8). `?brand=3` edits a brand, `?brand=new` adds one, perhaps of a `website`. */
export default function ScraperPage() {
  const [params] = useSearchParams();
  const brand = params.get("brand");
  const website = params.get("website") ?? "";
  return (
    <section className={styles.page}>
      <OperatorGate>
        {brand === null ? (
          <RunsView />
        ) : (
          <BrandEditor key={brand} brandId={Number(brand) || null} website={website} />
        )}
      </OperatorGate>
    </section>
  );
}
