import { useEffect, useState } from "react";
import { countOf } from "../../lib/format";

/** Says "312 products" to screen readers, politely, once for each new answer. */
export function LiveCount({ total }: { total: number | null }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    if (total === null) return undefined;
    const timer = setTimeout(() => setSaid(total === 0 ? "No results found" : countOf(total, "product")));
    return () => clearTimeout(timer);
  }, [total]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite" data-testid="live-count">
      {said}
    </p>
  );
}
