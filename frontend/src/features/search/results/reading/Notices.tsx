import { useSearchActions } from "../../../../hooks/searchContext";
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
