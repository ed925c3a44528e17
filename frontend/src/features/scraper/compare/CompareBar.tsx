import { useState } from "react";
import { useQuery } from "@tanstack/react-query";
import { Action } from "../../../components/Action";
import { brandNameOf } from "../history/history";
import type { BrandName, ComparedProduct, Comparison as RunComparison, HistoryRecord } from "../api/wire";
import { operatorApi } from "../../../lib/api/operator/api";
import { get } from "../../../lib/api/query";
import { LoadError } from "../../../components/states/LoadError";
import { Dialog } from "../../../components/dialog/Dialog";
import { PriceOrigin } from "../../../components/operator/PriceOrigin";
import styles from "../scraper.module.css";
import comparisonStyles from "./comparison.module.css";

interface CompareBarProps {
  chosen: readonly HistoryRecord[];
  brands: readonly BrandName[];
  onClear: () => void;
}

/** Why two runs cannot be compared, or null. */
function obstacle(chosen: readonly HistoryRecord[]): string | null {
  if (chosen.length < 2) return "Choose a second run of the same brand to compare.";
  const [first, second] = chosen;
  return first?.brandId === second?.brandId ? null : "Only runs of the same brand can be compared.";
}

interface EntryProps {
  product: ComparedProduct;
  notes: readonly string[];
}

function Entry({ product, notes }: EntryProps) {
  return (
    <li className={comparisonStyles.entry}>
      {product.href ? (
        <a href={product.href} target="_blank" rel="noopener noreferrer">
          {product.name}
        </a>
      ) : (
        <span>{product.name}</span>
      )}
      {notes.map((note) => (
        <span key={note} className={comparisonStyles.note}>
          {note}
        </span>
      ))}
      {product.origin && (
        <span className={comparisonStyles.origin}>
          <PriceOrigin origin={product.origin} />
        </span>
      )}
    </li>
  );
}

interface GroupProps {
  title: string;
  /** Of all; the server lists only so many. */
  count: number;
  entries: readonly EntryProps[];
}

function Group({ title, count, entries }: GroupProps) {
  return (
    <section>
      <h3 className="type-body">
        {title} <span className={comparisonStyles.count}>{count}</span>
      </h3>
      {entries.length === 0 && <p className={comparisonStyles.note}>(No items)</p>}
      <ul className={comparisonStyles.list}>
        {entries.map((entry, index) => (
          <Entry key={entry.product.productId ?? `held-${index}`} {...entry} />
        ))}
      </ul>
      {count > entries.length && (
        <p className={comparisonStyles.note}>The first {entries.length} are listed.</p>
      )}
    </section>
  );
}

type Values = ComparedProduct["before"];

const UNREAD = "not understood";

function amount(values: Values, currency: string): string {
  if (values?.priceKnown === false) return UNREAD;
  const price = values?.price;
  return price === null || price === undefined ? "no price" : `${currency} ${price.toFixed(2)}`;
}

function stock(before: Values, after: Values): string {
  if (after?.soldOut === null) return `stock ${UNREAD}`;
  if (after?.soldOut) return "sold out";
  return before?.soldOut ? "back in stock" : "in stock";
}

/** The changes of a product as text: price, stock, name, link. */
export function describeChange({ before, after, currency }: ComparedProduct): string[] {
  const notes: string[] = [];
  const [was, is] = [amount(before, currency), amount(after, currency)];
  if (was !== is) notes.push(`${was} → ${is}`);
  if (before?.soldOut !== after?.soldOut) notes.push(stock(before, after));
  if (before?.name !== after?.name) notes.push(`was “${before?.name ?? ""}”`);
  if (before?.href !== after?.href) notes.push(`was at ${before?.href ?? "no link"}`);
  return notes;
}

function Groups({ comparison }: { comparison: RunComparison }) {
  const withoutNotes = (product: ComparedProduct): EntryProps => ({ product, notes: [] });
  const { counts } = comparison;
  const changed = comparison.changed.map((product) => ({ product, notes: describeChange(product) }));
  return (
    <>
      {comparison.to.held && comparison.to.standing && <p role="note">{comparison.to.standing}</p>}
      {comparison.byField.length > 0 && (
        <p className={comparisonStyles.note}>
          {comparison.byField.map(({ label, count }) => `${count} with another ${label}`).join(", ")}
        </p>
      )}
      <Group title="Changed" count={counts.changed ?? changed.length} entries={changed} />
      <Group
        title="New"
        count={counts.new ?? comparison.new.length}
        entries={comparison.new.map(withoutNotes)}
      />
      <Group
        title="Gone"
        count={counts.gone ?? comparison.gone.length}
        entries={comparison.gone.map(withoutNotes)}
      />
    </>
  );
}

interface ComparisonProps {
  from: number;
  to: number;
  onClose: () => void;
}

/** What changed between two runs of a brand: prices, stock, names, new and gone products. */
function Comparison({ from, to, onClose }: ComparisonProps) {
  const { data, error, refetch } = useQuery(
    get("/api/scraper/compareRuns", { params: { query: { from, to } } }, operatorApi),
  );
  return (
    <Dialog title={`Run ${from} → run ${to}`} width="wide" onClose={onClose}>
      <div className={comparisonStyles.body}>
        <LoadError error={error} onRetry={() => void refetch()} />
        {!data && !error && <p>Comparing…</p>}
        {data && <Groups comparison={data} />}
      </div>
    </Dialog>
  );
}

/** Appears once a run is chosen, and opens the comparison of two: the older first. */
export function CompareBar({ chosen, brands, onClear }: CompareBarProps) {
  const [open, setOpen] = useState(false);
  const [from, to] = [...chosen].sort((a, b) => a.id - b.id);
  if (!from) return null;
  const problem = obstacle(chosen);
  return (
    <div className={styles.compare} role="status">
      <span>{problem ?? `${brandNameOf(from, brands)}: run ${from.id} and run ${to?.id ?? ""}`}</span>
      <Action kind="filled" disabled={problem !== null} onClick={() => setOpen(true)}>
        Compare
      </Action>
      <Action onClick={onClear}>Clear</Action>
      {open && to && <Comparison from={from.id} to={to.id} onClose={() => setOpen(false)} />}
    </div>
  );
}
