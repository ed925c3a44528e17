import {
  type ComponentProps,
  createContext,
  type PointerEvent,
  type SyntheticEvent,
  useCallback,
  useMemo,
  useState,
} from "react";
import { Icon } from "../icons/Icon";
import type { Hit, HitImage } from "../../lib/api/wire";
import { widthsOf } from "../../lib/catalogue/pictures";
import styles from "./tile.module.css";
import TileSkeletonStyles from "./TileSkeleton.module.css";

/** A tile's blocks in their final geometry, while the first answer is on its way. */
export function TileSkeleton() {
  return (
    <div>
      <div className="sunk portrait" />
      <div className={TileSkeletonStyles.text}>
        <span className={TileSkeletonStyles.line} style={{ inlineSize: "40%" }} />
        <span className={TileSkeletonStyles.line} style={{ inlineSize: "80%" }} />
        <span className={TileSkeletonStyles.line} style={{ inlineSize: "30%" }} />
      </div>
    </div>
  );
}

/** A product's picture outside its tile; where there is none, or it cannot be loaded, the sign of that. */
export function SmallPicture({ className = "", ...img }: ComponentProps<"img">) {
  const [failed, setFailed] = useState<string>();
  const fail = ({ currentTarget: element }: SyntheticEvent<HTMLImageElement>) => {
    // In the width that suits the screen; where that one fails, as it is.
    if (element.srcset) element.srcset = "";
    else setFailed(img.src);
  };
  // Another picture may come, as where compare learns of the present one.
  return img.src && img.src !== failed ? (
    <span className={className}>
      <img className="cover" alt="" loading="lazy" {...img} onError={fail} />
    </span>
  ) : (
    <span className={`centred muted ${className}`}>
      <Icon name="none" />
    </span>
  );
}

/** Whether the heading above the tiles has the flag that all of them would carry. */
export const AllMadeHereContext = createContext(false);

/** Whether all products carry the flag, so that a single one in their heading is enough. */
export function allMadeHere(hits: readonly Hit[]): boolean {
  return hits.length > 1 && hits.every((hit) => hit.saMade);
}

/** The flag of a section, beside its heading; on a picture it is a badge. */
export function MadeHere({ className = styles.madeHere }: { className?: string | undefined }) {
  return (
    <span className={className} title="Made in South Africa">
      <img src="/flags/za.svg" alt="Made in South Africa" width={21} height={14} />
    </span>
  );
}

/** The second picture is fetched on the first pointer-enter only, and touch has no hover. */
export function useHoverImage() {
  const [wanted, setWanted] = useState(false);
  const [hovered, setHovered] = useState(false);
  const handlers = useMemo(
    () => ({
      onPointerEnter: (event: PointerEvent) => {
        if (event.pointerType === "touch") return;
        setWanted(true);
        setHovered(true);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (event.pointerType !== "touch") setHovered(false);
      },
    }),
    [],
  );
  // A finger does not hover: it has a button for the other picture.
  const flip = useCallback(() => {
    setWanted(true);
    setHovered((shown) => !shown);
  }, []);
  return { wanted, hovered, handlers, flip };
}

interface TilePictureProps {
  hit: Hit;
  eager: boolean;
  /** Whether the second picture is to be loaded. */
  wanted: boolean;
  hovered: boolean;
  /** Shows the second picture, or the first again. */
  onFlip: () => void;
}

interface PictureProps {
  image: HitImage;
  eager?: boolean;
  className: string | undefined;
  onFail: () => void;
}

/** In the width that suits the screen; where that one fails, as it is. */
function Picture({ image, eager = false, className, onFail }: PictureProps) {
  const [plain, setPlain] = useState(false);
  const widths = plain ? { src: image.url } : widthsOf(image);
  return (
    <img
      className={className}
      {...widths}
      alt=""
      width={image.width ?? 600}
      height={image.height ?? 800}
      loading={eager ? "eager" : "lazy"}
      fetchPriority={eager ? "high" : "auto"}
      decoding="async"
      onError={"srcSet" in widths ? () => setPlain(true) : onFail}
    />
  );
}

/** Things for the home are shown uncropped; garments fill the frame. */
function isContained(hit: Hit): boolean {
  return hit.imageBg || (hit.category?.some((slug) => slug.split("/")[0] === "home") ?? false);
}

/** The product's first picture, the second on hover. One that fails leaves the tile (spec §8). */
export function TilePicture({ hit, eager, wanted, hovered, onFlip }: TilePictureProps) {
  const [failed, setFailed] = useState<readonly string[]>([]);
  const [first, second] = (hit.images ?? []).filter((image) => !failed.includes(image.url));
  const fail = (image: HitImage) => setFailed((urls) => [...urls, image.url]);
  return (
    <div
      className={styles.picture}
      data-part="picture"
      data-contain={isContained(hit)}
      data-cutout={hit.imageBg}
      data-sold-out={hit.soldOut}
    >
      {first ? (
        <Picture image={first} eager={eager} className={styles.image} onFail={() => fail(first)} />
      ) : (
        <span className="centred muted fills" role="img" aria-label="No picture">
          <Icon name="none" size={40} />
        </span>
      )}
      {wanted && second && (
        <span className={styles.second} data-part="second-picture" data-shown={hovered}>
          <Picture image={second} eager className={styles.image} onFail={() => fail(second)} />
        </span>
      )}
      {second && (
        <button
          type="button"
          className={styles.flip}
          data-part="flip"
          aria-pressed={hovered}
          aria-label={`Other picture of ${hit.name}`}
          onClick={onFlip}
        >
          <span className={styles.dots} aria-hidden="true" />
        </button>
      )}
      {hit.soldOut && <span className={styles.soldOut}>Sold out</span>}
    </div>
  );
}
