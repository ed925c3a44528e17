import { Button } from "../../components/Button";
import { Icon } from "../../components/icons/Icon";
import { Asked } from "../../components/price/Price";
import { ProductRail } from "../../components/rail/Rail";
import { LoadError } from "../../components/states/LoadError";
import { Heart } from "../../components/tile/Heart";
import { ProductLink } from "../../components/tile/ProductLink";
import { MOST_IDS } from "../../lib/api/product";
import type { Hit } from "../../lib/api/wire";
import { share } from "../../lib/browser/share";
import { formatPrice } from "../../lib/catalogue/format";
import { outboundUrl } from "../../lib/catalogue/outbound";
import { changeOf, changeSince, type Change } from "../../lib/catalogue/since";
import { trackedLink } from "../../lib/tracking/track";
import { favourites, lookedAt, type KeptProduct } from "../../lib/visitor/products";
import { ownListName } from "../../lib/visitor/ownList";
import { useSession } from "../../lib/visitor/session";
import { FileButtons } from "./FileButtons";
import { Invitation } from "./Invitation";
import { Row } from "./Row";
import { useTiles } from "./useTiles";
import styles from "./saved.module.css";

const TOLD: readonly (readonly [Change, string])[] = [
  ["down", "cheaper"],
  ["up", "dearer"],
  ["soldOut", "sold out"],
  ["back", "back in stock"],
  ["gone", "gone"],
];

function useSummary(saved: readonly KeptProduct[], now: ReadonlyMap<number, Hit>): string {
  const { currency } = useSession();
  const changes = saved.map((kept) => changeOf(kept, now.get(kept.id) ?? null, currency));
  const parts = TOLD.flatMap(([change, words]) => {
    const count = changes.filter((each) => each === change).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  return parts.length > 0
    ? `Since you saved them: ${parts.join(", ")}`
    : "Nothing has changed since you saved them";
}

function ToStore({ hit }: { hit: Hit }) {
  const href = outboundUrl(hit.href);
  if (href === null) return null;
  const click = { brandId: hit.brandId, groupKey: hit.groupKey, href };
  return (
    <a href={href} target="_blank" rel="noopener" className={styles.way} {...trackedLink(click)}>
      View at {hit.storeName}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}

/** What can be read of it: brand, name, what changed; what it costs now; what to do with it. */
function Favourite({ kept, hit }: { kept: KeptProduct; hit: Hit | null }) {
  const { currency } = useSession();
  const { brand, name } = hit ?? kept;
  return (
    <Row part="favourite" image={hit?.images[0]?.url ?? kept.image}>
      <div className="type-control breaks stretched">
        <p className={styles.brand}>{brand}</p>
        <h3 className="regular type-body">
          {hit ? (
            <ProductLink id={kept.id} name={name} className={styles.link}>
              {name}
            </ProductLink>
          ) : (
            name
          )}
        </h3>
        <p className="strong" data-part="change">
          {changeSince(kept, hit, currency, "saved")}
        </p>
        {hit && <ToStore hit={hit} />}
      </div>
      <p className={styles.price}>
        {hit && (formatPrice(hit, currency) ?? "Price in store")}
        {hit && <Asked of={hit} currency={currency} />}
        {hit?.soldOut && <span className="muted"> Sold out</span>}
      </p>
      {hit ? (
        <Heart hit={hit} className={styles.heart} />
      ) : (
        <Button kind="quiet" onClick={() => favourites.remove(kept.id)}>
          Remove<span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </Row>
  );
}

/** What is seldom wanted: the list as a file, to another browser or from one. */
function More() {
  return (
    <details className={styles.more}>
      <summary>
        <span aria-hidden="true">…</span>
        <span className="visually-hidden">More actions</span>
      </summary>
      <div className={styles.menu}>
        <FileButtons />
      </div>
    </details>
  );
}

function Favourites({ saved }: { saved: readonly KeptProduct[] }) {
  const { data, error, reload } = useTiles(saved.map(({ id }) => id));
  const summary = useSummary(saved, data ?? new Map());
  const ids = saved.slice(0, MOST_IDS).map(({ id }) => id);
  const link = () => `${window.location.origin}/favourites?ids=${ids.join(",")}&list=${ownListName()}`;
  return (
    <>
      <div className={styles.buttons}>
        <p className={styles.note}>{data && summary}</p>
        <Button onClick={() => void share("My favourites", link())}>
          <Icon name="share" size={18} />
          Share this list
        </Button>
        <More />
      </div>
      <LoadError error={error} onRetry={reload} />
      <h2 className="visually-hidden">Saved products</h2>
      {data && (
        <ul role="list" data-part="favourites">
          {saved.map((kept) => (
            <Favourite key={kept.id} kept={kept} hit={data.get(kept.id) ?? null} />
          ))}
        </ul>
      )}
    </>
  );
}

function LookedAt() {
  const looked = lookedAt.use();
  const { data } = useTiles(looked.map(({ id }) => id));
  const hits = looked.flatMap(({ id }) => data?.get(id) ?? []);
  if (hits.length === 0) return null;
  return (
    <>
      <ProductRail name="Recently viewed" hits={hits} first={false} />
      <Button kind="quiet" className={styles.clear} onClick={() => lookedAt.clear()}>
        Clear recently viewed
      </Button>
    </>
  );
}

/** The products that are saved in this browser, with what changed since; then what was looked at. */
export function Own() {
  const saved = favourites.use();
  return (
    <>
      {saved.length > 0 ? (
        <Favourites saved={saved} />
      ) : (
        <>
          <Invitation icon="heart" title="Save what you like">
            Press the heart of a product: it waits here, and we watch its price and its stock.
          </Invitation>
          <div className={styles.buttons}>
            <FileButtons />
          </div>
        </>
      )}
      <LookedAt />
    </>
  );
}
