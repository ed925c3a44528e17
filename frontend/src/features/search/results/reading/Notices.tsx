import { useEffect, useState } from "react";
import { useSearchActions } from "../../../../hooks/searchContext";
import { countOf } from "../../../../lib/catalogue/format";
import type { Notice } from "./notices";
import styles from "./reading.module.css";

/** How the text was read, in sentences. `LiveCount` announces them to screen readers. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  const { commit } = useSearchActions();
  if (notices.length === 0) return null;
  return (
    <div className={styles.notices} data-part="notices">
      {notices.map(({ text, way, press = way && { label: way.label, act: () => commit(way.change) } }) => (
        <p key={text}>
          {text}
          {press && (
            <>
              {" "}
              <button type="button" className={styles.link} onClick={press.act}>
                {press.label}
              </button>
            </>
          )}
        </p>
      ))}
    </div>
  );
}

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
