import { useEffect, useState } from "react";
import { countOf } from "../../../../lib/catalogue/format";
import type { Notice } from "./notices";

/** A polite live region: "312 products" and how the text was read, once for each new answer. */
export function LiveCount({ total, notices }: { total: number | null; notices: readonly Notice[] }) {
  const [announced, setAnnounced] = useState("");
  const count = total === 0 ? "No results found" : countOf(total ?? 0, "product");
  const sentences = notices.map(({ text }) => text.replace(/\.$/, ""));
  const text = [count, ...sentences].join(". ");
  useEffect(() => {
    if (total === null) return undefined;
    const timer = setTimeout(() => setAnnounced(text));
    return () => clearTimeout(timer);
  }, [total, text]);
  return (
    <p className="visually-hidden" role="status" aria-live="polite" data-testid="live-count">
      {announced}
    </p>
  );
}
