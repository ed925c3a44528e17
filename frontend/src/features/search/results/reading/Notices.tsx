import { useSearchActions } from "../../../../hooks/searchContext";
import type { Notice } from "./notices";
import styles from "./reading.module.css";

/** How the text was read, in sentences. `LiveCount` announces them to screen readers. */
export function Notices({ notices }: { notices: readonly Notice[] }) {
  const { commit } = useSearchActions();
  if (notices.length === 0) return null;
  return (
    <div className={styles.notices} data-part="notices">
      {notices.map(({ text, way }) => (
        <p key={text}>
          {text}
          {way && (
            <>
              {" "}
              <button type="button" className={styles.link} onClick={() => commit(way.change)}>
                {way.label}
              </button>
            </>
          )}
        </p>
      ))}
    </div>
  );
}
