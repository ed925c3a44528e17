import { Delivery } from "../../components/price/Verdict";
import { lazy, Suspense } from "react";
import { Icon } from "../../components/icons/Icon";
import { StorePrice } from "../../components/price/Price";
import { ProductLink, StoreLink } from "../../components/tile/ProductLink";
import type { ProductView } from "../../lib/api/wire";
import { countOf, moneyOf, DATE_LOCALE } from "../../lib/catalogue/format";
import { type Currency } from "../../lib/visitor/session";
import styles from "./offers.module.css";

const OfferDesk = lazy(() => import("./OfferDesk"));

type Offer = ProductView["offers"][number];

const readOn = new Intl.DateTimeFormat(DATE_LOCALE, { day: "numeric", month: "short" });

function isForSale({ soldOut, delivery }: Offer): boolean {
  return !soldOut && (delivery === null || delivery === "store");
}

function Notes({ offer: { delivery, soldOut, lastSeen } }: { offer: Offer }) {
  return (
    <p className={styles.notes}>
      <span data-sold-out={soldOut}>{soldOut ? "Sold out" : "In stock"}</span>
      {delivery && (
        <span>
          <Delivery how={delivery} />
        </span>
      )}
      <span>
        Read <time dateTime={lastSeen}>{readOn.format(new Date(lastSeen))}</time>
      </span>
    </p>
  );
}

function Row({ offer, isOwn, currency }: { offer: Offer; isOwn: boolean; currency: Currency }) {
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
      <StoreLink of={offer} href={offer.href} className={styles.toStore}>
        <Icon name="store" size={18} />
        <span className="visually-hidden">View at {storeName}</span>
      </StoreLink>
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
