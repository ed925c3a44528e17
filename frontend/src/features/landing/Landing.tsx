import { useDeferredValue, useEffect, useRef, useState } from "react";
import { Link } from "react-router-dom";
import { inlinedState } from "../../lib/api/inlined";
import { Outage } from "../../components/states/states";
import { WorldCards } from "../../components/worlds/WorldMenu";
import { TileSkeleton } from "../../components/tile/TileSkeleton";
import { ProductRail, Rail } from "../../components/rail/Rail";
import { useSearchActions } from "../../hooks/searchContext";
import { useLanding, useLandingMore } from "../../hooks/useCatalogue";
import type { LandingMore } from "../../lib/api/schema";
import { countOf } from "../../lib/catalogue/format";
import { EMPTY_STATE, withValues } from "../../lib/search/searchState";
import rail from "../../components/rail/rail.module.css";
import styles from "./landing.module.css";

const SLIDES = [0, 1, 2, 3, 4] as const;

/** The rails' final geometry while their products are on the way. */
function RailSkeleton({ name }: { name: string }) {
  return (
    <section className={rail.rail} aria-hidden="true">
      <div className={rail.head}>
        <span className="type-section strong">{name}</span>
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
function MoreSkeleton() {
  return (
    <div className="grid gap-5 pb-7" aria-hidden="true" data-part="more-skeleton">
      <RailSkeleton name="New in" />
      <RailSkeleton name="Biggest price drops" />
      <div className={styles.storesSkeleton} />
    </div>
  );
}

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

function Stores({ stores }: Pick<LandingMore, "stores">) {
  const { commit } = useSearchActions();
  if (stores.length === 0) return null;
  return (
    <section className={rail.rail} aria-label="Stores">
      <h2 className="type-section strong">Stores</h2>
      <ul className={styles.stores} role="list">
        {stores.map(({ slug, name, products }) => (
          <li key={slug}>
            <button
              type="button"
              className={styles.store}
              onClick={() => commit(() => withValues(EMPTY_STATE, "store", [slug]))}
            >
              <span className="truncated strong">{name}</span>
              <span className="muted figures type-meta">{countOf(products, "product")}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** New arrivals, the biggest price drops, the stores. Nothing without an answer: the carousels are enough. */
function More() {
  const { data, error } = useLandingMore();
  if (!data) return error ? null : <MoreSkeleton />;
  return (
    <div className="grid gap-5 pb-7">
      <ProductRail name="New in" hits={data.arrivals} first={false} />
      <ProductRail name="Biggest price drops" hits={data.drops} first={false} />
      <Stores stores={data.stores} />
    </div>
  );
}

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
  return <div ref={place}>{near ? <More /> : <MoreSkeleton />}</div>;
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
    <div className="grid gap-5 pb-7" aria-busy={loading}>
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
