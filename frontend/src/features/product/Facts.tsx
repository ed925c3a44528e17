import { Link } from "react-router-dom";
import { AlertButton } from "../../components/alerts/AlertButton";
import { Icon } from "../../components/icons/Icon";
import { percentOff } from "../../components/tile/colours";
import { Heart } from "../../components/tile/Heart";
import type { ProductView } from "../../lib/api/hits";
import { countryName } from "../../lib/catalogue/country";
import { amountIn, formatPrice } from "../../lib/catalogue/format";
import { outboundUrl } from "../../lib/catalogue/outbound";
import { DATE_LOCALE } from "../../lib/locale";
import { trackedLink } from "../../lib/tracking/track";
import { useSession, type Currency } from "../../lib/visitor/session";
import { Choices } from "./Choices";
import { Origin } from "./Origin";
import { Share } from "./Share";
import styles from "./product.module.css";

interface FactsProps {
  view: ProductView;
  currency: Currency;
  level: "page" | "dialog";
  /** What is otherwise since the visitor looked at it before; null where nothing is. */
  since: string | null;
}

const when = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: "medium", timeStyle: "short" });

function Price({ view: { product, gone, history }, currency }: Pick<FactsProps, "view" | "currency">) {
  const price = formatPrice(product.price, currency);
  const ordinary = formatPrice(product.ordinaryPrice, currency);
  const off = percentOff(amountIn(product.price, currency), amountIn(product.ordinaryPrice, currency));
  return (
    <div data-part="product-price">
      <p className={styles.price}>
        {price ?? "Price in store"}
        {price !== null && ordinary !== null && (
          <s className={styles.ordinary}>
            <span className="visually-hidden">was </span>
            {ordinary}
          </s>
        )}
        {off !== null && <span className={styles.off}>−{off}%</span>}
      </p>
      {history.words.length > 0 && (
        <ul className={styles.words} role="list" data-part="price-words">
          {history.words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {gone ? (
        <p className={styles.state}>No longer at {product.storeName}</p>
      ) : (
        product.soldOut && <p className={styles.state}>Sold out</p>
      )}
    </div>
  );
}

function Delivery({ view: { product, delivery } }: { view: ProductView }) {
  const { countryCode } = useSession();
  const country = countryName(countryCode);
  const from = product.shipsFromName ? `, ships from ${product.shipsFromName}` : "";
  return (
    <>
      <p>
        Sold by{" "}
        {product.store ? <Link to={`/brand/${product.store}`}>{product.storeName}</Link> : product.storeName}
        {from}
      </p>
      {delivery === "store" && <p>Delivers to {country}</p>}
      {delivery === "no" && <p>Does not deliver to {country}</p>}
      {delivery === "proxy" && (
        <p>
          Reaches {country} through <Link to="/proxies">a shipping proxy</Link>
        </p>
      )}
    </>
  );
}

function ToStore({ view: { product, gone } }: { view: ProductView }) {
  const href = outboundUrl(product.href);
  if (href === null || gone) return null;
  const click = { brandId: product.brandId, groupKey: product.groupKey, href };
  return (
    <a className={styles.toStore} href={href} target="_blank" rel="noopener" {...trackedLink(click)}>
      <Icon name="store" size={18} />
      View at {product.storeName}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

/** GTIN, MPN and skus, for those who look at the catalogue in development mode. */
function Identifiers({ identifiers }: Pick<ProductView, "identifiers">) {
  return (
    <ul role="list" aria-label="Identifiers">
      {identifiers.map(({ kind, value, variant }) => (
        <li key={`${kind} ${value} ${variant}`}>
          {kind.toUpperCase()} {value}
          {variant && ` (${variant})`}
        </li>
      ))}
    </ul>
  );
}

/** What is known of a product beside its pictures: name, price, store, sizes, colours. */
export function Facts({ view, currency, level, since }: FactsProps) {
  const { product, gone } = view;
  const Heading = level === "page" ? "h1" : "h2";
  return (
    <div className={styles.facts}>
      <p className={styles.brand}>{product.brand}</p>
      <Heading id="product-name" className={styles.name}>
        {product.name}
      </Heading>
      <Price view={view} currency={currency} />
      <Choices hit={product} />
      <div className={styles.actions}>
        <ToStore view={view} />
        <Heart hit={product} className={styles.heart} />
        <Share name={product.name} path={view.path} />
        <AlertButton
          about={{
            productId: product.productId,
            name: product.name,
            price: amountIn(product.price, currency) ?? null,
            soldOut: product.soldOut || gone,
          }}
        />
      </div>
      <div className={styles.meta}>
        <Delivery view={view} />
        <p>Last seen {when.format(new Date(view.lastSeen))}</p>
        {since && <p>{since}</p>}
        {__DEV_MODE__ && <Origin id={product.productId} />}
        {__DEV_MODE__ && <Identifiers identifiers={view.identifiers} />}
      </div>
    </div>
  );
}
