import { useEffect, useState } from "react";
import { Spinner } from "../../components/Spinner";
import { narrowOf } from "../../lib/catalogue/pictures";
import type { Style } from "./api";
import styles from "./select.module.css";

/** Longer than this (ms) no picture keeps the visitor from choosing. */
const PATIENCE_MS = 8000;

interface StyleTileProps {
  item: Style;
  /** Addresses of pictures of its products. */
  collage: readonly string[];
  selected: boolean;
  onToggle: () => void;
  onSettled: () => void;
}

/** Four of its products where it has as many, otherwise its drawing. */
function StylePicture({
  image,
  collage,
  onSettled,
}: Pick<StyleTileProps, "collage" | "onSettled"> & { image: string }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const pictures = collage.filter((url) => !failed.includes(url));
  if (pictures.length === 4) {
    return (
      <span className={`${styles.picture} ${styles.collage}`} data-part="collage">
        {pictures.map((url) => (
          <img
            key={url}
            src={narrowOf(url)}
            alt=""
            onLoad={onSettled}
            onError={() => setFailed((urls) => [...urls, url])}
          />
        ))}
      </span>
    );
  }
  if (!image) return <span className={styles.picture} />;
  return <img className={styles.picture} src={image} alt="" onLoad={onSettled} onError={onSettled} />;
}

function StyleTile({ item, collage, selected, onToggle, onSettled }: StyleTileProps) {
  return (
    <li>
      <button type="button" className={styles.tile} aria-pressed={selected} onClick={onToggle}>
        <StylePicture image={item.image} collage={collage} onSettled={onSettled} />
        <span className={styles.name}>
          {item.name}
          <span className={styles.check} aria-hidden="true" />
        </span>
      </button>
    </li>
  );
}

interface StyleGridProps {
  items: readonly Style[];
  collages: ReadonlyMap<string, readonly string[]>;
  loading: boolean;
  selected: readonly number[];
  onToggle: (id: number) => void;
}

/** Four columns of styles, two on phones. A loader covers the page until every picture has settled. */
export function StyleGrid({ items, collages, loading, selected, onToggle }: StyleGridProps) {
  const [settled, setSettled] = useState<ReadonlySet<number>>(new Set());
  const [patient, setPatient] = useState(true);
  useEffect(() => {
    const timer = window.setTimeout(() => setPatient(false), PATIENCE_MS);
    return () => window.clearTimeout(timer);
  }, []);
  const drawing = items.some((item) => item.image && !settled.has(item.id));
  const waiting = loading || (patient && drawing);
  return (
    <>
      {waiting && (
        <div className={styles.loader} role="status">
          <Spinner size="large" />
          <span className="visually-hidden">Loading styles</span>
        </div>
      )}
      <ul className={styles.grid} aria-busy={waiting}>
        {items.map((item) => (
          <StyleTile
            key={item.id}
            item={item}
            collage={collages.get(item.slug) ?? []}
            selected={selected.includes(item.id)}
            onToggle={() => onToggle(item.id)}
            onSettled={() => setSettled((ids) => new Set(ids).add(item.id))}
          />
        ))}
      </ul>
    </>
  );
}
