import { Suspense, useState } from "react";
import { lazyScreen } from "../../../lib/browser/screen";
import type { MenuPanelProps } from "./MenuPanel";
import styles from "./menu.module.css";

const MenuPanel = lazyScreen<MenuPanelProps>(() => import("./MenuPanel"));

/** The menu of small screens (spec §2.2). */
export function Hamburger() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.round}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={() => void MenuPanel.preload()}
        onClick={() => setOpen(true)}
      >
        <span className={styles.lines} aria-hidden="true" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <MenuPanel onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
