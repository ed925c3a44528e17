import { useId, useRef, useState } from "react";
import { Link } from "react-router-dom";
import {
  categoryPath,
  subCategories,
  waysInto,
  type World,
  worldPicture,
  WORLDS,
} from "../../lib/catalogue/worlds";
import { fetchFacetCounts } from "../../lib/api/search";
import { loadFilters, useLanding } from "../../lib/api/catalogue";
import { setManuallyFiltered } from "../../lib/visitor/preferences";
import { type Session, useSession } from "../../lib/visitor/session";
import { Count } from "../Count";
import { useData } from "../../lib/api/query";
import { Icon } from "../icons/Icon";
import { SmallPicture } from "../tile/TilePicture";
import styles from "./worlds.module.css";
import type { Landing } from "../../lib/api/wire";

/** The entries of a world's menu below its "All". */
async function fetchBelow(slug: string, session: Session, signal: AbortSignal) {
  const [data, counts] = await Promise.all([loadFilters(), fetchFacetCounts("category", session, signal)]);
  const categories = subCategories(data, slug, (value) => counts.get(value) ?? 0);
  return { categories, ways: waysInto(data, slug, session.currency) };
}

/** "All women", its newest and cheapest, its categories with their numbers of products, a picture. */
function WorldLinks({ world, onChosen }: { world: World; onChosen: () => void }) {
  const session = useSession();
  const { data: landing } = useLanding();
  const { data: below } = useData({
    queryKey: ["world", world.slug, session],
    queryFn: ({ signal }) => fetchBelow(world.slug, session, signal),
  });
  const picture = worldPicture(landing, world.slug);
  const choose = () => {
    setManuallyFiltered(true);
    onChosen();
  };
  return (
    <div className={styles.dropInner}>
      <ul className={styles.ways} role="list" aria-label={`Ways into ${world.label}`}>
        <li>
          <Link className={`strong ${styles.link ?? ""}`} to={categoryPath(world.slug)} onClick={choose}>
            All {world.label.toLowerCase()}
          </Link>
        </li>
        {below?.ways.map(({ path, label }) => (
          <li key={path}>
            <Link className={styles.link} to={path} onClick={choose}>
              {label}
            </Link>
          </li>
        ))}
      </ul>
      <ul className={styles.links} role="list" aria-label={`Categories of ${world.label}`}>
        {below?.categories.map(({ slug, label, products }) => (
          <li key={slug}>
            <Link className={styles.link} to={categoryPath(slug)} onClick={choose}>
              {label}
              <Count value={products} noun="products" className="muted figures type-meta" />
            </Link>
          </li>
        ))}
      </ul>
      {picture && <SmallPicture className={styles.dropPicture} src={picture} />}
    </div>
  );
}

/** A world's button and its popover, which the browser closes on Escape and on a click outside. */
function WorldMenu({ world }: { world: World }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button type="button" className={styles.world} popoverTarget={id} aria-expanded={open}>
        {world.label}
        <Icon name="down" size={12} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={styles.drop}
        onToggle={(event) => setOpen(event.newState === "open")}
      >
        {open && <WorldLinks world={world} onChosen={() => panel.current?.hidePopover()} />}
      </div>
    </li>
  );
}

/** The header's way into the catalogue. */
export function WorldMenus() {
  return (
    <nav aria-label="Shop">
      <ul className={styles.worlds} role="list">
        {WORLDS.map((world) => (
          <WorldMenu key={world.slug} world={world} />
        ))}
      </ul>
    </nav>
  );
}

interface WorldCardsProps {
  landing: Landing | undefined;
  /** On the first screen: their pictures load at once. */
  eager?: boolean;
  onChosen?: () => void;
}

/** The four worlds, each with a picture of one of its products. */
export function WorldCards({ landing, eager = false, onChosen }: WorldCardsProps) {
  const choose = () => {
    setManuallyFiltered(true);
    onChosen?.();
  };
  return (
    <nav aria-label="Worlds">
      <ul className={styles.cards} role="list">
        {WORLDS.map(({ slug, label }) => {
          const picture = worldPicture(landing, slug);
          return (
            <li key={slug}>
              <Link className={styles.card} to={categoryPath(slug)} onClick={choose}>
                {landing ? (
                  <SmallPicture
                    className={styles.cardPicture}
                    src={picture ?? undefined}
                    loading={eager ? "eager" : "lazy"}
                  />
                ) : (
                  <span className={styles.cardPicture} />
                )}
                <span className={styles.cardLabel}>{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
