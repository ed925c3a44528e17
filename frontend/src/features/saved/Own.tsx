import { Button } from "../../components/Button";
import { Icon } from "../../components/icons/Icon";
import { MOST_IDS, RecentlyViewed, useTiles } from "../../components/KeptRails";
import { StorePrice } from "../../components/price/Price";
import { LoadError } from "../../components/states/states";
import { Heart, ProductLink, StoreLink } from "../../components/tile/ProductLink";
import { type Hit, storeOf } from "../../lib/api/wire";
import { saveFile, share } from "../../lib/browser/share";
import { countOf, formatPrice } from "../../lib/catalogue/format";
import { type Change, changeOf, changeSince } from "../../lib/catalogue/since";
import {
  favourites,
  isSavedProduct,
  isSavedSearch,
  type KeptProduct,
  ownListName,
  type SavedSearch,
  savedSearches,
} from "../../lib/visitor/kept";
import { useSession } from "../../lib/visitor/session";
import { Invitation, Row } from "./parts";
import styles from "./saved.module.css";
import { useRef } from "react";
import { showError, showToast } from "../../lib/toasts";

const FORMAT = "winkel-favourites";
const MOST_BYTES = 2_000_000;

interface Saved {
  favourites: readonly KeptProduct[];
  searches: readonly SavedSearch[];
}

/** All that is saved, as a file that another browser takes. */
export function exportFile(): Blob {
  const saved: Saved = { favourites: favourites.get(), searches: savedSearches.get() };
  return new Blob([JSON.stringify({ format: FORMAT, ...saved }, null, 2)], { type: "application/json" });
}

function entriesOf<T>(value: unknown, isEntry: (entry: unknown) => entry is T, name: string): T[] {
  if (!Array.isArray(value)) throw new Error(`The file has no list of ${name}`);
  const bad = value.findIndex((entry) => !isEntry(entry));
  if (bad >= 0) throw new Error(`Entry ${bad + 1} of the file's ${name} cannot be read`);
  return value.filter(isEntry);
}

/** What a file holds. Throws with words for people where it is none of ours, or a part is broken. */
export function parseFile(text: string): Saved {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error("This is no file of favourites");
  }
  const file = (value ?? {}) as Record<string, unknown>;
  if (file.format !== FORMAT) throw new Error("This is no file of favourites");
  return {
    favourites: entriesOf(file.favourites, isSavedProduct, "favourites"),
    searches: entriesOf(file.searches, isSavedSearch, "searches"),
  };
}

/** Adds what a file holds to what is there; returns how many products and searches it held. */
export async function importFile(file: File): Promise<[products: number, searches: number]> {
  if (file.size > MOST_BYTES) throw new Error("This file is too large for favourites");
  const saved = parseFile(await file.text());
  // What is here already stays as it was saved here.
  const isNew = ({ id }: KeptProduct) => favourites.find(id) === undefined;
  favourites.add(...saved.favourites.filter(isNew));
  savedSearches.add(...saved.searches.filter(({ search }) => savedSearches.find(search) === undefined));
  return [saved.favourites.length, saved.searches.length];
}

/** All that is saved, to a file and back: for another browser, or before this one is cleared. */
function FileButtons() {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const [products, searches] = await importFile(file);
      const parts = [countOf(products, "product"), searches === 1 ? "1 search" : `${searches} searches`];
      showToast(`The file held ${parts.join(" and ")}`, "success");
    } catch (error) {
      showError(error);
    }
  };
  const some = favourites.use().length + savedSearches.use().length > 0;
  return (
    <>
      {some && (
        <Button onClick={() => saveFile("winkel-favourites.json", exportFile())}>Save to a file</Button>
      )}
      <Button onClick={() => input.current?.click()}>Add from a file</Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        hidden
        aria-label="File of favourites"
        onChange={({ currentTarget }) => {
          void take(currentTarget.files?.[0]);
          currentTarget.value = "";
        }}
      />
    </>
  );
}

const CHANGES: readonly (readonly [Change, string])[] = [
  ["down", "cheaper"],
  ["up", "dearer"],
  ["soldOut", "sold out"],
  ["back", "back in stock"],
  ["gone", "gone"],
];

function useSummary(saved: readonly KeptProduct[], now: ReadonlyMap<number, Hit>): string {
  const { currency } = useSession();
  const changes = saved.map((kept) => changeOf(kept, now.get(kept.id) ?? null, currency));
  const parts = CHANGES.flatMap(([change, words]) => {
    const count = changes.filter((each) => each === change).length;
    return count > 0 ? [`${count} ${words}`] : [];
  });
  return parts.length > 0
    ? `Since you saved them: ${parts.join(", ")}`
    : "Nothing has changed since you saved them";
}

/** What can be read of it: brand, name, what changed; what it costs now; what to do with it. */
function Favourite({ kept, hit }: { kept: KeptProduct; hit: Hit | null }) {
  const { currency } = useSession();
  const { brand, name } = hit ?? kept;
  return (
    <Row part="favourite" image={hit?.images?.[0]?.url ?? kept.image}>
      <div className="type-control breaks grows shrinks">
        <p className="muted type-meta upper">{brand}</p>
        <h3 className="regular type-body">
          {hit ? (
            <ProductLink id={kept.id} name={name} className="plain underlines">
              {name}
            </ProductLink>
          ) : (
            name
          )}
        </h3>
        <p className="strong" data-part="change">
          {changeSince(kept, hit, currency, "saved")}
        </p>
        {hit && (
          <StoreLink of={hit} href={hit.href} className={styles.way}>
            View at {storeOf(hit)}
          </StoreLink>
        )}
      </div>
      <p className={styles.price}>
        {hit && (formatPrice(hit, currency) ?? "Price in store")}
        {hit && <StorePrice of={hit} currency={currency} />}
        {hit?.soldOut && <span className="muted"> Sold out</span>}
      </p>
      {hit ? (
        <Heart hit={hit} className="centred touched rigid" />
      ) : (
        <Button kind="quiet" of={name} onClick={() => favourites.remove(kept.id)}>
          Remove
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
        <p className="muted">{data && summary}</p>
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

/** The products that are saved in this browser, with what changed since; then what was looked at. */
export function MyFavourites() {
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
      <RecentlyViewed />
    </>
  );
}
