import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { AlertButton } from "../../components/alerts/AlertButton";
import { Icon } from "../../components/icons/Icon";
import { Price, PriceOrigin } from "../../components/price/Price";
import { Delivery, Verdict } from "../../components/price/Verdict";
import { Heart, ProductLink, StoreLink } from "../../components/tile/ProductLink";
import { type Hit, type ProductView, storeOf } from "../../lib/api/wire";
import { compared, favourites, toSavedProduct } from "../../lib/visitor/kept";
import { amountIn, DATE_LOCALE, formatPrice, moneyOf } from "../../lib/catalogue/format";
import { outboundUrl } from "../../lib/catalogue/addresses";
import { type Currency } from "../../lib/visitor/session";
import { Offers } from "./Offers";
import { Button } from "../../components/Button";
import { share } from "../../lib/browser/share";
import { useData } from "../../lib/api/query";
import { load } from "../../lib/api/operator";
import button from "../../components/Button.module.css";
import styles from "./product.module.css";
import { colourOf, coloursOf } from "../../components/tile/colours";
import type { OfferedSize } from "../../lib/api/schema";

interface ChoicesProps {
  hit: Hit;
  /** Empty where the store does not declare which of them can be bought. */
  sizes: readonly OfferedSize[];
  /** Writes amounts of the product. */
  money: (amount: number) => string;
}

function Size({
  offered: { size, soldOut, price },
  money,
}: { offered: OfferedSize } & Pick<ChoicesProps, "money">) {
  return (
    <span className={styles.value} data-sold-out={soldOut} data-part="size">
      {soldOut ? <s>{size}</s> : size}
      {soldOut && <span className="visually-hidden"> (sold out)</span>}
      {price !== null && !soldOut && <span className="muted"> {money(price)}</span>}
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className={styles.term}>{name}</dt>
      <dd className="wrap gap-y-1 gap-x-3 py-1">{children}</dd>
    </div>
  );
}

/** Sizes and all other attributes of the store; its colours, each with the view of its own. */
function Choices({ hit, sizes, money }: ChoicesProps) {
  const colours = coloursOf(hit);
  const carried = Object.entries(hit.attributes ?? {}).filter(
    ([name]) => name !== "size" || sizes.length === 0,
  );
  const only = colourOf(hit);
  return (
    <dl className={styles.choices}>
      {sizes.length > 0 && (
        <Fact name="size">
          {sizes.map((offered) => (
            <Size key={offered.size} offered={offered} money={money} />
          ))}
        </Fact>
      )}
      {carried.map(([name, values]) => (
        <Fact key={name} name={name}>
          {values.map((value) => (
            <span key={value} className={styles.value}>
              {value}
            </span>
          ))}
        </Fact>
      ))}
      {colours.length === 0 && only !== "" && (
        <div>
          <dt className={styles.term}>colour</dt>
          <dd>{only}</dd>
        </div>
      )}
      {colours.length > 0 && (
        <Fact name="colours">
          {colours.map(({ key, label, look, picture, hit: shown }) => (
            <span key={key} aria-current={shown.productId === hit.productId ? "true" : undefined}>
              <ProductLink id={shown.productId} name={shown.name} className={styles.colour}>
                <span className="dot" style={look ?? {}}>
                  {picture !== null && <img className="cover" src={picture} alt="" loading="lazy" />}
                </span>
                {label}
                {shown.soldOut && <span className="muted"> (sold out)</span>}
              </ProductLink>
            </span>
          ))}
        </Fact>
      )}
    </dl>
  );
}

interface FactsProps {
  view: ProductView;
  currency: Currency;
  level: "page" | "dialog";
  /** What is otherwise since the visitor looked at it before; null where nothing is. */
  since: string | null;
}

const when = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: "medium", timeStyle: "short" });

/** What the store claims and nobody has read on enough days. */
function Claim({ view: { product, gone } }: { view: ProductView }) {
  const isClaimed = !gone && !product.measured && product.ordinaryPrice && product.price;
  if (!isClaimed) return null;
  return (
    <p className="type-control muted">
      The store says what it was; we have not read this price on enough days to know.
    </p>
  );
}

function PriceLine({ view, currency }: Pick<FactsProps, "view" | "currency">) {
  const { product, gone } = view;
  return (
    <div data-part="product-price">
      <p className="type-section figures strong">
        <Price hit={product} currency={currency} />
      </p>
      {view.history.words.length > 0 ? (
        <div className={styles.verdict}>
          <Verdict history={view.history} />
        </div>
      ) : (
        <Claim view={view} />
      )}
      {gone ? (
        <p className="mt-2 strong">No longer at {storeOf(product)}</p>
      ) : (
        product.soldOut && <p className="mt-2 strong">Sold out</p>
      )}
    </div>
  );
}

