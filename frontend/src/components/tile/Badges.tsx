import { useContext } from "react";
import { Icon } from "../icons/Icon";
import { Tooltip } from "../Tooltip";
import type { Hit } from "../../lib/api/wire";
import { AllMadeHereContext } from "./extra";
import { MadeHere } from "./MadeHere";
import styles from "./tile.module.css";

/** At most two, over the picture's top left corner; what the heading shows for all is not repeated. */
export function Badges({ hit }: { hit: Hit }) {
  const flag = !useContext(AllMadeHereContext) && hit.saMade;
  if (!flag && !hit.needExternalTranslate) return null;
  return (
    <div className={styles.badges}>
      {flag && <MadeHere className={styles.badge} />}
      {hit.needExternalTranslate && (
        <span className={styles.badge}>
          <Tooltip label="Needs translating" icon={<Icon name="translate" size={16} />}>
            The store’s page needs translating: use a browser that supports translation, or an external
            plugin.
          </Tooltip>
        </span>
      )}
    </div>
  );
}
