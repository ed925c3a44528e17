import { Suspense, useId, useRef, useState } from "react";
import { Icon } from "../icons/Icon";
import { type World, WORLDS } from "../../lib/catalogue/worlds";
import { lazyScreen } from "../../lib/browser/screen";
import type { WorldLinksProps } from "./WorldLinks";
import styles from "./worlds.module.css";

const WorldLinks = lazyScreen<WorldLinksProps>(() => import("./WorldLinks"));

/** A world's button and its popover, which the browser closes on Escape and on a click outside. */
function WorldMenu({ world }: { world: World }) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  return (
    <li>
      <button
        type="button"
        className={styles.world}
        popoverTarget={id}
        aria-expanded={open}
        onPointerEnter={() => void WorldLinks.preload()}
      >
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
        {open && (
          <Suspense fallback={null}>
            <WorldLinks world={world} onChosen={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
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
