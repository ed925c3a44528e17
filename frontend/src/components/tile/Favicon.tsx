import { useState } from "react";
import { Icon } from "../icons/Icon";
import styles from "./tile.module.css";

/** Favicons lie in the public bucket by brand id (spec §2.3). */
export function Favicon({ brandId }: { brandId: number }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Icon name="store" size={16} />;
  return (
    <img
      className={styles.favicon}
      src={`/media/favicons/${brandId}.png`}
      alt=""
      width={16}
      height={16}
      loading="lazy"
      onError={() => setFailed(true)}
    />
  );
}
