import { lazy, memo, Suspense, useContext, useMemo, useState } from "react";
import { useSearchActions } from "../../hooks/searchContext";
import { amountIn, currencyOf, formatPrice } from "../../lib/catalogue/format";
import { outboundUrl } from "../../lib/catalogue/outbound";
import { withValues } from "../../lib/search/searchState";
import { useSession } from "../../lib/visitor/session";
import type { Hit } from "../../lib/api/wire";
import { track, trackedLink, trackView } from "../../lib/tracking/track";
import { TileExtraContext } from "./extra";
import { Badges } from "./Badges";
import { coloursOf, percentOff } from "./colours";
import { StoreLine } from "./StoreLine";
import { Swatches } from "./Swatches";
import { TilePicture } from "./TilePicture";
import { useHoverImage } from "./useHoverImage";
import styles from "./tile.module.css";

/** Heart and closer look come after the tiles, which are what the visitor waits for. */
const TileActions = lazy(() => import("./TileActions"));

interface TileProps {
  hit: Hit;
  /** Load the picture at once, as one of the first on the screen. */
  eager?: boolean;
}

function BrandButton({ hit }: { hit: Hit }) {
  const { commit } = useSearchActions();
  const choose = () => {
    track({ brandId: hit.brandId, groupKey: hit.groupKey, href: `Filter by ${hit.brand}` });
    commit((base) => withValues(base, "brand", [hit.brand]));
  };
  return (
    <button type="button" className={styles.brand} onClick={choose} title={`Only ${hit.brand}`}>
      <span className={styles.brandName}>{hit.brand}</span>
    </button>
  );
}

function Price({ hit }: { hit: Hit }) {
  const currency = currencyOf(hit.price, useSession().currency);
  const price = formatPrice(hit.price, currency);
  const ordinary = formatPrice(hit.ordinaryPrice, currency);
  const off = percentOff(amountIn(hit.price, currency), amountIn(hit.ordinaryPrice, currency));
  return (
    <p className={styles.price} data-part="price">
      {price ?? <span className={styles.unknown}>Price in store</span>}
      {price !== null && ordinary !== null && (
        <s className={styles.ordinary}>
          <span className="visually-hidden">was </span>
          {ordinary}
        </s>
      )}
      {off !== null && (
        <>
          {" "}
          <span className={styles.off}>−{off}%</span>
        </>
      )}
    </p>
  );
}

/** The product's attributes: sizes, materials. One line, truncated where it is full. */
function Carried({ hit: { attributes } }: { hit: Hit }) {
  const carried = Object.entries(attributes);
  if (carried.length === 0) return null;
  return (
    <dl className={styles.carried} data-part="carried">
      {carried.map(([name, values]) => (
        <div key={name} className={styles.attribute}>
          <dt className="visually-hidden">{name}</dt>
          <dd>{values.join(", ")}</dd>
        </div>
      ))}
    </dl>
  );
}

function DetailsLink({ hit, tileKey }: { hit: Hit; tileKey: string }) {
  const href = outboundUrl(hit.href);
  if (href === null) return null;
  const click = { brandId: hit.brandId, groupKey: hit.groupKey, href, tileKey };
  return (
    <a className={styles.details} href={href} target="_blank" rel="noopener" {...trackedLink(click)}>
      View details<span className="visually-hidden">: {hit.name} (opens in a new tab)</span>
    </a>
  );
}

/** A store that sells its own brand is named by the brand already. */
function hasStoreLine(hit: Hit): boolean {
  return hit.viaProxy || hit.storeName.toLowerCase() !== hit.brand.toLowerCase();
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
        <BrandButton hit={hit} />
        <h3 className={styles.name}>{shown.name}</h3>
        <Price hit={shown} />
        <Carried hit={shown} />
        {colours.length > 0 && (
          <Swatches name={hit.name} colours={colours} chosen={chosen} onChoose={choose} />
        )}
        {hasStoreLine(hit) && <StoreLine hit={hit} />}
        <DetailsLink hit={shown} tileKey={hit.groupKey} />
      </div>
      <Suspense fallback={null}>
        <TileActions hit={shown} />
      </Suspense>
      {extra?.(hit)}
    </article>
  );
});
