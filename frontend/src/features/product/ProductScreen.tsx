import { useEffect, useState } from "react";
import { ProductRail } from "../../components/rail/Rail";
import { Spinner } from "../../components/Spinner";
import { LoadError } from "../../components/states/LoadError";
import { Missing } from "../../components/states/Missing";
import { SearchProvider } from "../../hooks/SearchProvider";
import { useTitle } from "../../hooks/useTitle";
import { ApiError } from "../../lib/api/client";
import type { MadeView } from "../../lib/api/hits";
import { changeSince } from "../../lib/catalogue/since";
import { trackView } from "../../lib/tracking/track";
import { keptOf, lookedAt } from "../../lib/visitor/products";
import { isCurrency } from "../../lib/visitor/session";
import { Facts } from "./Facts";
import { Gallery } from "./Gallery";
import { History } from "./history/History";
import { useProduct } from "./useProduct";
import styles from "./product.module.css";

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
    <SearchProvider>
      <article className={styles.product} aria-labelledby="product-name">
        <Gallery key={product.productId} hit={product} />
        <Facts
          view={view}
          currency={currency}
          level={level}
          since={before ? changeSince(before, view.gone ? null : product, currency, "looked") : null}
        />
      </article>
      <History history={view.history} currency={currency} />
      <ProductRail name="Similar products" hits={view.similar} first={false} />
    </SearchProvider>
  );
}

function NotThere() {
  const words = "It may have been taken away, or the link is not complete.";
  return <Missing title="This product is not here" words={words} />;
}

const GONE: readonly number[] = [404, 410];

/** A product's view, or why there is none. */
export function ProductScreen({ id, level }: ScreenProps) {
  return id === null ? <NotThere /> : <Loaded id={id} level={level} />;
}

function Loaded({ id, level }: { id: number; level: ScreenProps["level"] }) {
  const { data, error, loading, reload } = useProduct(id);
  if (error instanceof ApiError && GONE.includes(error.status)) return <NotThere />;
  if (data) return <Shown made={data} level={level} />;
  return (
    <div className={styles.waiting} aria-busy={loading}>
      {loading ? <Spinner /> : <LoadError error={error} onRetry={reload} />}
    </div>
  );
}
