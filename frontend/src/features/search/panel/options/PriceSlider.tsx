import { useState } from "react";
import { useSearchActions, useSearchState } from "../../../../hooks/searchContext";
import { withValues } from "../../../../lib/search/searchState";
import { formatMoney } from "../../../../lib/catalogue/format";
import { useSession } from "../../../../lib/visitor/session";
import type { FilterData } from "../../../../lib/api/wire";
import styles from "./slider.module.css";

/** The positions of the handles: edges of the bands, from 0 to their number. */
interface Handles {
  low: number;
  high: number;
}

function chosenHandles(bands: readonly { value: string }[], chosen: readonly string[]): Handles {
  const places = bands.flatMap(({ value }, index) => (chosen.includes(value) ? [index] : []));
  const [first] = places;
  const last = places.at(-1);
  return first === undefined || last === undefined
    ? { low: 0, high: bands.length }
    : { low: first, high: last + 1 };
}

/**
 * Two handles over the price bands. They are the browser's own sliders, whose keys are those of spec
 * §9: arrows one step, Page Up and Down a tenth of the range, Home and End to its ends. The search
 * waits for the handle to be released.
 */
export function PriceSlider({ data }: { data: FilterData }) {
  const { currency } = useSession();
  const { commit } = useSearchActions();
  const { filters } = useSearchState();
  const [moved, setMoved] = useState<Handles | null>(null);
  const bands = data.priceBands[currency] ?? [];
  if (bands.length === 0) return null;
  const { low, high } = moved ?? chosenHandles(bands, filters.price ?? []);
  const edge = (place: number) => {
    const band = bands[place];
    return band ? formatMoney(band.min, currency) : "No limit";
  };
  const release = () => {
    if (moved === null) return;
    setMoved(null);
    const values = bands.slice(low, high).map(({ value }) => value);
    commit((base) => withValues(base, "price", values.length === bands.length ? [] : values));
  };
  const handle = (name: string, place: number, move: (to: number) => Handles) => (
    <input
      type="range"
      className={styles.handle}
      min={0}
      max={bands.length}
      step={1}
      value={place}
      aria-label={name}
      aria-valuetext={edge(place)}
      onChange={(event) => setMoved(move(Number(event.target.value)))}
      onPointerUp={release}
      onKeyUp={release}
      onBlur={release}
    />
  );
  return (
    <div className={styles.slider} role="group" aria-label="Price range">
      <p className="figures type-control" data-part="price-range">
        {edge(low)} – {edge(high)}
      </p>
      <div className={styles.track}>
        {handle("Lowest price", low, (to) => ({ low: Math.min(to, high - 1), high }))}
        {handle("Highest price", high, (to) => ({ low, high: Math.max(to, low + 1) }))}
      </div>
    </div>
  );
}
