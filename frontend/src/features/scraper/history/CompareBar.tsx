import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../components/Button";
import { Dialog } from "../../../components/dialog/Dialog";
import { Loaded } from "../../../components/operator/OperatorGate";
import { PriceOrigin } from "../../../components/price/Price";
import { download, load } from "../../../lib/api/operator";
import type { ComparedProduct, Comparison, HistoryRecord } from "../../../lib/api/schema";
import { formatMoney, formatNumber } from "../../../lib/catalogue/format";
import { Away } from "../Table";
import dialog from "../../../components/dialog/dialog.module.css";
import table from "../table.module.css";

/** Why a run did not succeed, without its failed pages, which are listed one by one. */
export function reasonOf({ failureReason, failedPages }: HistoryRecord): string {
  const rest = failedPages.reduce(
    (text, { pageUrl, reason }) => text.replaceAll(`${pageUrl}: ${reason}`, ""),
    failureReason ?? "",
  );
  const parts = rest.split(";").map((part) => part.trim());
  const words = parts.filter(Boolean).join("; ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A run of all brands has no brand; a brand that was deleted without a name shows its id. */
export function brandNameOf({ brandId, brandName }: HistoryRecord): string {
  return brandName ?? (brandId === null ? "All brands" : `Brand ${brandId}`);
}

/** Why two runs cannot be compared, or null. */
function obstacle([first, second]: readonly HistoryRecord[]): string | null {
  if (!second) return "Choose a second run of the same brand to compare.";
  return first?.brandId === second.brandId ? null : "Only runs of the same brand can be compared.";
}

function stock(before: Values, after: Values): string {
  if (after?.soldOut === null) return `stock ${UNREAD}`;
  if (after?.soldOut) return "sold out";
  return before?.soldOut ? "back in stock" : "in stock";
}

/** The changes of a product as text: price, stock, name, link. */
export function describeChange({ before, after, currency, priceWords }: ComparedProduct): string[] {
  const [was, is] = [amountText(before, "price", currency), amountText(after, "price", currency)];
  return [
    was !== is && `${was} → ${is}${priceWords ? ` (${priceWords})` : ""}`,
    before?.soldOut !== after?.soldOut && stock(before, after),
    before?.name !== after?.name && `was “${before?.name ?? ""}”`,
    before?.href !== after?.href && `was at ${before?.href ?? "no link"}`,
  ].filter((note) => note !== false);
}

interface GroupProps {
  title: string;
  /** Of all; the server lists only so many. */
  count: number | undefined;
  products: readonly ComparedProduct[];
  notes?: (product: ComparedProduct) => string[];
}

/** Products of a comparison, each with what changed and where its price was read. */
export function Group({ title, products, count = products.length, notes }: GroupProps) {
  return (
    <section>
      <h3 className="type-body">
        {title} <span className="ms-2 regular muted">{count}</span>
      </h3>
      {products.length === 0 && <p className="muted figures type-control">(No items)</p>}
      <ul className="m-0 mt-2">
        {products.map((product, index) => (
          <li
            key={product.productId ?? `held-${index}`}
            className="wrap breaks gap-y-1 gap-x-4 py-2 line-above"
          >
            <ProductName product={product} />
            {notes?.(product).map((note) => (
              <span key={note} className="muted figures type-control">
                {note}
              </span>
            ))}
            <Origin of={product.origin} />
          </li>
        ))}
      </ul>
      {count > products.length && (
        <p className="muted figures type-control">The first {products.length} are listed.</p>
      )}
    </section>
  );
}

function Groups({ comparison: { to, byField, counts, changed, gone, ...more } }: { comparison: Comparison }) {
  return (
    <>
      {to.held && to.standing && <p role="note">{to.standing}</p>}
      {byField.length > 0 && (
        <p className="muted figures type-control">
          {byField.map(({ label, count }) => `${count} with another ${label}`).join(", ")}
        </p>
      )}
      <Group title="Changed" count={counts.changed} products={changed} notes={describeChange} />
      <Group title="New" count={counts.new} products={more.new} />
      <Group title="Gone" count={counts.gone} products={gone} />
    </>
  );
}

/** What changed between two runs of a brand: prices, stock, names, new and gone products. */
function ComparisonDialog({ from, to, onClose }: { from: number; to: number; onClose: () => void }) {
  const comparison = useQuery(load("/api/scraper/compareRuns", { params: { query: { from, to } } }));
  return (
    <Dialog title={`Run ${from} → run ${to}`} width="wide" onClose={onClose}>
      <div className={`grid gap-5 pb-5 ${dialog.body ?? ""}`}>
        <Loaded query={comparison} waiting="Comparing…">
          {(data) => <Groups comparison={data} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

/** Appears once a run is chosen, and opens the comparison of two: the older first. */
export function CompareBar({ chosen, onClear }: { chosen: readonly HistoryRecord[]; onClear: () => void }) {
  const [open, setOpen] = useState(false);
  const [from, to] = [...chosen].sort((a, b) => a.id - b.id);
  if (!from) return null;
  const problem = obstacle(chosen);
  return (
    <div className={table.chosen} role="status">
      <span>{problem ?? `${brandNameOf(from)}: run ${from.id} and run ${to?.id ?? ""}`}</span>
      <Button kind="primary" disabled={problem !== null} onClick={() => setOpen(true)}>
        Compare
      </Button>
      <Button onClick={onClear}>Clear</Button>
      {open && to && <ComparisonDialog from={from.id} to={to.id} onClose={() => setOpen(false)} />}
    </div>
  );
}

export type Values = ComparedProduct["before"];

export const UNREAD = "not understood";

/** An amount as a reading has it, in its own currency, or otherwise the product's. */
export function amountText(values: Values, field: "price" | "ordinaryPrice", ofProduct = ""): string {
  if (values?.priceKnown === false) return UNREAD;
  const amount = values?.[field];
  if (typeof amount !== "number") return "no price";
  const currency = values?.currency || ofProduct;
  return currency ? formatMoney(amount, currency) : formatNumber(amount);
}

/** A product of a comparison, as a link to its store where there is one. */
export function ProductName({ product: { href, name } }: { product: ComparedProduct }) {
  if (!href) return <span>{name}</span>;
  return <Away href={href}>{name}</Away>;
}

/** Where a price was read. */
export function Origin({ of }: { of: string | null | undefined }) {
  if (!of) return null;
  return (
    <span className="muted type-meta block whole-line">
      <PriceOrigin origin={of} />
    </span>
  );
}

/** The items of a run, one a line, as files. */
export function ItemFiles({ runId }: { runId: number }) {
  const save = (format: "csv" | "jsonl") =>
    download("/api/scraper/export/{run_id}", { params: { path: { run_id: runId }, query: { format } } });
  return (
    <div className="row rigid gap-2" role="group" aria-label="Export the items">
      <span className="muted">Items as</span>
      <Button kind="row" onClick={() => save("csv")}>
        CSV
      </Button>
      <Button kind="row" onClick={() => save("jsonl")}>
        JSON Lines
      </Button>
    </div>
  );
}
