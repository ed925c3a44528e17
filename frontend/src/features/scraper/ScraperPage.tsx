import { useLocation, useNavigate, useSearchParams } from "react-router-dom";
import { DecisionPage } from "./decide/DecisionPage";
import { BrandEditor } from "./editor/BrandEditor";
import { OperatorGate } from "../../components/operator/OperatorGate";
import { RunsView } from "./RunsView";
import { StoresPage } from "./stores/StoresPage";

/** What an address keeps of the one that it replaced. */
interface TabMemory {
  editor?: string;
}

function Brand({ brand }: { brand: string }) {
  const navigate = useNavigate();
  const kept = useLocation().state as TabMemory | null;
  // A new brand takes its own address once it is saved, and its form stays as it is.
  const editor = kept?.editor ?? brand;
  const saved = (id: number) => {
    if (String(id) !== brand) void navigate(`/scraper?brand=${id}`, { replace: true, state: { editor } });
  };
  return <BrandEditor key={editor} brandId={Number(brand) || null} onSaved={saved} />;
}

/**
 * The operator's page (spec §2.8). `?brand=3` edits a brand, `?brand=new` adds one: perhaps of a
 * `website`, of a `store` of the list, or as a `copy` of another; `?brand=list` adds many.
 * `?alert=12` and `?run=812` decide.
 */
export default function ScraperPage() {
  const [params] = useSearchParams();
  const brand = params.get("brand");
  const [alert, run] = [Number(params.get("alert")), Number(params.get("run"))];
  const subject = alert ? { alertId: alert } : run ? { runId: run } : null;
  return (
    <OperatorGate title="Scraper">
      {subject ? (
        <DecisionPage key={alert || run} subject={subject} />
      ) : brand === null ? (
        <RunsView />
      ) : brand === "list" ? (
        <StoresPage />
      ) : (
        <Brand brand={brand} />
      )}
    </OperatorGate>
  );
}
