import { useQuery } from "@tanstack/react-query";
import { operatorApi } from "../../../lib/api/operator/api";
import { get } from "../../../lib/api/query";
import { LoadError } from "../../../components/states/LoadError";
import { Dialog } from "../../../components/dialog/Dialog";
import { PriceOrigin } from "../../../components/operator/PriceOrigin";
import { describeChange } from "./change";
import type { ComparedProduct, Comparison as RunComparison } from "../api/wire";
import styles from "./comparison.module.css";

interface EntryProps {
  product: ComparedProduct;
  notes: readonly string[];
}

function Entry({ product, notes }: EntryProps) {
  return (
    <li className={styles.entry}>
      {product.href ? (
        <a href={product.href} target="_blank" rel="noopener noreferrer">
          {product.name}
        </a>
      ) : (
        <span>{product.name}</span>
      )}
      {notes.map((note) => (
        <span key={note} className={styles.note}>
          {note}
        </span>
      ))}
      {product.certificate && (
        <span className={styles.origin}>
          <PriceOrigin certificate={product.certificate} />
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
        {title} <span className={styles.count}>{count}</span>
      </h3>
      {entries.length === 0 && <p className={styles.note}>(No items)</p>}
      <ul className={styles.list}>
        {entries.map((entry, index) => (
          <Entry key={entry.product.productId ?? `held-${index}`} {...entry} />
        ))}
      </ul>
      {count > entries.length && <p className={styles.note}>The first {entries.length} are listed.</p>}
    </section>
  );
}

function Groups({ comparison }: { comparison: RunComparison }) {
  const withoutNotes = (product: ComparedProduct): EntryProps => ({ product, notes: [] });
  const { counts } = comparison;
  const changed = comparison.changed.map((product) => ({ product, notes: describeChange(product) }));
  return (
    <>
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
export function Comparison({ from, to, onClose }: ComparisonProps) {
  const { data, error, refetch } = useQuery(
    get("/api/scraper/compareRuns", { params: { query: { from, to } } }, operatorApi),
  );
  return (
    <Dialog title={`Run ${from} → run ${to}`} width="wide" onClose={onClose}>
      <div className={styles.body}>
        <LoadError error={error} onRetry={() => void refetch()} />
        {!data && !error && <p>Comparing…</p>}
        {data && <Groups comparison={data} />}
      </div>
    </Dialog>
  );
}
