import { lazy, Suspense, useDeferredValue, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { inlinedState } from "../../lib/api/inlined";
import { Outage } from "../../components/states/Outage";
import { WorldCards } from "../../components/worlds/WorldCards";
import { MoreSkeleton, RailSkeleton } from "./RailSkeleton";
import { Rail } from "../../components/rail/Rail";
import { useLanding } from "../../hooks/useLanding";
import styles from "./landing.module.css";

/** The tagline and the word about bugs, above and below the box (spec §1); the logo is in the bar. */
export function Hero() {
  return (
    <div className={styles.hero}>
      <h1 className={styles.tagline}>Shop from South African stores.</h1>
    </div>
  );
}

export function Banner() {
  return <p className={styles.banner}>Winkel is experimental and may have bugs.</p>;
}

/** The way to what is truly lower: in November to Black Friday's page. */
function DealsLink() {
  const { season = false } = inlinedState();
  return (
    <p className={styles.deals}>
      {season ? <Link to="/black-friday">Black Friday, measured</Link> : <Link to="/deals">Real deals</Link>}:
      what is truly lower than before, by prices that we read each day
    </p>
  );
}

const RAILS = ["Home", "Outdoor", "Women", "Men"] as const;

const More = lazy(() => import("./More"));

/** How far below the screen it may be when it starts to load, in px: about one more screen. */
const AHEAD = "600px";

/** The lower part of the landing screen; its code and products load once it is near. */
export function Below() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (!element || near) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.some((e) => e.isIntersecting)), {
      rootMargin: AHEAD,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  return (
    <div ref={place}>
      {near ? (
        <Suspense fallback={<MoreSkeleton />}>
          <More />
        </Suspense>
      ) : (
        <MoreSkeleton />
      )}
    </div>
  );
}

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
      <DealsLink />
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
