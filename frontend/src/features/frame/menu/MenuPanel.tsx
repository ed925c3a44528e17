import { NavLink } from "react-router-dom";
import { Modal } from "../../../components/dialog/Modal";
import { Icon } from "../../../components/icons/Icon";
import { DrawerPickers, DrawerShop } from "./Drawer";
import { MENU_ITEMS, resetHome, type MenuItem } from "./menu";
import styles from "./menu.module.css";

export interface MenuPanelProps {
  onClose: () => void;
}

function PanelLink({ item, onChosen }: { item: MenuItem; onChosen: () => void }) {
  const choose = () => {
    onChosen();
    if (item.path === "/") resetHome();
  };
  return (
    <NavLink className={styles.panelLink} to={item.path} end onClick={choose}>
      {item.label}
    </NavLink>
  );
}

/** The panel over a dimming backdrop; a click on an item or beside the panel closes it. */
export default function MenuPanel({ onClose }: MenuPanelProps) {
  return (
    <Modal id="menu-panel" className={styles.panel} aria-label="Menu" onClose={onClose}>
      <button type="button" className={styles.round} onClick={onClose} aria-label="Close menu">
        <Icon name="close" />
      </button>
      <DrawerShop onChosen={onClose} />
      <nav aria-label="Main">
        {MENU_ITEMS.map((item) => (
          <PanelLink key={item.path} item={item} onChosen={onClose} />
        ))}
      </nav>
      <DrawerPickers />
    </Modal>
  );
}
