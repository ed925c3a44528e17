import { useState } from "react";
import { Icon } from "../../components/icons/Icon";
import { narrowOf } from "../../lib/catalogue/pictures";
import type { Hit } from "../../lib/api/wire";
import styles from "./product.module.css";

/** All pictures: one large, the others to choose from. One that fails leaves the view (spec §8). */
export function Gallery({ hit }: { hit: Hit }) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState(0);
  const images = hit.images.filter(({ url }) => !failed.includes(url));
  const shown = images[Math.min(chosen, images.length - 1)];
  const fail = (url: string) => setFailed((urls) => [...urls, url]);
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
    <div className={styles.gallery}>
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
