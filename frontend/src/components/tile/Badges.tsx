import { useContext } from "react";
import { FlagZa } from "../icons/FlagZa";
import { Icon } from "../icons/Icon";
import { Tooltip } from "../Tooltip";
import type { Hit } from "../../lib/api/wire";
import { AllMadeHereContext } from "./extra";
import styles from "./tile.module.css";

/** At most two, over the picture's top left corner; what the heading shows for all is not repeated. */
export function Badges({ hit }: { hit: Hit }) {
  const flag = !useContext(AllMadeHereContext) && hit.saMade;
  if (!flag && !hit.needExternalTranslate) return null;
  return (
    <div className={styles.badges}>
      {flag && (
        <span className={styles.badge} title="Made in South Africa">
          <FlagZa label="Made in South Africa" />
        </span>
      )}
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
