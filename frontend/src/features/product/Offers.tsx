import { Delivery } from "../../components/price/Verdict";
import { type SyntheticEvent, useState } from "react";
import { Icon } from "../../components/icons/Icon";
import { StorePrice } from "../../components/price/Price";
import { ProductLink, StoreLink } from "../../components/tile/ProductLink";
import type { ProductView } from "../../lib/api/wire";
import { countOf, DATE_LOCALE, moneyOf } from "../../lib/catalogue/format";
import type { Currency } from "../../lib/visitor/session";
import styles from "./offers.module.css";
import { useMutation } from "@tanstack/react-query";
import { Button } from "../../components/Button";
import { OperatorData } from "../../components/operator/OperatorGate";
import { queryClient } from "../../lib/api/queryClient";
import { postAsOperator } from "../../lib/api/operator";
import { productIdOf } from "../../lib/catalogue/addresses";
import { showError, showToast } from "../../lib/toasts";

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
      {__DEV_MODE__ && <OfferDesk productId={product.productId} offers={offers} />}
    </>
  );
}

/** A product by its number, or by the address of its view. */
function idIn(text: string): number | null {
  const typed = text.trim();
  if (/^[1-9]\d{0,17}$/.test(typed)) return Number(typed);
  return URL.canParse(typed, window.location.origin)
    ? productIdOf(new URL(typed, window.location.origin).pathname)
    : null;
}

interface DeskProps {
  productId: number;
  offers: ProductView["offers"];
}

function Desk({ productId, offers }: DeskProps) {
  const [typed, setTyped] = useState("");
  const { mutate, isPending } = useMutation({
    mutationFn: (decision: { otherId: number; isOne: boolean }) =>
      postAsOperator("/api/offers", { body: { productId, ...decision } }),
    onSuccess: (message) => {
      showToast(message, "success");
      setTyped("");
      return queryClient.invalidateQueries();
    },
    onError: showError,
  });
  const other = idIn(typed);
  const join = (event: SyntheticEvent) => {
    event.preventDefault();
    if (other !== null) mutate({ otherId: other, isOne: true });
  };
  return (
    <div className="type-control row wrap gap-2">
      {offers
        .filter((offer) => offer.productId !== productId)
        .map((offer) => (
          <Button
            key={offer.productId}
            disabled={isPending}
            onClick={() => mutate({ otherId: offer.productId, isOne: false })}
          >
            Not the same: {offer.storeName}
          </Button>
        ))}
      <form className="type-control row wrap gap-2" onSubmit={join}>
        <label>
          The same as{" "}
          <input
            value={typed}
            placeholder="Number or address of a product"
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <Button type="submit" disabled={isPending || other === null || other === productId}>
          Join
        </Button>
      </form>
    </div>
  );
}

/** In development mode: parts products that are not one thing, and joins two that are, for good. */
export function OfferDesk(props: DeskProps) {
  return (
    <OperatorData>
      <Desk {...props} />
    </OperatorData>
  );
}
