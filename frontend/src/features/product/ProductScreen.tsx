import { type KeyboardEvent, lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useParams } from "react-router-dom";
import { Breadcrumb } from "../../components/Breadcrumb";
import { Missing, Waiting } from "../../components/states/states";
import { useTitle } from "../../lib/hooks";
import { ApiError } from "../../lib/api/client";
import type { Hit, HitImage, MadeView } from "../../lib/api/wire";
import { changeSince } from "../../lib/catalogue/since";
import { trackView } from "../../lib/tracking/track";
import { recentlyViewed, toSavedProduct } from "../../lib/visitor/kept";
import { isCurrency, useSession } from "../../lib/visitor/session";
import { Facts } from "./Facts";
import { cachedData, productQuery, useData } from "../../lib/api/query";
import { inlinedState, madeFor } from "../../lib/api/inlined";
import { Icon } from "../../components/icons/Icon";
import { narrowOf } from "../../lib/catalogue/pictures";
import { IconButton } from "../../components/Button";
import { Modal } from "../../components/dialog/Modal";
import { SearchProvider } from "../../lib/search/SearchProvider";
import { depthNow } from "../../lib/browser/history";
import { productIdOf } from "../../lib/catalogue/addresses";
import styles from "./product.module.css";

/** What is below the first look comes after it: tiles are a tenth of the page's code. */
const History = lazy(async () => ({ default: (await import("./history/History")).History }));
const ProductRail = lazy(async () => ({ default: (await import("../../components/rail/Rail")).ProductRail }));

/** A finger that moved less only touched. */
const SWIPE_PX = 40;

interface LargeProps {
  images: readonly HitImage[];
  at: number;
  name: string;
  onMove: (step: number) => void;
  onClose: () => void;
}

/** A picture as large as the screen; a press makes it twice as large, arrow keys go to the others. */
function Large({ images, at, name, onMove, onClose }: LargeProps) {
  const [twice, setTwice] = useState(false);
  const image = images[at];
  const move = (step: number) => {
    setTwice(false);
    onMove(step);
  };
  const key = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step !== undefined && !twice) move(step);
  };
  return (
    <Modal className={styles.large} aria-label={`Pictures of ${name}`} onKeyDown={key} onClose={onClose}>
      <button
        type="button"
        className={styles.largePicture}
        aria-pressed={twice}
        aria-label="Twice as large"
        onClick={() => setTwice(!twice)}
      >
        <img src={image?.url} alt="" />
      </button>
      <div className={styles.largeBar}>
        {images.length > 1 && (
          <>
            <IconButton aria-label="Picture before" aria-disabled={at === 0} onClick={() => move(-1)}>
              <Icon name="left" />
            </IconButton>
            <span className="figures type-control" role="status">
              {at + 1} of {images.length}
            </span>
            <IconButton
              aria-label="Next picture"
              aria-disabled={at === images.length - 1}
              onClick={() => move(1)}
            >
              <Icon name="right" />
            </IconButton>
          </>
        )}
        <IconButton aria-label="Close the picture" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
    </Modal>
  );
}

/** All pictures: one large, the others to choose from. One that fails leaves the view (spec §8). */
function Gallery({ hit }: { hit: Hit }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(0);
  const images = (hit.images ?? []).filter(({ url }) => !failed.includes(url));
  const at = Math.min(chosen, images.length - 1);
  const shown = images[at];
  const [larger, setLarger] = useState(false);
  const fail = (url: string) => setFailed((urls) => [...urls, url]);
  const start = useRef(0);
  const move = (step: number) => setChosen(Math.max(0, Math.min(at + step, images.length - 1)));
  const swipe = (end: number) => {
    if (Math.abs(end - start.current) >= SWIPE_PX) move(end < start.current ? 1 : -1);
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
      <button type="button" className={styles.enlarge} data-part="enlarge" onClick={() => setLarger(true)}>
        <img
          className={styles.picture}
          data-cutout={hit.imageBg}
          src={shown.url}
          alt={images.length > 1 ? `${hit.name}, picture ${at + 1}` : hit.name}
          width={shown.width ?? 600}
          height={shown.height ?? 800}
          fetchPriority="high"
          onError={() => fail(shown.url)}
        />
        <span className="visually-hidden">, larger</span>
      </button>
      {larger && (
        <Large images={images} at={at} name={hit.name} onMove={move} onClose={() => setLarger(false)} />
      )}
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
                  className="cover"
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
  const [before] = useState(() => recentlyViewed.find(product.productId));
  useEffect(() => {
    trackView(window.location.hash === "#alert" ? "alert" : "details", product.brandId, product.groupKey);
    recentlyViewed.add(toSavedProduct(product));
  }, [product]);
  return (
    <>
      {level === "page" && <Breadcrumb steps={view.way} />}
      <article className={styles.product} aria-labelledby="product-name">
        <Gallery key={product.productId} hit={product} />
        <div className="column content-start gap-5">
          <Facts
            view={view}
            currency={currency}
            level={level}
            since={before ? changeSince(before, view.gone ? null : product, currency, "looked") : null}
          />
          <Suspense fallback={null}>
            <History view={view} currency={currency} />
          </Suspense>
        </div>
      </article>
      <Suspense fallback={<div className={styles.below} />}>
        <ProductRail name="Similar products" hits={view.similar} />
      </Suspense>
    </>
  );
}

const GONE: readonly number[] = [404, 410];

/** A product's view, or why there is none. */
function ProductScreen({ id, level }: ScreenProps) {
  const session = useSession();
  const made = madeFor(inlinedState().product, session);
  const isIt = made?.view.product.productId === id;
  const known = cachedData(productQuery(id ?? 0, session), isIt ? made : undefined);
  const { data, ...query } = useData({ ...known, enabled: id !== null });
  const isGone = query.error instanceof ApiError && GONE.includes(query.error.status);
  if (id === null || isGone) {
    const words = "It may have been taken away, or the link is not complete.";
    return <Missing title="This product is not here" words={words} />;
  }
  return data ? <Shown made={data} level={level} /> : <Waiting {...query} />;
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
