import { Fragment, lazy, startTransition, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { inlinedState } from "../../lib/api/inlined";
import { Near } from "../../components/Near";
import { Outage } from "../../components/states/states";
import { WorldCards } from "../../components/worlds/WorldMenu";
import { TileSkeleton } from "../../components/tile/TilePicture";
import { Rail } from "../../components/rail/Rail";
import { useLanding } from "../../lib/api/catalogue";
import rail from "../../components/rail/rail.module.css";
import styles from "./landing.module.css";

const SLIDES = [0, 1, 2, 3, 4] as const;

/** The rails' final geometry while their products are on the way. */
function RailSkeleton({ name }: { name: string }) {
  return (
    <section className={rail.rail} aria-hidden="true">
      <div className="row gap-4 mb-2 h-10">
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
  return <p className="muted type-meta mt-2 mb-4 text-center">Winkel is experimental and may have bugs.</p>;
}

/** The way to what is truly lower: in November to Black Friday's page. */
function DealsLink() {
  const { season = false } = inlinedState();
  return (
    <p className={`muted ${styles.deals ?? ""}`}>
      {season ? <Link to="/black-friday">Black Friday, measured</Link> : <Link to="/deals">Real deals</Link>}:
      what is truly lower than before, by prices that we read each day
    </p>
  );
}

/** Without their code the carousels are enough. */
const below = () => import("./Below").catch(() => ({ Proof: () => null, More: () => null }));
const Proof = lazy(async () => ({ default: (await below()).Proof }));
const More = lazy(async () => ({ default: (await below()).More }));
/** Behind the second rail. */
const PROOF_AFTER = 1;

const RAILS = ["Home", "Outdoor", "Women", "Men"] as const;

/**
 * What shows while nothing is searched for: four carousels (spec §2.3). The first is drawn first;
 * the others, below the first look, follow one by one, so that input does not wait.
 */
export function Landing() {
  const { data, error, loading, reload } = useLanding();
  const [drawn, setDrawn] = useState(1);
  useEffect(() => {
    if (data && drawn < data.carousels.length) startTransition(() => setDrawn(drawn + 1));
  }, [data, drawn]);
  if (error && !data) return <Outage alone onRetry={reload} />;
  return (
    <div className="grid gap-5 pb-7" aria-busy={loading}>
      <WorldCards landing={data} eager />
      <DealsLink />
      {data
        ? data.carousels.map((carousel, index) => (
            <Fragment key={carousel.name}>
              {index < drawn ? (
                <Rail carousel={carousel} first={index === 0} />
              ) : (
                <RailSkeleton name={carousel.name} />
              )}
              {index === PROOF_AFTER && (
                <Near part={Proof} waiting={<div className={styles.proofSkeleton} />} />
              )}
            </Fragment>
          ))
        : RAILS.map((name) => <RailSkeleton key={name} name={name} />)}
      {data && <Near part={More} waiting={<MoreSkeleton />} />}
    </div>
  );
}
