import type { Trial, TrialItem } from "./trial";
import styles from "./editor.module.css";

function priceText({ price, ordinaryPrice, currency }: TrialItem): string {
  if (price === null) return "no price";
  const unit = currency ?? "";
  return `${unit} ${price}${ordinaryPrice ? ` (was ${ordinaryPrice})` : ""}`.trim();
}

/** The fields of an item that a good configuration would have found. */
function missing(item: TrialItem): string[] {
  const found = { name: item.name, price: item.price, link: item.href, image: item.images[0] };
  return Object.entries(found)
    .filter(([, value]) => value === null || value === undefined || value === "")
    .map(([field]) => field);
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
      <div className={styles.itemText}>
        <strong>{item.name ?? "(no name)"}</strong>
        {item.brand && <span>{item.brand}</span>}
        <span>
          {priceText(item)}
          {item.soldOut && " · sold out"} · {item.images.length}{" "}
          {item.images.length === 1 ? "image" : "images"}
        </span>
        {item.href && (
          <a href={item.href} target="_blank" rel="noopener noreferrer">
            {item.href}
          </a>
        )}
        {lacks.length > 0 && (
          <span className={unopened ? styles.hint : styles.error}>
            Missing: {lacks.join(", ")}
            {unopened && " (its detail page was not opened)"}
          </span>
        )}
      </div>
    </li>
  );
}

/** The parsed items in the order of the page, and why nodes were rejected. */
export function TrialItems({ trial }: { trial: Trial }) {
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
      {trial.log && trial.log.length > 0 && (
        <details>
          <summary>Log</summary>
          <pre className={styles.log}>{trial.log.join("\n")}</pre>
        </details>
      )}
    </div>
  );
}
