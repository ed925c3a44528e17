import { TileSkeleton } from "../../components/tile/TileSkeleton";
import rail from "../../components/rail/rail.module.css";
import styles from "./landing.module.css";

const SLIDES = [0, 1, 2, 3, 4] as const;

/** The rails' final geometry while their products are on the way. */
export function RailSkeleton({ name }: { name: string }) {
  return (
    <section className={rail.rail} aria-hidden="true">
      <div className={rail.head}>
        <span className={rail.heading}>{name}</span>
      </div>
      <ul className={rail.slides}>
        {SLIDES.map((slide) => (
          <li key={slide} className={rail.slide}>
            <TileSkeleton />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The height of what follows the carousels, so that the footer stays where it is. */
export function MoreSkeleton() {
  return (
    <div className={styles.landing} aria-hidden="true" data-part="more-skeleton">
      <RailSkeleton name="New in" />
      <RailSkeleton name="Biggest price drops" />
      <div className={styles.storesSkeleton} />
    </div>
  );
}
