import { Outage } from "../../components/Outage";
import { TileSkeleton } from "../../components/TileSkeleton";
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

/** What shows while nothing is searched for: four carousels (spec §2.3). */
export function Landing() {
  const { data, error, loading, reload } = useLanding();
  if (error && !data) return <Outage onRetry={reload} />;
  return (
    <div className={styles.landing} aria-busy={loading}>
      {data
        ? data.carousels.map((carousel, index) => (
            <Rail key={carousel.name} carousel={carousel} first={index === 0} />
          ))
        : RAILS.map((name) => <RailSkeleton key={name} name={name} />)}
    </div>
  );
}
