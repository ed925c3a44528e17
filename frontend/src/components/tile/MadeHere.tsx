import { createContext } from "react";
import type { Hit } from "../../lib/api/wire";
import { FlagZa } from "../icons/Icon";
import styles from "./tile.module.css";

/** Whether the heading above the tiles has the flag that all of them would carry. */
export const AllMadeHereContext = createContext(false);

/** Whether all products carry the flag, so that a single one in their heading is enough. */
export function allMadeHere(hits: readonly Hit[]): boolean {
  return hits.length > 1 && hits.every((hit) => hit.saMade);
}

/** The flag of a section, beside its heading; on a picture it is a badge. */
export function MadeHere({ className = styles.madeHere }: { className?: string | undefined }) {
  return (
    <span className={className} title="Made in South Africa">
      <FlagZa label="Made in South Africa" />
    </span>
  );
}
