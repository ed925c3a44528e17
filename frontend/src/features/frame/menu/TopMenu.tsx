import { Link, useLocation } from "react-router-dom";
import { type ReactNode, useState } from "react";
import { Icon } from "../../../components/icons/Icon";
import { Select } from "../../../components/Select";
import { WorldCards, WorldMenus } from "../../../components/worlds/WorldMenu";
import { COMPACT_MENU, useMediaQuery } from "../../../lib/hooks";
import { countOf, countryName } from "../../../lib/catalogue/format";
import { isSearched, parseSearch } from "../../../lib/search/searchState";
import { favourites } from "../../../lib/visitor/kept";
import styles from "./menu.module.css";
import { Modal } from "../../../components/dialog/Modal";
import { useLanding } from "../../../lib/api/catalogue";
import { setManuallyFiltered } from "../../../lib/visitor/preferences";
import {
  CURRENCIES,
  CURRENCY_LABELS,
  isCurrency,
  setCountryCode,
  setCurrency,
  useSession,
} from "../../../lib/visitor/session";
import type { Country } from "../../../lib/api/schema";
import { get, useData } from "../../../lib/api/query";

/** All countries, for the pickers. */
export const useCountries = () => useData({ ...get("/api/countries", {}), staleTime: Infinity });

/** Ships-to country; "(All)" is the empty code (spec §3). */
export function CountryPicker({ countries }: { countries: readonly Country[] }) {
  const { countryCode } = useSession();
  return (
    <label className="grid gap-1">
      <span className="muted type-meta">Deliver to</span>
      <Select
        options={[["", "(All)"], ...countries.map(({ iso, nicename }) => [iso, nicename] as const)]}
        value={countryCode}
        onChange={(event) => setCountryCode(event.target.value)}
      />
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
      <Select
        options={CURRENCIES.map((code) => [code, CURRENCY_LABELS[code]])}
        value={currency}
        onChange={(event) => choose(event.target.value)}
      />
    </label>
  );
}

/** The scraper's link is development mode's; its route is in every build (design: Operators). */
const MENU_ITEMS = [
  { path: "/", label: "Home" },
  { path: "/about", label: "About" },
  ...(__DEV_MODE__ ? [{ path: "/scraper", label: "Scraper" }] : []),
];

/**
 * What Home and the logo do besides leading to "/": stored styles no longer apply by themselves, so
 * home comes back without any filter (spec §2.2). The link's own navigation reloads the data, also
 * where it leads to the page one is on.
 */
function resetHome(): void {
  setManuallyFiltered(true);
}

interface MenuLinkProps {
  item: (typeof MENU_ITEMS)[number];
  className: string | undefined;
  onChosen?: () => void;
}

/** A word of the menu. Home is the start page, not its results; its house distinguishes it from the world. */
function MenuLink({ item: { path, label }, className, onChosen }: MenuLinkProps) {
  const { pathname, search } = useLocation();
  const isStart = path === "/";
  const choose = () => {
    onChosen?.();
    if (isStart) resetHome();
  };
  const isCurrent = pathname === path && !(isStart && isSearched(parseSearch(search)));
  return (
    <Link className={className} to={path} aria-current={isCurrent ? "page" : undefined} onClick={choose}>
      {isStart && <Icon name="home" size={18} />}
      {label}
    </Link>
  );
}

/**
 * The panel over a dimming backdrop; a click on an item or beside the panel closes it. Country and
 * currency are on phones a long way down in the footer.
 */
function MenuPanel({ onClose }: { onClose: () => void }) {
  const { data: landing } = useLanding();
  const { data: countries } = useCountries();
  return (
    <Modal id="menu-panel" className={styles.panel} aria-label="Menu" onClose={onClose}>
      <button type="button" className={styles.round} onClick={onClose} aria-label="Close menu">
        <Icon name="close" />
      </button>
      <WorldCards landing={landing} onChosen={onClose} />
      <p className="mt-4">
        <Link className={styles.panelLink} to="/style-select" onClick={onClose}>
          Shop by style
        </Link>
      </p>
      <nav aria-label="Main">
        {MENU_ITEMS.map((item) => (
          <MenuLink key={item.path} item={item} className={styles.panelLink} onChosen={onClose} />
        ))}
      </nav>
      <div className="grid gap-4 py-5">
        {countries && <CountryPicker countries={countries} />}
        <CurrencyPicker />
      </div>
    </Modal>
  );
}

/** The logo: a W on a rail. Always beside the name, so it needs no label. */
function Mark({ size }: { size: number }) {
  return (
    <svg viewBox="4 6 24 20" width={(size * 24) / 20} height={size} aria-hidden="true" focusable="false">
      <path
        d="M5 9h22M8.5 9l4 14L16 13l3.5 10 4-14"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="bevel"
      />
    </svg>
  );
}

/**
 * Where to deliver to, which decides what is shown at all: the footer is a long way down. Its words
 * are there before the countries, whose list lies over them.
 */
function HeaderCountry() {
  const { data: countries } = useCountries();
  const { countryCode } = useSession();
  const country = countryCode === "" ? "anywhere" : countryName(countryCode);
  return (
    <div className={styles.country}>
      <span className="muted type-meta">Deliver to:</span>
      <span className="truncated shrinks">{country}</span>
      <Icon name="down" size={12} />
      {countries && <CountryPicker countries={countries} />}
    </div>
  );
}

/** The way to what was kept, with how many products are. */
function SavedLinks() {
  const count = favourites.use().length;
  return (
    <Link className={styles.kept} to="/favourites" data-part="kept">
      <Icon name="heart" />
      <span className="visually-hidden">Favourites{count > 0 && `, ${countOf(count, "product")}`}</span>
      {count > 0 && (
        <span className={styles.number} aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  );
}

/** The menu of small screens (spec §2.2). */
function Hamburger() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.round}
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <Icon name="menu" />
      </button>
      {open && <MenuPanel onClose={() => setOpen(false)} />}
    </>
  );
}

/**
 * The bar at the top: wordmark, worlds, a page's search, the menu, or the hamburger on small screens
 * (spec §2.2), and the way to what was kept.
 */
export function TopMenu({ children = null }: { children?: ReactNode }) {
  const compact = useMediaQuery(COMPACT_MENU);
  return (
    <header className={styles.bar} data-part="header">
      {/* The logo resets all filters and reloads home. */}
      <Link className={styles.wordmark} to="/" onClick={resetHome} aria-label="Winkel, home">
        <Mark size={20} />
        Winkel
      </Link>
      {!compact && <WorldMenus />}
      {children && <div className={styles.search}>{children}</div>}
      {!compact && (
        <nav className={styles.wide} aria-label="Main">
          {MENU_ITEMS.map((item) => (
            <MenuLink key={item.path} item={item} className={styles.link} />
          ))}
          <HeaderCountry />
        </nav>
      )}
      <SavedLinks />
      {compact && <Hamburger />}
    </header>
  );
}
