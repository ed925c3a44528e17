import { useDeferredValue } from "react";
import { Outage } from "../../components/states/Outage";
import { WorldCards } from "../../components/worlds/WorldCards";
import { Below } from "./Below";
import { RailSkeleton } from "./RailSkeleton";
import { Rail } from "../../components/rail/Rail";
import { useLanding } from "../../hooks/useLanding";
import styles from "./landing.module.css";

const RAILS = ["Home", "Outdoor", "Women", "Men"] as const;

/**
 * What shows while nothing is searched for: four carousels (spec §2.3). The first is drawn first;
 * the others, below the first look, follow bit by bit.
 */
export function Landing() {
  const { data, error, loading, reload } = useLanding();
  const drawn = useDeferredValue(RAILS.length, 1);
  if (error && !data) return <Outage alone onRetry={reload} />;
  return (
    <div className={styles.landing} aria-busy={loading}>
      <WorldCards landing={data} eager />
      {data
        ? data.carousels.map((carousel, index) =>
            index < drawn ? (
              <Rail key={carousel.name} carousel={carousel} first={index === 0} />
            ) : (
              <RailSkeleton key={carousel.name} name={carousel.name} />
            ),
          )
        : RAILS.map((name) => <RailSkeleton key={name} name={name} />)}
      {data && <Below />}
    </div>
  );
}
