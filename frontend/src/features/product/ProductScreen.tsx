import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { Breadcrumb } from "../../components/Breadcrumb";
import { Spinner } from "../../components/Spinner";
import { LoadError, Missing } from "../../components/states/states";
import { useTitle } from "../../hooks/useTitle";
import { ApiError } from "../../lib/api/client";
import { filledView, type MadeView, type Hit } from "../../lib/api/wire";
import { changeSince } from "../../lib/catalogue/since";
import { trackView } from "../../lib/tracking/track";
import { keptOf, lookedAt } from "../../lib/visitor/products";
import { isCurrency, type Session, useSession } from "../../lib/visitor/session";
import { Facts } from "./Facts";
import { type Data, useData } from "../../hooks/useData";
import { inlinedState } from "../../lib/api/inlined";
import { get, known, shaped } from "../../lib/api/query";
import { Icon } from "../../components/icons/Icon";
import { narrowOf } from "../../lib/catalogue/pictures";
import { IconButton } from "../../components/Button";
import { Modal } from "../../components/dialog/Modal";
import { SearchProvider } from "../../hooks/SearchProvider";
import { depthNow } from "../../lib/browser/over";
import { productIdOf } from "../../lib/catalogue/addresses";
import styles from "./product.module.css";

/** What is below the first look comes after it: tiles are a tenth of the page's code. */
const Below = lazy(() => import("./Below"));

/** A finger that moved less only touched. */
const SWIPE_PX = 40;

/** All pictures: one large, the others to choose from. One that fails leaves the view (spec §8). */
function Gallery({ hit }: { hit: Hit }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(0);
  const images = hit.images.filter(({ url }) => !failed.includes(url));
  const shown = images[Math.min(chosen, images.length - 1)];
  const fail = (url: string) => setFailed((urls) => [...urls, url]);
  const start = useRef(0);
  const swipe = (end: number) => {
    if (Math.abs(end - start.current) < SWIPE_PX) return;
    const next = chosen + (end < start.current ? 1 : -1);
    setChosen(Math.max(0, Math.min(next, images.length - 1)));
  };
  if (!shown) {
    return (
      <div className={styles.gallery}>
        <span className={styles.noPicture} role="img" aria-label="No picture">
          <Icon name="none" size={48} />
        </span>
      </div>
    );
  }
  return (
    <div
      className={styles.gallery}
      onTouchStart={({ changedTouches }) => (start.current = changedTouches[0]?.clientX ?? 0)}
      onTouchEnd={({ changedTouches }) => swipe(changedTouches[0]?.clientX ?? start.current)}
    >
      <img
        className={styles.picture}
        data-cutout={hit.imageBg}
        src={shown.url}
        alt={images.length > 1 ? `${hit.name}, picture ${images.indexOf(shown) + 1}` : hit.name}
        width={shown.width ?? 600}
        height={shown.height ?? 800}
        fetchPriority="high"
        onError={() => fail(shown.url)}
      />
      {images.length > 1 && (
        <ul className={styles.thumbs} role="list" aria-label="Pictures">
          {images.map(({ url }, index) => (
            <li key={url}>
              <button
                type="button"
                className={styles.thumb}
                aria-label={`Picture ${index + 1} of ${images.length}`}
                aria-pressed={url === shown.url}
                onClick={() => setChosen(index)}
              >
                <img
                  src={narrowOf(url)}
                  alt=""
                  width={60}
                  height={80}
                  loading="lazy"
                  onError={() => fail(url)}
                />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ScreenProps {
  id: number | null;
  level: "page" | "dialog";
}

function Shown({ made, level }: { made: MadeView; level: ScreenProps["level"] }) {
  const { view } = made;
  const { product } = view;
  const currency = isCurrency(made.currency) ? made.currency : "ZAR";
  useTitle(`${product.name}, ${product.brand} – Winkel`);
  // As it was before this look, which becomes the one that the next compares with.
  const [before] = useState(() => lookedAt.find(product.productId));
  useEffect(() => {
    trackView(window.location.hash === "#alert" ? "alert" : "details", product.brandId, product.groupKey);
    lookedAt.add(keptOf(product));
  }, [product]);
  return (
    <>
      {level === "page" && <Breadcrumb steps={view.way} />}
      <article className={styles.product} aria-labelledby="product-name">
        <Gallery key={product.productId} hit={product} />
        <Facts
          view={view}
          currency={currency}
          level={level}
          since={before ? changeSince(before, view.gone ? null : product, currency, "looked") : null}
        />
      </article>
      <Suspense fallback={<div className={styles.below} />}>
        <Below view={view} currency={currency} />
      </Suspense>
    </>
  );
}

function NotThere() {
  const words = "It may have been taken away, or the link is not complete.";
  return <Missing title="This product is not here" words={words} />;
}

const GONE: readonly number[] = [404, 410];

/** A product's view, or why there is none. */
function ProductScreen({ id, level }: ScreenProps) {
  return id === null ? <NotThere /> : <Loaded id={id} level={level} />;
}

/** What the page brought along, where it was made for this visitor. */
function inlined(id: number, { currency, countryCode }: Session): MadeView | undefined {
  const { product } = inlinedState();
  const isIt = product?.view.product.productId === id;
  return isIt && product.currency === currency && product.countryCode === countryCode ? product : undefined;
}

/** A product's view for the visitor's currency and country. */
function useProduct(id: number): Data<MadeView> {
  const session = useSession();
  const params = { path: { product_id: id }, query: session };
  const query = shaped(get("/api/products/{product_id}", { params }), (sent) => ({
    ...session,
    view: filledView(sent),
  }));
  return useData(known(query, inlined(id, session)));
}

function Loaded({ id, level }: { id: number; level: ScreenProps["level"] }) {
  const { data, error, loading, reload } = useProduct(id);
  if (error instanceof ApiError && GONE.includes(error.status)) return <NotThere />;
  if (data) return <Shown made={data} level={level} />;
  return (
    <div className="calm" aria-busy={loading}>
      {loading ? <Spinner /> : <LoadError error={error} onRetry={reload} />}
    </div>
  );
}

/** A product's view over the page it was opened from, which keeps its place: Back closes it. */
export function ProductDialog() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const closed = useRef(false);
  const id = productIdOf(pathname);
  const close = () => {
    if (closed.current) return;
    closed.current = true;
    void navigate(-depthNow());
  };
  return (
    <Modal className={styles.dialog} aria-label="Product" data-part="product-dialog" onClose={close}>
      <div className={styles.dialogHead}>
        <IconButton aria-label="Close" onClick={close}>
          <Icon name="close" />
        </IconButton>
      </div>
      <SearchProvider>
        <ProductScreen key={id} id={id} level="dialog" />
      </SearchProvider>
    </Modal>
  );
}

/** A product's view as a whole page, for those who come to its address (also search engines). */
export default function ProductPage() {
  const { address = "" } = useParams();
  const id = productIdOf(`/product/${address}`);
  return (
    <div className={`page-width ${styles.page}`}>
      <ProductScreen key={id} id={id} level="page" />
    </div>
  );
}
