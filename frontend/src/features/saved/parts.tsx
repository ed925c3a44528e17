import type { ReactNode } from "react";
import { ButtonLink } from "../../components/Button";
import { Icon, type IconName } from "../../components/icons/Icon";
import { ProductRail } from "../../components/rail/Rail";
import { useLandingMore } from "../../lib/api/catalogue";
import styles from "./saved.module.css";
import { SmallPicture } from "../../components/tile/TilePicture";
import { narrowOf } from "../../lib/catalogue/pictures";

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
      <SmallPicture className={styles.thumb} src={image === null ? undefined : narrowOf(image)} />
      {children}
    </li>
  );
}

interface InvitationProps {
  icon: IconName;
  title: string;
  children: ReactNode;
}

/** A tab that is still empty: what it is for, how it fills, and a rail to begin with. */
export function Invitation({ icon, title, children }: InvitationProps) {
  const { data } = useLandingMore();
  return (
    <>
      <div className={styles.invitation} data-part="invitation">
        <Icon name={icon} size={64} />
        <h2 className="type-section">{title}</h2>
        <p className="muted">{children}</p>
        <ButtonLink kind="primary" to="/">
          Look around
        </ButtonLink>
      </div>
      {data && <ProductRail name="Biggest price drops" hits={data.drops} />}
    </>
  );
}
