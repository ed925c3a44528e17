import type { Country } from "../../../lib/api/schema";
import { FooterLinks } from "./FooterLinks";
import { Newsletter } from "./Newsletter";
import { CountryPicker, CurrencyPicker } from "./Pickers";
import { SocialLink } from "./SocialLink";
import type { StoreDialogs } from "./StoreLinks";
import styles from "./footer.module.css";

/** What the footer holds; `countries` is null where they could not be read. */
export function FooterContent({
  countries,
  dialogs,
}: {
  countries: readonly Country[] | null;
  dialogs: StoreDialogs;
}) {
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
