import type { ReactNode } from "react";
import { Icon } from "../../components/icons/Icon";
import { hideBroken, narrowOf } from "../../lib/catalogue/pictures";
import styles from "./saved.module.css";

interface RowProps {
  image: string | null;
  /** "favourite", "alert": for those who look for rows of a kind. */
  part: string;
  children: ReactNode;
}

/** Something that was kept, with its picture at the start. */
export function Row({ image, part, children }: RowProps) {
  return (
    <li className={styles.row} data-part={part}>
      <span className={styles.thumb}>
        {image === null ? (
          <Icon name="none" />
        ) : (
          <img
            className="cover"
            src={narrowOf(image)}
            alt=""
            width={64}
            height={80}
            loading="lazy"
            onError={hideBroken}
          />
        )}
      </span>
      {children}
    </li>
  );
}
