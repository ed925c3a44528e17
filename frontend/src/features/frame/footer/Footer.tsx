import { useLocation } from "react-router-dom";
import { Newsletter } from "./Newsletter";
import { useCountries } from "./countries";
import { FooterLinks } from "./FooterLinks";
import { CountryPicker, CurrencyPicker } from "./Pickers";
import { SocialLink } from "./SocialLink";
import type { StoreDialogs } from "./StoreLinks";
import styles from "./footer.module.css";

/**
 * The footer (spec §2.2): there once the countries have come, or without their picker when they
 * could not; not on /style-select.
 */
export function Footer({ dialogs }: { dialogs: StoreDialogs }) {
  const { data: countries, error } = useCountries();
  const { pathname } = useLocation();
  const waiting = !countries && !error;
  if (waiting || pathname === "/style-select") return null;
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.pickers}>
          {countries && <CountryPicker countries={countries} />}
          <CurrencyPicker />
        </div>
        <Newsletter />
        <FooterLinks dialogs={dialogs} />
        <SocialLink />
      </div>
    </footer>
  );
}
