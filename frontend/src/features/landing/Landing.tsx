import { useDeferredValue } from "react";
import { Outage } from "../../components/Outage";
import { TileSkeleton } from "../../components/TileSkeleton";
import { WorldCards } from "../worlds/WorldCards";
import { Below } from "./Below";
import { Rail } from "./Rail";
import { useLanding } from "./useLanding";
import styles from "./landing.module.css";

const RAILS = ["Home", "Outdoor", "Women", "Men"] as const;
const SLIDES = [0, 1, 2, 3, 4] as const;

/** The rails' final geometry while their products are on the way. */
function RailSkeleton({ name }: { name: string }) {
  return (
    <section className={styles.rail} aria-hidden="true">
      <div className={styles.head}>
        <span className={styles.heading}>{name}</span>
      </div>
      <ul className={styles.slides}>
        {SLIDES.map((slide) => (
          <li key={slide} className={styles.slide}>
            <TileSkeleton />
          </li>
        ))}
      </ul>
    </section>
  );
}

/**
 * What shows while nothing is searched for: four carousels (spec §2.3). The first is drawn first;
 * the others, below the first look, follow bit by bit.
 */
export function Landing() {
  const { data, error, loading, reload } = useLanding();
  const drawn = useDeferredValue(RAILS.length, 1);
  if (error && !data) return <Outage onRetry={reload} />;
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
