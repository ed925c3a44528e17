import type { ComparedProduct, Comparison } from "../../../lib/api/schema";
import { PriceOrigin } from "../../../components/operator/PriceOrigin";
import { downloadItems } from "../api/downloads";
import { counted } from "../history/history";
import styles from "./decide.module.css";

type Field = Comparison["byField"][number];
type Values = ComparedProduct["before"];

const NOTHING = "nothing";
const UNREAD = "not understood";

function money(currency: string | null | undefined, amount: number | null | undefined): string {
  return amount === null || amount === undefined
    ? "no price"
    : `${currency ?? ""} ${amount.toFixed(2)}`.trim();
}

/** What a reading says of a field. */
export function valueOf(field: string, values: Values): string {
  if (!values) return NOTHING;
  const { price, ordinaryPrice, priceKnown, soldOut, currency } = values;
  if (field === "price") return priceKnown ? money(currency, price) : UNREAD;
  if (field === "ordinaryPrice") return priceKnown ? money(currency, ordinaryPrice) : UNREAD;
  if (field === "soldOut") return soldOut === null ? UNREAD : soldOut ? "sold out" : "in stock";
  const text = { name: values.name, href: values.href, image: values.image, productBrand: values.brand }[
    field
  ];
  return text ?? NOTHING;
}

function Picture({ src }: { src: string | null }) {
  if (!src) return <span className={styles.noPicture} />;
  return <img className={styles.picture} src={src} alt="" loading="lazy" />;
}

function Sample({ field, product }: { field: string; product: ComparedProduct }) {
  const { before, after, origin, originBefore } = product;
  const isPrice = field === "price";
  return (
    <li className={styles.sample}>
      <Picture src={after?.image ?? before?.image ?? null} />
      <span className={styles.product}>
        {product.href ? (
          <a href={product.href} target="_blank" rel="noopener noreferrer">
            {product.name}
          </a>
        ) : (
          product.name
        )}
      </span>
      <dl className={styles.sides}>
        <div>
          <dt>Before</dt>
          <dd>
            {valueOf(field, before)}
            {isPrice && originBefore && (
              <span className={styles.origin}>
                <PriceOrigin origin={originBefore} />
              </span>
            )}
          </dd>
        </div>
        <div>
          <dt>Read</dt>
          <dd>
            <strong>{valueOf(field, after)}</strong>
            {isPrice && origin && (
              <span className={styles.origin}>
                <PriceOrigin origin={origin} />
              </span>
            )}
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
      <p className={styles.words}>
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
    <section className={styles.readings} aria-labelledby="readings">
      <h2 id="readings" className="type-section">
        What it read <span className="muted">beside run {from.id}</span>
      </h2>
      {byField.length === 0 && <p className="muted">What both runs read is the same.</p>}
      {byField.map((each) => (
        <FieldReading key={each.field} each={each} />
      ))}
      <Ways title="Missing" products={gone} count={counts.gone ?? 0} />
      <Ways title="New" products={comparison.new} count={counts.new ?? 0} />
      <p className={styles.links}>
        <button type="button" className={styles.file} onClick={() => downloadItems(to.id, "csv")}>
          All of it as CSV
        </button>
        <button type="button" className={styles.file} onClick={() => downloadItems(to.id, "jsonl")}>
          as JSON Lines
        </button>
      </p>
    </section>
  );
}
