import type { StructuredData, TrialItem, TrialPage } from "./trial";
import styles from "../editor/editor.module.css";
import { Away } from "../Table";

function priceText({
  price,
  ordinaryPrice,
  currency,
}: Pick<TrialItem, "price" | "ordinaryPrice" | "currency">): string {
  if (price === null) return "no price";
  const unit = currency ?? "";
  return `${unit} ${price}${ordinaryPrice ? ` (was ${ordinaryPrice})` : ""}`.trim();
}

/** The fields that an item lacks, which a good configuration would have read. */
function missing(item: TrialItem): string[] {
  const values = { name: item.name, price: item.price, link: item.href, image: item.images[0] };
  return Object.entries(values)
    .filter(([, value]) => value === null || value === undefined || value === "")
    .map(([field]) => field);
}

/** The page's structured data of the same product; disagreements are marked. */
function Structured({ data, against }: { data: StructuredData; against: readonly string[] }) {
  const parts = [
    data.name,
    data.price === null ? null : priceText(data),
    data.soldOut === null ? null : data.soldOut ? "sold out" : "in stock",
  ].filter(Boolean);
  return (
    <span className={styles.structured} data-agrees={against.length === 0}>
      <span>
        {data.source}: {parts.join(" · ")}
      </span>
      {against.map((words) => (
        <span key={words} className={styles.error}>
          Disagrees: {words}
        </span>
      ))}
    </span>
  );
}

function Item({ item }: { item: TrialItem }) {
  const lacks = missing(item);
  const unopened = item.detailOpened === false;
  return (
    <li className={styles.item}>
      {item.images[0] ? (
        <img src={item.images[0]} alt="" width={48} height={64} loading="lazy" referrerPolicy="no-referrer" />
      ) : (
        <span className={styles.noImage} />
      )}
      <div className="grid content-start shrinks breaks">
        <strong>{item.name ?? "(no name)"}</strong>
        {item.brand && <span>{item.brand}</span>}
        <span>
          {priceText(item)}
          {item.soldOut && " · sold out"} · {item.images.length}{" "}
          {item.images.length === 1 ? "image" : "images"}
        </span>
        {(item.attributes ?? []).map(({ label, values }) => (
          <span key={label}>
            {label}: {values.join(", ")}
          </span>
        ))}
        {item.href && <Away href={item.href} />}
        {item.structured && <Structured data={item.structured} against={item.disagreements ?? []} />}
        {lacks.length > 0 && (
          <span className={unopened ? "muted" : styles.error}>
            Missing: {lacks.join(", ")}
            {unopened && " (its detail page was not opened)"}
          </span>
        )}
      </div>
    </li>
  );
}

/** The parsed items in the order of the page, and why nodes were rejected. */
export function TrialItems({ trial }: { trial: TrialPage }) {
  return (
    <div>
      <ol className={styles.items}>
        {trial.items.map((item, index) => (
          <Item key={index} item={item} />
        ))}
      </ol>
      {(trial.rejected ?? []).map(({ reason }, index) => (
        <p key={index} className={styles.error}>
          Rejected: {reason}
        </p>
      ))}
    </div>
  );
}
