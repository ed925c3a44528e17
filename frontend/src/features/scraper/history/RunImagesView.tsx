import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operatorApi } from "../../../lib/api/operator/api";
import { get } from "../../../lib/api/query";
import { Action } from "../../../components/Action";
import { LoadError } from "../../../components/states/LoadError";
import { thumbnailOf } from "./thumbnail";
import type { RunImage, RunImages } from "../api/wire";
import styles from "./images.module.css";

const GRIDS: readonly { key: keyof RunImages; title: string }[] = [
  { key: "newImages", title: "New images" },
  { key: "deletedImages", title: "Deleted images" },
  { key: "foundImages", title: "Found images" },
  { key: "foundGroups", title: "Found groups" },
];

/** How many thumbnails a grid shows at first, and adds with each "Show more". */
const STEP = 60;

function Thumbnail({ image }: { image: RunImage }) {
  const picture = (
    <img
      src={thumbnailOf(image)}
      alt={image.name}
      loading="lazy"
      referrerPolicy="no-referrer"
      width={96}
      height={128}
    />
  );
  if (!image.href) return picture;
  return (
    <a href={image.href} target="_blank" rel="noopener noreferrer">
      {picture}
    </a>
  );
}

function ImageGrid({ title, images }: { title: string; images: readonly RunImage[] }) {
  const [shown, setShown] = useState(STEP);
  return (
    <section className={styles.section}>
      <h2 className="type-control">
        {title} <span className={styles.count}>{images.length}</span>
      </h2>
      {images.length === 0 && <p className="muted">(No items)</p>}
      <ul className={styles.grid}>
        {images.slice(0, shown).map((image, index) => (
          <li key={index}>
            <Thumbnail image={image} />
          </li>
        ))}
      </ul>
      {images.length > shown && <Action onClick={() => setShown(shown + STEP)}>Show more</Action>}
    </section>
  );
}

/** A run's images in four grids (spec §2.8). */
export function RunImagesView({ runId }: { runId: number }) {
  const { data, error, refetch } = useQuery(
    get("/api/scraper/getHistoryImages/{run_id}", { params: { path: { run_id: runId } } }, operatorApi),
  );
  if (error) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (!data) return <p>Loading images…</p>;
  return GRIDS.map(({ key, title }) => <ImageGrid key={key} title={title} images={data[key]} />);
}
