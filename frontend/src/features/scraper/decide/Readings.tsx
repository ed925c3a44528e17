import type { ComparedProduct, Comparison } from "../../../lib/api/schema";
import { amountText, ItemFiles, Origin, ProductName, UNREAD, type Values } from "../history/ComparedProducts";
import { counted } from "../history/runs";
import styles from "./decide.module.css";

type Field = Comparison["byField"][number];

/** What a reading says of a field. */
export function valueOf(field: string, values: Values): string {
  if (!values) return "nothing";
  const { soldOut, currency, name, href, image, brand } = values;
  if (field === "price" || field === "ordinaryPrice") return amountText(values, field, currency ?? "");
  if (field === "soldOut") return soldOut === null ? UNREAD : soldOut ? "sold out" : "in stock";
  return { name, href, image, productBrand: brand }[field] ?? "nothing";
}

function Sample({ field, product }: { field: string; product: ComparedProduct }) {
  const { before, after, origin, originBefore } = product;
  const picture = after?.image ?? before?.image;
  return (
    <li className={styles.sample}>
      {picture ? (
        <img className={styles.picture} src={picture} alt="" loading="lazy" />
      ) : (
        <span className={styles.noPicture} />
      )}
      <span className="breaks">
        <ProductName product={product} />
      </span>
      <dl className={styles.sides}>
        <div>
          <dt>Before</dt>
          <dd>
            {valueOf(field, before)}
            {field === "price" && <Origin of={originBefore} />}
          </dd>
        </div>
        <div>
          <dt>Read</dt>
          <dd>
            <strong>{valueOf(field, after)}</strong>
            {field === "price" && <Origin of={origin} />}
          </dd>
        </div>
      </dl>
    </li>
  );
}

function FieldReading({ each: { field, label, count, lost, gained, samples } }: { each: Field }) {
  const parts = [lost > 0 && `${lost} have none any more`, gained > 0 && `${gained} had none`].filter(
    Boolean,
  );
  return (
    <section aria-label={label}>
      <h3 className={styles.field}>
        {label} <span className="muted">{[counted(count, "product"), ...parts].join(", ")}</span>
      </h3>
      <ul>
        {samples.map((product) => (
          <Sample key={`${product.productId ?? ""} ${product.name}`} field={field} product={product} />
        ))}
      </ul>
    </section>
  );
}

function Ways({
  title,
  products,
  count,
}: {
  title: string;
  products: readonly ComparedProduct[];
  count: number;
}) {
  if (count === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className={styles.field}>
        {title} <span className="muted">{counted(count, "product")}</span>
      </h3>
      <p className="breaks">
        {products
          .slice(0, 5)
          .map(({ name }) => name)
          .join(", ")}
        {count > 5 && " …"}
      </p>
    </section>
  );
}

/** What a held run read otherwise than the last good one: field by field, samples side by side. */
export function Readings({ comparison }: { comparison: Comparison }) {
  const { byField, counts, gone, to, from } = comparison;
  return (
    <section className="grid gap-5" aria-labelledby="readings">
      <h2 id="readings" className="type-section">
        What it read <span className="muted">beside run {from.id}</span>
      </h2>
      {byField.length === 0 && <p className="muted">What both runs read is the same.</p>}
      {byField.map((each) => (
        <FieldReading key={each.field} each={each} />
      ))}
      <Ways title="Missing" products={gone} count={counts.gone ?? 0} />
      <Ways title="New" products={comparison.new} count={counts.new ?? 0} />
      <ItemFiles runId={to.id} />
    </section>
  );
}
