import { createContext, memo, type ReactNode, useContext, useId, useMemo, useState } from "react";
import { Link } from "react-router-dom";
import { SearchLink } from "../../lib/search/SearchProvider";
import { amountIn, countOf, currencyOf, formatPrice } from "../../lib/catalogue/format";
import { outboundUrl } from "../../lib/catalogue/addresses";
import { EMPTY_STATE, formatSearch, isSearched, withValues } from "../../lib/search/searchState";
import { setManuallyFiltered } from "../../lib/visitor/preferences";
import { useSession } from "../../lib/visitor/session";
import { type Hit, storeOf } from "../../lib/api/wire";
import { trackView } from "../../lib/tracking/track";
import { type Colour, coloursOf } from "./colours";
import { Heart, ProductLink, StoreLink } from "./ProductLink";
import { AllMadeHereContext, MadeHere, TilePicture, useHoverImage } from "./TilePicture";
import { Icon } from "../icons/Icon";
import { Tooltip } from "../Tooltip";
import { Price } from "../price/Price";
import styles from "./tile.module.css";
import actionStyles from "./tileActions.module.css";

/** Content below each tile's text: none for visitors, the editing panel in development mode. */
export const TileExtraContext = createContext<((hit: Hit) => ReactNode) | null>(null);

interface TileProps {
  hit: Hit;
  /** Load the picture at once, as one of the first on the screen. */
  eager?: boolean;
}

function BrandLink({ hit: { brand, brandId, groupKey } }: { hit: Hit }) {
  return (
    <SearchLink
      change={(base) => withValues(base, "brand", [brand])}
      click={{ brandId, groupKey, href: `Filter by ${brand}` }}
      className={styles.brand}
      title={`Only ${brand}`}
    >
      <span className="truncated block">{brand}</span>
    </SearchLink>
  );
}

/** How many stores sell the same thing, and from what price: the way to a list of them. */
function SoldBy({ hit: { offers, price, productId, name, soldOut } }: { hit: Hit }) {
  const wanted = useSession().currency;
  if (!offers) return null;
  const { stores } = offers;
  const currency = currencyOf(offers.price, wanted);
  const from = formatPrice(offers, currency);
  const where = soldOut && stores === 1 ? "another store" : countOf(stores, "store");
  const isCheapest =
    !soldOut && from !== null && amountIn(price, currency) === amountIn(offers.price, currency);
  return (
    <p data-part="sold-by">
      <ProductLink id={productId} name={name} className={styles.soldBy}>
        {isCheapest ? "Cheapest of" : from === null ? "In" : `From ${from} in`} {where}
        <span className="visually-hidden">: {name}</span>
      </ProductLink>
    </p>
  );
}

/** More would take a second line on phones; all of them are in the store. */
const MOST = 5;

interface SwatchesProps {
  name: string;
  colours: readonly Colour[];
  chosen: number;
  onChoose: (index: number) => void;
}

/** The product's colours. One stop for the Tab key; arrows go from colour to colour. */
function Swatches({ name, colours, chosen, onChoose }: SwatchesProps) {
  const group = useId();
  const more = colours.length - MOST;
  return (
    <div className={styles.swatches} role="radiogroup" aria-label={`Colours of ${name}`}>
      {colours.slice(0, MOST).map(({ key, label, look, picture }, index) => (
        <label key={key} className={styles.swatch} title={label}>
          <input
            type="radio"
            className={styles.swatchInput}
            name={group}
            aria-label={label}
            checked={index === chosen}
            onChange={() => onChoose(index)}
          />
          <span className={styles.swatchDot} style={look ?? {}}>
            {picture !== null && <img className="cover" src={picture} alt="" loading="lazy" />}
          </span>
        </label>
      ))}
      {more > 0 && (
        <span className="muted type-meta">
          +{more}
          <span className="visually-hidden"> more colours</span>
        </span>
      )}
    </div>
  );
}

/** The search for what is of its kind and colour; null where neither is known. */
function alikePath({ category = [], colour = [] }: Hit): string | null {
  const kind = withValues(EMPTY_STATE, "category", category.slice(-1));
  const alike = withValues(kind, "colour", colour.slice(0, 1));
  return isSearched(alike) ? `/${formatSearch(alike)}` : null;
}

/** What can be done with a product besides going to its store: over its picture. */
function TileActions({ hit }: { hit: Hit }) {
  const alike = alikePath(hit);
  return (
    <div className={actionStyles.actions}>
      <Heart hit={hit} />
      <ProductLink id={hit.productId} name={hit.name} className={actionStyles.look}>
        <Icon name="look" size={18} />
        <span className={actionStyles.word}>
          Look closer<span className="visually-hidden">: {hit.name}</span>
        </span>
      </ProductLink>
      {alike && (
        <Link className={actionStyles.alike} to={alike} onClick={() => setManuallyFiltered(true)}>
          More like this<span className="visually-hidden">: {hit.name}</span>
        </Link>
      )}
    </div>
  );
}

