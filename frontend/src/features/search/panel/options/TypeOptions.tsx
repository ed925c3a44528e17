import { type SubmitEvent, useState } from "react";
import { useSearchActions, useSearchState } from "../../../../lib/search/SearchProvider";
import { countChosen, withValues } from "../../../../lib/search/searchState";
import { useSession } from "../../../../lib/visitor/session";
import type { FilterData, FilterType } from "../../../../lib/api/wire";
import { CategoryOptions, CountedOptions } from "./CategoryOptions";
import { OptionList, OptionRow, useChoose } from "./OptionList";
import { type Counts, useOptionViews } from "./options";
import { useAnswer } from "../../engine/answer";
import { Button } from "../../../../components/Button";
import { labelOf } from "../../../../lib/api/catalogue";
import { formatMoney } from "../../../../lib/catalogue/format";
import { type Amounts, NO_AMOUNT, spanOf, typedNumber, valuesOf } from "../../../../lib/search/price";
import styles from "./slider.module.css";

/** Spec §3 lists "All" among the values of stock and of item condition; it is the empty one. */
const WITH_ALL: ReadonlySet<string> = new Set(["stock", "type"]);

/** The positions of the handles: edges of the bands, from 0 to their number. */
interface Handles {
  low: number;
  high: number;
}

type Band = FilterData["priceBands"][string][number];

function chosenHandles(bands: readonly Band[], chosen: readonly string[]): Handles {
  const { low, high } = spanOf(chosen) ?? { low: 0, high: null };
  const first = bands.findLastIndex(({ min }) => min <= low);
  const last = high === null ? -1 : bands.findIndex(({ max }) => max == null || max >= high);
  return { low: Math.max(0, first), high: last < 0 ? bands.length : Math.max(first, last) + 1 };
}

/** The dearest of the filter's prices. */
const MOST = 999_999_999;

/** Two amounts, for a price that no band has. They take effect with Enter or the button. */
function AmountFields({ chosen, onChoose }: { chosen: Amounts | null; onChoose: (to: Amounts) => void }) {
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const texts = ["low", "high"].map((name) => {
      const text = fields.get(name);
      return typeof text === "string" ? text.trim() : "";
    });
    const [low, high] = texts.map((text) => (text === "" ? null : typedNumber(text)));
    const isUnread = [low, high].some((amount, index) => amount === null && texts[index] !== "");
    setIsWrong(isUnread);
    // Whole amounts: the request stays within them.
    if (isUnread) return;
    onChoose({
      low: Math.min(Math.floor(low ?? 0), MOST),
      high: high == null ? null : Math.min(Math.ceil(high), MOST),
    });
  };
  const field = (name: string, label: string, amount: number | null) => (
    <input
      className={styles.amount}
      name={name}
      inputMode="decimal"
      autoComplete="off"
      aria-label={label}
      placeholder={label}
      defaultValue={amount ?? ""}
    />
  );
  return (
    <form key={JSON.stringify(chosen)} noValidate onSubmit={submit}>
      <div role="group" className="row gap-2 mt-4" aria-label="Price between two amounts">
        {field("low", "From", chosen?.low || null)}
        {field("high", "To", chosen?.high ?? null)}
        <Button type="submit">Set</Button>
      </div>
      <p className="type-meta failed" role="status">
        {isWrong && NO_AMOUNT}
      </p>
    </form>
  );
}

interface HistogramProps {
  bands: readonly Band[];
  counts: Counts;
  handles: Handles;
}

/** How many products each band has, over the track; those between the handles stand out. */
function Histogram({ bands, counts, handles: { low, high } }: HistogramProps) {
  const most = Math.max(1, ...bands.map(({ value }) => counts?.[value] ?? 0));
  return (
    <div className={styles.histogram} data-part="price-histogram" aria-hidden="true">
      {bands.map(({ value }, place) => (
        <span
          key={value}
          data-chosen={place >= low && place < high}
          style={{ blockSize: `${((counts?.[value] ?? 0) / most) * 100}%` }}
        />
      ))}
    </div>
  );
}

/**
 * Two handles over the price bands. They are the browser's own sliders, whose keys are those of spec
 * §9: arrows one step, Page Up and Down a tenth of the range, Home and End to its ends. The search
 * waits for the handle to be released.
 */
function PriceSlider() {
  const { data, countsOf } = useAnswer();
  const { currency } = useSession();
  const { commit } = useSearchActions();
  const { filters } = useSearchState();
  // Until the search has followed, so that a second key starts where the first one has moved it.
  const [moved, setMoved] = useState<{ to: Handles; from: unknown; sent: boolean } | null>(null);
  const bands = data.priceBands[currency] ?? [];
  if (bands.length === 0) return null;
  const current = moved?.from === filters.price ? moved : null;
  const { low, high } = current?.to ?? chosenHandles(bands, filters.price ?? []);
  // Amounts between the bands' edges are shown as they were typed.
  const [only = ""] = filters.price ?? [];
  const typed = current === null && !bands.some(({ value }) => value === only) ? only : "";
  const choose = (values: string[]) => commit((base) => withValues(base, "price", values));
  const edge = (place: number) => {
    const band = bands[place];
    return band ? formatMoney(band.min, currency) : "No limit";
  };
  const release = () => {
    if (current === null || current.sent) return;
    setMoved({ ...current, sent: true });
    const chosen = bands.slice(low, high);
    const [band] = chosen;
    const span = { low: band?.min ?? 0, high: chosen.at(-1)?.max ?? null };
    if (chosen.length === bands.length) choose([]);
    else choose(chosen.length === 1 && band ? [band.value] : valuesOf(span));
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
      onChange={(event) =>
        setMoved({ to: move(Number(event.target.value)), from: filters.price, sent: false })
      }
      onPointerUp={release}
      onKeyUp={release}
      onBlur={release}
    />
  );
  return (
    <div className={styles.slider} role="group" aria-label="Price range">
      <p className="figures type-control" data-part="price-range">
        {typed ? labelOf(data, "price", typed, currency) : `${edge(low)} – ${edge(high)}`}
      </p>
      <Histogram bands={bands} counts={countsOf("price")} handles={{ low, high }} />
      <div className={styles.track}>
        {handle("Lowest price", low, (to) => ({ low: Math.min(to, high - 1), high }))}
        {handle("Highest price", high, (to) => ({ low, high: Math.max(to, low + 1) }))}
      </div>
      <AmountFields chosen={spanOf(filters.price ?? [])} onChoose={(to) => choose(valuesOf(to))} />
    </div>
  );
}

/** The sub-options of one filter type, by its kind. */
export function TypeOptions({ filter }: { filter: FilterType }) {
  const state = useSearchState();
  const views = useOptionViews();
  const choose = useChoose();
  const { commit } = useSearchActions();
  if (filter.kind === "tree") return <CategoryOptions filter={filter} />;
  if (filter.kind === "list" && filter.options.length === 0) return <CountedOptions filter={filter} />;
  const list = (
    <OptionList
      label={filter.label}
      options={views(filter)}
      searchable={filter.searchable && undefined}
      onPick={(option) => choose(filter, option)}
    >
      {WITH_ALL.has(filter.attribute) && (
        <OptionRow
          option={{
            value: "",
            label: "All",
            order: -1,
            count: null,
            chosen: countChosen(state, filter.attribute) === 0,
          }}
          onPick={() => commit((base) => withValues(base, filter.attribute, []))}
        />
      )}
    </OptionList>
  );
  if (filter.kind !== "bands") return list;
  return (
    <>
      <PriceSlider />
      {list}
    </>
  );
}
