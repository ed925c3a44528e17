import { Link } from "react-router-dom";
import { useLanding } from "../../../hooks/useLanding";
import { WorldCards } from "../../../components/worlds/WorldCards";
import { useCountries } from "../footer/countries";
import { CountryPicker, CurrencyPicker } from "../footer/Pickers";
import styles from "./menu.module.css";

/** The four worlds with their pictures, the styles, and what was kept. */
export function DrawerShop({ onChosen }: { onChosen: () => void }) {
  const { data } = useLanding();
  return (
    <>
      <WorldCards landing={data} onChosen={onChosen} />
      <p className={styles.drawerLine}>
        <Link className={styles.panelLink} to="/style-select" onClick={onChosen}>
          Shop by style
        </Link>
      </p>
      <p className={styles.drawerLine}>
        <Link className={styles.panelLink} to="/favourites" onClick={onChosen}>
          Favourites
        </Link>
      </p>
    </>
  );
}

/** Country and currency, which on phones are a long way down in the footer. */
export function DrawerPickers() {
  const { data: countries } = useCountries();
  return (
    <div className={styles.drawerPickers}>
      {countries && <CountryPicker countries={countries} />}
      <CurrencyPicker />
    </div>
  );
}
