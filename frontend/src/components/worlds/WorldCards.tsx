import { Link } from "react-router-dom";
import { setManuallyFiltered } from "../../lib/visitor/preferences";
import type { Landing } from "../../lib/api/wire";
import { categoryPath, WORLDS, worldPicture } from "../../lib/catalogue/worlds";
import { hideBroken } from "../hideBroken";
import styles from "./worlds.module.css";

interface WorldCardsProps {
  landing: Landing | undefined;
  /** On the first screen: their pictures load at once. */
  eager?: boolean;
  onChosen?: () => void;
}

/** The four worlds, each with a picture of one of its products. */
export function WorldCards({ landing, eager = false, onChosen }: WorldCardsProps) {
  const choose = () => {
    setManuallyFiltered(true);
    onChosen?.();
  };
  return (
    <nav aria-label="Worlds">
      <ul className={styles.cards} role="list">
        {WORLDS.map(({ slug, label }) => {
          const picture = worldPicture(landing, slug);
          return (
            <li key={slug}>
              <Link className={styles.card} to={categoryPath(slug)} onClick={choose}>
                <span className={styles.cardPicture}>
                  {picture && (
                    <img
                      className="cover"
                      src={picture}
                      alt=""
                      width={320}
                      height={427}
                      loading={eager ? "eager" : "lazy"}
                      onError={hideBroken}
                    />
                  )}
                </span>
                <span className={styles.cardLabel}>{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
