import { Button } from "../../components/Button";
import { hideBroken } from "../../components/hideBroken";
import { Icon } from "../../components/icons/Icon";
import { ProductRail } from "../../components/rail/Rail";
import { LoadError } from "../../components/states/LoadError";
import { Tile } from "../../components/tile/Tile";
import { MOST_IDS } from "../../lib/api/product";
import type { Hit } from "../../lib/api/wire";
import { share } from "../../lib/browser/share";
import { countOf } from "../../lib/catalogue/format";
import { changeOf, changeSince, type Change } from "../../lib/catalogue/since";
import { favourites, lookedAt, type KeptProduct } from "../../lib/visitor/products";
import { useSession } from "../../lib/visitor/session";
import { FileButtons } from "./FileButtons";
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

function Gone({ kept }: { kept: KeptProduct }) {
  return (
    <article className={styles.gone}>
      {kept.image && (
        <img src={kept.image} alt="" width={60} height={80} loading="lazy" onError={hideBroken} />
      )}
      <h3 className={styles.goneName}>{kept.name}</h3>
      <p className="muted">{kept.brand}</p>
      <Button kind="quiet" onClick={() => favourites.remove(kept.id)}>
        Remove<span className="visually-hidden"> {kept.name}</span>
      </Button>
    </article>
  );
}

function Grid({ saved, now }: { saved: readonly KeptProduct[]; now: ReadonlyMap<number, Hit> }) {
  const { currency } = useSession();
  return (
    <ul className={styles.grid} role="list" data-part="favourites">
      {saved.map((kept) => {
        const hit = now.get(kept.id) ?? null;
        return (
          <li key={kept.id} className={styles.cell}>
            {hit ? <Tile hit={hit} /> : <Gone kept={kept} />}
            <p className={styles.change} data-part="change">
              {changeSince(kept, hit, currency, "saved")}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

function Favourites({ saved }: { saved: readonly KeptProduct[] }) {
  const { data, error, reload } = useTiles(saved.map(({ id }) => id));
  const summary = useSummary(saved, data ?? new Map());
  const ids = saved.slice(0, MOST_IDS).map(({ id }) => id);
  const link = `${window.location.origin}/favourites?ids=${ids.join(",")}`;
  return (
    <>
      {data && <p className={styles.note}>{summary}</p>}
      <div className={styles.buttons}>
        <Button onClick={() => void share("My favourites", link)}>
          <Icon name="share" size={18} />
          Share this list
        </Button>
        <FileButtons />
      </div>
      <LoadError error={error} onRetry={reload} />
      <h2 className="visually-hidden">Saved products</h2>
      {data && <Grid saved={saved} now={data} />}
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

/** What is saved in this browser, with what changed since; then what was looked at. */
export function Own() {
  const saved = favourites.use();
  return (
    <>
      <h1 className={styles.title}>Favourites</h1>
      <p className={styles.note}>
        {saved.length > 0 && `${countOf(saved.length, "product")}. `}They are kept in this browser alone.
      </p>
      {saved.length > 0 ? (
        <Favourites saved={saved} />
      ) : (
        <>
          <p>Press the heart of a product to find it here again.</p>
          <div className={styles.buttons}>
            <FileButtons />
          </div>
        </>
      )}
      <LookedAt />
    </>
  );
}
