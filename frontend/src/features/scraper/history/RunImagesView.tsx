import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { operatorApi } from "../../../lib/api/operator/api";
import { get } from "../../../lib/api/query";
import { Action } from "../../../components/Action";
import { LoadError } from "../../../components/states/LoadError";
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

/** Where an image's thumbnail is: our copy, before that the store's own. */
function thumbnailOf({ bucketLocation, url }: RunImage): string {
  return bucketLocation ? thumbnailUrl(bucketLocation) : url;
}

/**
 * The public address of a stored picture (spec §2.8): the cloud scheme is rewritten to the provider's
 * https address; a local `bucketLocation` is served by the application under /media.
 */
export function thumbnailUrl(bucketLocation: string): string {
  const cloud = /^(gs|s3):\/\/([^/]+)\/(.*)$/.exec(bucketLocation);
  if (cloud) {
    const [, scheme, bucket, key] = cloud;
    return scheme === "gs"
      ? `https://storage.googleapis.com/${bucket}/${key}`
      : `https://${bucket}.s3.amazonaws.com/${key}`;
  }
  if (/^https?:\/\//.test(bucketLocation) || bucketLocation.startsWith("/media/")) return bucketLocation;
  const local = /(?:^|\/)media\/(.+)$/.exec(bucketLocation);
  return `/media/${local ? local[1] : bucketLocation.replace(/^(file|local):\/\//, "").replace(/^\/+/, "")}`;
}

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
