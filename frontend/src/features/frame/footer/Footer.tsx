import { type ComponentType, type SubmitEvent, useEffect, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { CountryPicker, CurrencyPicker, useCountries } from "../menu/TopMenu";
import { Icon } from "../../../components/icons/Icon";
import { api, bodyOf, messageOf } from "../../../lib/api/client";
import { STILL } from "../../../lib/hooks";
import { showToast } from "../../../lib/toasts";
import styles from "./footer.module.css";
import newsletterStyles from "./newsletter.module.css";
import scrollStyles from "../scroll.module.css";

type DialogComponent = ComponentType<{ onClose: () => void }>;

/** "Suggest a store" for everybody; the scraper and the full form in development mode (spec §2.2). */
function StoreLinks() {
  const [Dialog, setDialog] = useState<DialogComponent | null>(null);
  const open = (code: Promise<{ default: DialogComponent }>) => {
    code.then(
      (loaded) => setDialog(() => loaded.default),
      () => showToast("The dialog could not be loaded, try again", "error"),
    );
  };
  return (
    <>
      <li>
        <button
          type="button"
          className={styles.link}
          onClick={() => open(import("../submit/SuggestStoreDialog"))}
        >
          Suggest a store
        </button>
        {Dialog && <Dialog onClose={() => setDialog(null)} />}
      </li>
      {__DEV_MODE__ && (
        <>
          <Links pages={OPERATORS} />
          <li>
            <button
              type="button"
              className={styles.link}
              onClick={() => open(import("../submit/SubmitSiteDialog"))}
            >
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

function FooterLinks() {
  return (
    <nav className={styles.nav} aria-label="More">
      <ul className="grid content-start">
        <Links pages={DISCOVER} />
        <StoreLinks />
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
export function Footer() {
  const { data: countries, error } = useCountries();
  const { pathname } = useLocation();
  if ((!countries && !error) || pathname === "/style-select") return null;
  return (
    <footer className="mt-6 sunk line-above">
      <div className={styles.inner}>
        <div className="grid gap-4">
          {countries && <CountryPicker countries={countries} />}
          <CurrencyPicker />
        </div>
        <Newsletter />
        <FooterLinks />
        <SocialLink />
      </div>
    </footer>
  );
}

/** Spec §9: the button shows once the page is scrolled more than this (px). */
const SCROLL_THRESHOLD_PX = 100;

function scrollToTop(): void {
  const still = window.matchMedia(STILL).matches;
  window.scrollTo({ top: 0, behavior: still ? "instant" : "smooth" });
}

function ScrollToTop() {
  const [isScrolled, setIsScrolled] = useState(() => window.scrollY > SCROLL_THRESHOLD_PX);
  useEffect(() => {
    const update = () => setIsScrolled(window.scrollY > SCROLL_THRESHOLD_PX);
    window.addEventListener("scroll", update, { passive: true });
    return () => window.removeEventListener("scroll", update);
  }, []);
  if (!isScrolled) return null;
  return (
    <button type="button" className={scrollStyles.button} aria-label="Scroll to top" onClick={scrollToTop}>
      <span aria-hidden="true">↑</span>
    </button>
  );
}

/** What the frame loads after the first screen: the shop's footer, and the way back to the top. */
export default function Foot({ isShop }: { isShop: boolean }) {
  return (
    <>
      {isShop && <Footer />}
      <ScrollToTop />
    </>
  );
}