function PriceLine({ hit }: { hit: Hit }) {
  return (
    <p className="strong figures" data-part="price">
      <Price hit={hit} currency={currencyOf(hit.price, useSession().currency)} />
    </p>
  );
}

/** The product's attributes: sizes, materials. One line, truncated where it is full. */
function AttributeList({ hit: { attributes = {} } }: { hit: Hit }) {
  const carried = Object.entries(attributes);
  if (carried.length === 0) return null;
  return (
    <dl className="muted type-meta flex gap-1 at-most" data-part="carried">
      {carried.map(([name, values]) => (
        <div key={name} className={styles.attribute}>
          <dt className="visually-hidden">{name}</dt>
          <dd>{values.join(", ")}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A store that sells its own brand is named by the brand already. */
function hasStoreLine(hit: Hit): boolean {
  return hit.viaProxy || storeOf(hit).toLowerCase() !== hit.brand.toLowerCase();
}

/** At most two, over the picture's top left corner; what the heading shows for all is not repeated. */
function Badges({ hit }: { hit: Hit }) {
  const flag = !useContext(AllMadeHereContext) && hit.saMade;
  if (!flag && !hit.needExternalTranslate) return null;
  return (
    <div className={styles.badges}>
      {flag && <MadeHere className={styles.badge} />}
      {hit.needExternalTranslate && (
        <span className={styles.badge}>
          <Tooltip label="Needs translating" icon={<Icon name="translate" size={16} />}>
            The store’s page needs translating: use a browser that supports translation, or an external
            plugin.
          </Tooltip>
        </span>
      )}
    </div>
  );
}

function ProxyNote() {
  return (
    <Tooltip label="Ships through a proxy" icon={<Icon name="info" size={16} />}>
      This store does not ship to your country itself. <Link to="/proxies">A shipping proxy</Link> can.
    </Tooltip>
  );
}

/** Favicons lie in the public bucket by brand id (spec §2.3). */
function Favicon({ brandId }: { brandId: number }) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Icon name="store" size={16} />;
  return (
    <img
      className="rigid"
      src={`/media/favicons/${brandId}.png`}
      alt=""
      width={16}
      height={16}
      loading="lazy"
      onError={() => setFailed(true)}
    />
  );
}

/** The store's favicon and name, a link to the store. */
function StoreLine({ hit }: { hit: Hit }) {
  const name = (
    <>
      <Favicon brandId={hit.brandId} />
      <span className="truncated">{storeOf(hit)}</span>
    </>
  );
  return (
    <div className={styles.store}>
      {outboundUrl(hit.storeSite) === null ? (
        <span className={styles.storeLink}>{name}</span>
      ) : (
        <StoreLink of={hit} href={hit.storeSite} className={styles.storeLink}>
          {name}
        </StoreLink>
      )}
      {hit.viaProxy && <ProxyNote />}
    </div>
  );
}

/**
 * One product: brand, name, price. Its details link covers the tile; everything else in it stands
 * beside that link. A swatch shows the product in another colour, with its own price and link.
 */
export const Tile = memo(function Tile({ hit, eager = false }: TileProps) {
  const hover = useHoverImage();
  const extra = useContext(TileExtraContext);
  const [chosen, setChosen] = useState(0);
  const colours = useMemo(() => coloursOf(hit), [hit]);
  const shown = colours[chosen]?.hit ?? hit;
  const choose = (index: number) => {
    setChosen(index);
    const seen = colours[index]?.hit;
    if (seen) trackView("colour", seen.brandId, seen.groupKey, hit.groupKey);
  };
  return (
    <article className={styles.tile} {...hover.handlers}>
      <TilePicture
        key={chosen}
        hit={shown}
        eager={eager || chosen > 0}
        wanted={hover.wanted}
        hovered={hover.hovered}
        onFlip={hover.flip}
      />
      <Badges hit={hit} />
      <div className={styles.text}>
        <BrandLink hit={hit} />
        <h3 className={styles.name}>{shown.name}</h3>
        <PriceLine hit={shown} />
        <SoldBy hit={shown} />
        <AttributeList hit={shown} />
        {colours.length > 0 && (
          <Swatches name={hit.name} colours={colours} chosen={chosen} onChoose={choose} />
        )}
        {hasStoreLine(hit) && <StoreLine hit={hit} />}
        <StoreLink of={shown} href={shown.href} tileKey={hit.groupKey} className={styles.details}>
          View details<span className="visually-hidden">: {shown.name}</span>
        </StoreLink>
      </div>
      <TileActions hit={shown} />
      {extra?.(hit)}
    </article>
  );
});
