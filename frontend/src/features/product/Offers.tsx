import { lazy, Suspense } from "react";
import { Icon } from "../../components/icons/Icon";
import { StorePrice } from "../../components/price/Price";
import { ProductLink } from "../../components/tile/ProductLink";
import type { ProductView } from "../../lib/api/wire";
import { countryName, countOf, moneyOf, DATE_LOCALE } from "../../lib/catalogue/format";
import { outboundUrl } from "../../lib/catalogue/addresses";
import { trackedLink } from "../../lib/tracking/track";
import { type Currency, useSession } from "../../lib/visitor/session";
import styles from "./offers.module.css";

const OfferDesk = lazy(() => import("./OfferDesk"));

type Offer = ProductView["offers"][number];

const readOn = new Intl.DateTimeFormat(DATE_LOCALE, { day: "numeric", month: "short" });

function isForSale({ soldOut, delivery }: Offer): boolean {
  return !soldOut && (delivery === null || delivery === "store");
}

function Notes({ offer: { delivery, soldOut, lastSeen } }: { offer: Offer }) {
  const country = countryName(useSession().countryCode);
  return (
    <p className={styles.notes}>
      <span data-sold-out={soldOut}>{soldOut ? "Sold out" : "In stock"}</span>
      {delivery === "store" && <span>Delivers to {country}</span>}
      {delivery === "proxy" && <span>Reaches {country} through a proxy</span>}
      {delivery === "no" && <span>Does not deliver to {country}</span>}
      <span>
        Read <time dateTime={lastSeen}>{readOn.format(new Date(lastSeen))}</time>
      </span>
    </p>
  );
}

function ToStore({ offer: { brandId, groupKey, href, storeName } }: { offer: Offer }) {
  const url = outboundUrl(href);
  if (url === null) return null;
  return (
    <a
      className={styles.toStore}
      href={url}
      target="_blank"
      rel="noopener"
      {...trackedLink({ brandId, groupKey, href: url })}
    >
      <Icon name="store" size={18} />
      <span className="visually-hidden">View at {storeName} (opens in a new tab)</span>
    </a>
  );
}

interface RowProps {
  offer: Offer;
  isOwn: boolean;
  currency: Currency;
}

function Row({ offer, isOwn, currency }: RowProps) {
  const { productId, name, price, storeName } = offer;
  return (
    <li className={styles.offer} aria-current={isOwn ? "true" : undefined} data-for-sale={isForSale(offer)}>
      <div className={styles.store}>
        {isOwn ? (
          <span>
            {storeName} <span className="muted regular">shown here</span>
          </span>
        ) : (
          <ProductLink id={productId} name={name}>
            {storeName}
          </ProductLink>
        )}
      </div>
      <p className={styles.price}>
        {price === null ? "Price in store" : moneyOf(offer, currency)(price)}
        <StorePrice of={offer} currency={currency} />
      </p>
      <Notes offer={offer} />
      <ToStore offer={offer} />
    </li>
  );
}

/** The stores that sell the same thing, the cheapest that deliver first; nothing where no other does. */
export function Offers({ view, currency }: { view: ProductView; currency: Currency }) {
  const { offers, product } = view;
  const selling = offers.filter(isForSale).length;
  return (
    <>
      {offers.length > 0 && (
        <section className="column gap-2" aria-labelledby="offers-title" data-part="offers">
          <h2 id="offers-title" className="type-body strong">
            {selling > 0 ? `Sold by ${countOf(selling, "store")}` : "Sold by none of its stores now"}
          </h2>
          <ul role="list" className="line-above">
            {offers.map((offer) => (
              <Row
                key={offer.productId}
                offer={offer}
                isOwn={offer.productId === product.productId}
                currency={currency}
              />
            ))}
          </ul>
        </section>
      )}
      {__DEV_MODE__ && (
        <Suspense fallback={null}>
          <OfferDesk productId={product.productId} offers={offers} />
        </Suspense>
      )}
    </>
  );
}
