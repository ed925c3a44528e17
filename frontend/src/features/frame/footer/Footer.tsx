import { type ComponentType, type SubmitEvent, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { CountryPicker, CurrencyPicker, useCountries } from "../menu/TopMenu";
import { Icon } from "../../../components/icons/Icon";
import { api, bodyOf, messageOf } from "../../../lib/api/client";
import { showToast } from "../../../lib/toasts";
import styles from "./footer.module.css";
import newsletterStyles from "./newsletter.module.css";

type DialogComponent = ComponentType<{ onClose: () => void }>;
type DialogCode = () => Promise<{ default: DialogComponent }>;

/** The code of the two dialogs, fetched once one is opened. */
export interface StoreDialogs {
  suggestStore: DialogCode;
  /** Null outside development mode. */
  submitSite: DialogCode | null;
}

/** "Suggest a store" for everybody; the scraper and the full form in development mode (spec §2.2). */
function StoreLinks({ dialogs: { suggestStore, submitSite } }: { dialogs: StoreDialogs }) {
  const [Dialog, setDialog] = useState<DialogComponent | null>(null);
  const open = (load: DialogCode) => {
    load().then(
      (loaded) => setDialog(() => loaded.default),
      () => showToast("The dialog could not be loaded, try again", "error"),
    );
  };
  return (
    <>
      <li>
        <button type="button" className={styles.link} onClick={() => open(suggestStore)}>
          Suggest a store
        </button>
        {Dialog && <Dialog onClose={() => setDialog(null)} />}
      </li>
      {submitSite && (
        <>
          <Links pages={OPERATORS} />
          <li>
            <button type="button" className={styles.link} onClick={() => open(submitSite)}>
              Submit site
            </button>
          </li>
        </>
      )}
    </>
  );
}

/** Our profile; a deployment names its own with VITE_SOCIAL_URL. */
const PROFILE_URL = import.meta.env.VITE_SOCIAL_URL ?? "https://www.instagram.com/winkel.search/";

/** The link to the social profile, by an image (spec §2.2). */
function SocialLink() {
  return (
    <a
      className={styles.social}
      href={PROFILE_URL}
      target="_blank"
      rel="noopener noreferrer"
      aria-label="Winkel on Instagram (opens in a new tab)"
    >
      <Icon name="instagram" size={24} />
    </a>
  );
}

/** Signs an address up and shows the server's answer with "Ok" for 5,000 ms (spec §7). */
async function subscribe(email: string): Promise<boolean> {
  try {
    const answer = await bodyOf(api.POST("/api/subscriptions/subscribeToNewsletter", { body: { email } }));
    showToast(answer.message, "info", "Ok");
    return true;
  } catch (error: unknown) {
    showToast(messageOf(error), "error", "Ok");
    return false;
  }
}

/** The newsletter field of the footer. An empty field does nothing (spec §5). */
export function Newsletter() {
  const [email, setEmail] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (address === "" || busy) return;
    setBusy(true);
    if (await subscribe(address)) setEmail("");
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <label className="type-control strong block" htmlFor="newsletter-email">
        Newsletter
      </label>
      <p className="muted type-control mb-2">New stores and good finds, about once a month.</p>
      <div className={newsletterStyles.row}>
        <input
          id="newsletter-email"
          className={newsletterStyles.input}
          type="email"
          autoComplete="email"
          placeholder="you@example.co.za"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button className={newsletterStyles.button} type="submit" aria-busy={busy}>
          Sign up
        </button>
      </div>
    </form>
  );
}

const DISCOVER = [
  ["/deals", "Real deals"],
  ["/favourites", "Favourites"],
  ["/style-select", "Pick your styles"],
  ["/blog", "Blog"],
  ["/about", "About"],
] as const;

const OPERATORS = [
  ["/scraper", "Scraper"],
  ["/review", "Review"],
] as const;

const FINE_PRINT = [
  ["/proxies", "Shipping proxies"],
  ["/privacy", "Privacy"],
  ["/terms", "Terms"],
] as const;

function Links({ pages }: { pages: readonly (readonly [path: string, label: string])[] }) {
  return pages.map(([path, label]) => (
    <li key={path}>
      <Link className={styles.link} to={path}>
        {label}
      </Link>
    </li>
  ));
}

function FooterLinks({ dialogs }: { dialogs: StoreDialogs }) {
  return (
    <nav className={styles.nav} aria-label="More">
      <ul className="grid content-start">
        <Links pages={DISCOVER} />
        <StoreLinks dialogs={dialogs} />
      </ul>
      <ul className="grid content-start">
        <Links pages={FINE_PRINT} />
      </ul>
    </nav>
  );
}

/**
 * The footer (spec §2.2): there once the countries have come, or without their picker when they
 * could not; not on /style-select.
 */
export function Footer({ dialogs }: { dialogs: StoreDialogs }) {
  const { data: countries, error } = useCountries();
  const { pathname } = useLocation();
  if ((!countries && !error) || pathname === "/style-select") return null;
  return (
    <footer className="mt-7 sunk line-above">
      <div className={styles.inner}>
        <div className="grid gap-4">
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
