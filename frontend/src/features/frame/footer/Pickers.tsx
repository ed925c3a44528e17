import {
  CURRENCIES,
  CURRENCY_LABELS,
  isCurrency,
  setCountryCode,
  setCurrency,
  useSession,
} from "../../../lib/visitor/session";
import type { Country } from "../../../lib/api/schema";
import styles from "./footer.module.css";
import { useData } from "../../../hooks/useData";
import { get } from "../../../lib/api/query";

/** All countries, for the pickers. */
export const useCountries = () => useData({ ...get("/api/countries", {}), staleTime: Infinity });

interface CountryPickerProps {
  countries: readonly Country[];
  label?: string;
}

/** Ships-to country; "(All)" is the empty code (spec §3). */
export function CountryPicker({ countries, label = "Deliver to" }: CountryPickerProps) {
  const { countryCode } = useSession();
  return (
    <label className="grid gap-1">
      <span className="muted type-meta">{label}</span>
      <select
        className={styles.select}
        value={countryCode}
        onChange={(event) => setCountryCode(event.target.value)}
      >
        <option value="">(All)</option>
        {countries.map((country) => (
          <option key={country.id} value={country.iso}>
            {country.nicename}
          </option>
        ))}
      </select>
    </label>
  );
}

export function CurrencyPicker() {
  const { currency } = useSession();
  const choose = (value: string) => {
    if (isCurrency(value)) setCurrency(value);
  };
  return (
    <label className="grid gap-1">
      <span className="muted type-meta">Currency</span>
      <select className={styles.select} value={currency} onChange={(event) => choose(event.target.value)}>
        {CURRENCIES.map((code) => (
          <option key={code} value={code}>
            {CURRENCY_LABELS[code]}
          </option>
        ))}
      </select>
    </label>
  );
}
