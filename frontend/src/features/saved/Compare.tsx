import { Button } from "../../components/Button";
import { Price } from "../../components/price/Price";
import { Delivery, Verdict } from "../../components/price/Verdict";
import { LoadError } from "../../components/states/states";
import { ProductLink } from "../../components/tile/ProductLink";
import { productQuery, useData } from "../../lib/api/query";
import { type ProductView, storeOf } from "../../lib/api/wire";
import { colourOf } from "../../components/tile/colours";
import { moneyOf } from "../../lib/catalogue/format";
import { SmallPicture } from "../../components/tile/TilePicture";
import { widthsOf } from "../../lib/catalogue/pictures";
import { compared, type KeptProduct } from "../../lib/visitor/kept";
import { useSession } from "../../lib/visitor/session";
import { Invitation } from "./parts";
import styles from "./saved.module.css";

/** Its attributes, with the sizes that can be bought where the store declares them. */
function factsOf({ product, sizes }: ProductView): [string, string][] {
  const offered = sizes.filter(({ soldOut }) => !soldOut).map(({ size }) => size);
  const own = { ...product.attributes, ...(sizes.length > 0 && { size: offered }) };
  const facts = Object.entries(own).map(([name, values]): [string, string] => [name, values.join(", ")]);
  return [...facts, ["colour", colourOf(product)] as [string, string]].filter(([, text]) => text !== "");
}

/** A product's column: each of its rows stands level with the others'. */
function Column({ kept }: { kept: KeptProduct }) {
  const session = useSession();
  const { currency } = session;
  const { data, error, reload } = useData(productQuery(kept.id, session));
  const view = data?.view;
  const picture = view?.product.images?.[0];
  return (
    <li className={styles.compared} data-part="compared">
      <SmallPicture
        className="clipped sunk portrait"
        {...(picture ? widthsOf(picture) : { src: kept.image ?? undefined })}
      />
      <div className="breaks">
        <p className="muted type-meta upper">{kept.brand}</p>
        <h2 className="regular type-body">
          <ProductLink id={kept.id} name={kept.name} className="plain underlines">
            {kept.name}
          </ProductLink>
        </h2>
        <LoadError error={error} onRetry={reload} />
      </div>
      <p className="strong figures">{view && <Price hit={view.product} currency={currency} />}</p>
      <div>{view && <Verdict history={view.history} />}</div>
      <dl className="type-control breaks">
        {view &&
          factsOf(view).map(([name, text]) => (
            <div key={name}>
              <dt className="muted upper type-meta">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
      </dl>
      <ul className="type-control breaks" role="list" aria-label={`Stores that sell ${kept.name}`}>
        {view?.offers.length === 0 && <li>{storeOf(view.product)}</li>}
        {view?.offers.map((offer) => (
          <li key={offer.productId}>
            {offer.storeName}{" "}
            {offer.price !== null && <span className="figures">{moneyOf(offer, currency)(offer.price)}</span>}
            {offer.soldOut && <span className="muted"> sold out</span>}
          </li>
        ))}
      </ul>
      <p className="type-control muted">
        {view?.delivery && <Delivery how={view.delivery} />}
        {view?.delivery === null && view.product.shipsFromName && `Ships from ${view.product.shipsFromName}`}
      </p>
      <p>
        <Button of={kept.name} onClick={() => compared.remove(kept.id)}>
          Remove
        </Button>
      </p>
    </li>
  );
}

/** Up to three products side by side: price and its history, facts, stores, delivery. */
export function Compare() {
  const all = compared.use();
  if (all.length === 0) {
    return (
      <Invitation icon="largeTiles" title="Side by side">
        Press “Compare” on a product’s page: up to three stand beside one another here.
      </Invitation>
    );
  }
  return (
    <ul className={styles.comparison} role="list" aria-label="Products side by side">
      {all.map((kept) => (
        <Column key={kept.id} kept={kept} />
      ))}
    </ul>
  );
}