function SoldBy({ view: { product, delivery } }: { view: ProductView }) {
  const from = product.shipsFromName ? `, ships from ${product.shipsFromName}` : "";
  return (
    <>
      <p>
        Sold by{" "}
        {product.store ? <Link to={`/brand/${product.store}`}>{storeOf(product)}</Link> : storeOf(product)}
        {from}
      </p>
      {delivery && (
        <p>
          <Delivery how={delivery} />
        </p>
      )}
    </>
  );
}

/** The way out; on a phone in a bar at its foot, with the price. */
function ToStore({ view: { product, gone }, currency }: Pick<FactsProps, "view" | "currency">) {
  if (outboundUrl(product.href) === null || gone) return null;
  return (
    <div className={styles.buy} data-part="buy">
      <span className={styles.buyPrice} aria-hidden="true">
        {formatPrice(product, currency)}
      </span>
      <StoreLink
        of={product}
        href={product.href}
        className={`${button.primary ?? ""} ${styles.toStore ?? ""}`}
      >
        <Icon name="store" size={18} />
        View at {storeOf(product)}
      </StoreLink>
    </div>
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

/** The heart; a dialog covers the toast that would lead to what was saved. */
function FavouriteButton({ hit }: { hit: Hit }) {
  const saved = favourites.useHas(hit.productId);
  return (
    <>
      <Heart hit={hit} className={styles.heart} />
      {saved && (
        <Link className="inline-row type-control" to="/favourites">
          Saved: see favourites
        </Link>
      )}
    </>
  );
}

/** Hands the product's address on: the device's own way, otherwise the clipboard. */
function Share({ name, path }: { name: string; path: string }) {
  return (
    <Button onClick={() => void share(name, new URL(path, window.location.origin).href)}>
      <Icon name="share" size={18} />
      Share
    </Button>
  );
}

/** Puts it beside others, and leads to them; a dialog covers the toast that would. */
function ToCompare({ hit }: { hit: Hit }) {
  const isCompared = compared.useHas(hit.productId);
  const all = compared.use().length;
  const toggle = () => (isCompared ? compared.remove(hit.productId) : compared.add(toSavedProduct(hit)));
  return (
    <>
      <Button aria-pressed={isCompared} onClick={toggle}>
        Compare
      </Button>
      {isCompared && (
        <Link className="inline-row type-control" to="/favourites?tab=compare">
          {all === 1 ? "Choose others to stand beside it" : `See the ${all} side by side`}
        </Link>
      )}
    </>
  );
}

/** In development mode: where the product's price was read, or why that is not shown. */
export function Origin({ id }: { id: number }) {
  const params = { path: { product_id: id } };
  const { data, error } = useData(load("/api/products/{product_id}/origin", { params }));
  if (error) return <p>Where the price was read is not shown: {error.message}</p>;
  if (data === undefined) return null;
  return (
    <p>{data.origin ? <PriceOrigin origin={data.origin} /> : "Where the price was read was not noted."}</p>
  );
}

/** What is known of a product beside its pictures: name, price, store, sizes, colours. */
export function Facts({ view, currency, level, since }: FactsProps) {
  const { product, gone } = view;
  const Heading = level === "page" ? "h1" : "h2";
  return (
    <div className="column content-start gap-4">
      <p className="type-meta muted breaks upper">{product.brand}</p>
      <Heading id="product-name" className={styles.name}>
        {product.name}
      </Heading>
      <PriceLine view={view} currency={currency} />
      <Choices hit={product} sizes={view.sizes} money={moneyOf(product, currency)} />
      <div className="wrap gap-2">
        <ToStore view={view} currency={currency} />
        <FavouriteButton hit={product} />
        <Share name={product.name} path={view.path} />
        <ToCompare hit={product} />
        <AlertButton
          about={{
            productId: product.productId,
            name: product.name,
            price: amountIn(product.price, currency) ?? null,
            storePrice: product.storePrice ?? null,
            soldOut: (product.soldOut ?? false) || gone,
            sizes: view.sizes,
            isElsewhere: view.offers.length > 0,
          }}
        />
      </div>
      {(view.offers.length > 0 || __DEV_MODE__) && <Offers view={view} currency={currency} />}
      <div className="type-control muted breaks grid gap-1">
        <SoldBy view={view} />
        <p>Last seen {when.format(new Date(view.lastSeen))}</p>
        {since && <p>{since}</p>}
        {__DEV_MODE__ && <Origin id={product.productId} />}
        {__DEV_MODE__ && <Identifiers identifiers={view.identifiers} />}
      </div>
    </div>
  );
}
