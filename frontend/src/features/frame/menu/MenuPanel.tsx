import { Link, NavLink } from "react-router-dom";
import { Modal } from "../../../components/dialog/Modal";
import { Icon } from "../../../components/icons/Icon";
import { MENU_ITEMS, type MenuItem, resetHome } from "./menu";
import { useLanding } from "../../../hooks/useLanding";
import { WorldCards } from "../../../components/worlds/WorldCards";
import { useCountries } from "../footer/countries";
import { CountryPicker, CurrencyPicker } from "../footer/Pickers";
import styles from "./menu.module.css";

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

/** The four worlds with their pictures, and the styles. */
function DrawerShop({ onChosen }: { onChosen: () => void }) {
  const { data } = useLanding();
  return (
    <>
      <WorldCards landing={data} onChosen={onChosen} />
      <p className="mt-3">
        <Link className={styles.panelLink} to="/style-select" onClick={onChosen}>
          Shop by style
        </Link>
      </p>
    </>
  );
}

/** Country and currency, which on phones are a long way down in the footer. */
function DrawerPickers() {
  const { data: countries } = useCountries();
  return (
    <div className="grid gap-4 py-5">
      {countries && <CountryPicker countries={countries} />}
      <CurrencyPicker />
    </div>
  );
}

/** The panel over a dimming backdrop; a click on an item or beside the panel closes it. */
export function MenuPanel({ onClose }: { onClose: () => void }) {
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
