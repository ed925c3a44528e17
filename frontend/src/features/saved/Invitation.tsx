import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Icon, type IconName } from "../../components/icons/Icon";
import { ProductRail } from "../../components/rail/Rail";
import { useLandingMore } from "../../hooks/useCatalogue";
import styles from "./saved.module.css";

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
        <Link className={styles.start} to="/">
          Look around
        </Link>
      </div>
      {data && <ProductRail name="Biggest price drops" hits={data.drops} first={false} />}
    </>
  );
}
