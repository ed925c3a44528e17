import { Link, useLocation } from "react-router-dom";
import { Spark } from "../../components/LineChart";
import { Spinner } from "../../components/Spinner";
import { LoadError } from "../../components/states/LoadError";
import { Tile } from "../../components/tile/Tile";
import { SearchProvider } from "../../hooks/SearchProvider";
import { moneyOf } from "../../lib/catalogue/format";
import { DATE_LOCALE } from "../../lib/locale";
import { EMPTY_STATE, formatSearch, withValues } from "../../lib/search/searchState";
import { type Currency, isCurrency, useSession } from "../../lib/visitor/session";
import { ClaimsTable } from "./ClaimsTable";
import { type Deal, type Deals, useDeals } from "./useDeals";
import styles from "./deals.module.css";

const DAYS = 90;
const EAGER_TILES = 5;

const dates = new Intl.DateTimeFormat(DATE_LOCALE, { day: "numeric", month: "long", timeZone: "UTC" });
const longDates = new Intl.DateTimeFormat(DATE_LOCALE, { dateStyle: "long", timeZone: "UTC" });

function atNoon(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

interface DealListProps {
  deals: readonly Deal[];
  words: (deal: Deal) => string;
  eager?: number;
}

/** Tiles, each with how its price went. */
function DealList({ deals, words, eager = 0 }: DealListProps) {
  return (
    <ul className={styles.grid} role="list">
      {deals.map((deal, index) => (
        <li key={deal.hit.objectID} className={styles.deal}>
          <Tile hit={deal.hit} eager={index < eager} />
          <div className="type-meta muted grid gap-1 pt-2 line-above">
            <Spark line={deal.line} days={DAYS} height={40} />
            <p>{words(deal)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Lower({ sections }: Pick<Deals, "sections">) {
  const since = ({ since: day }: Deal) => `Last 90 days; this price since ${dates.format(atNoon(day))}`;
  return sections.map(({ slug, name, deals }, index) => (
    <section key={slug} id={slug} className={styles.section} aria-labelledby={`deals-${slug}`}>
      <div className="row wrap gap-y-0 gap-x-3">
        <h2 id={`deals-${slug}`} className="type-section breaks">
          {name}
        </h2>
        {slug !== "other" && (
          <Link className={styles.all} to={reducedIn(slug)}>
            All that is reduced<span className="visually-hidden"> in {name}</span>
          </Link>
        )}
      </div>
      <DealList deals={deals} words={since} eager={index === 0 ? EAGER_TILES : 0} />
    </section>
  ));
}

function reducedIn(category: string): string {
  const chosen = withValues(withValues(EMPTY_STATE, "category", [category]), "onSale", ["true"]);
  return `/${formatSearch({ ...chosen, sort: "discount_desc" })}`;
}

function Raised({ raised, currency }: Pick<Deals, "raised"> & { currency: Currency }) {
  if (raised.length === 0) return null;
  const words = ({ hit, raised: to }: Deal) =>
    to === null ? "Raised before it was cut" : `Raised to ${moneyOf(hit, currency)(to)} before it was cut`;
  return (
    <section className={styles.section} id="raised" aria-labelledby="deals-raised">
      <h2 id="deals-raised" className="type-section breaks">
        Raised before it was cut
      </h2>
      <p className="type-control muted">
        What the store says that these cost was asked for a while only: they were cheaper in the 30 days
        before.
      </p>
      <DealList deals={raised} words={words} />
    </section>
  );
}

function Method() {
  return (
    <details className={styles.method}>
      <summary>How this is measured</summary>
      <p>
        We read stores’ prices each day. A drop is from the lowest price of the 30 days before the price fell,
        on days on which it could be bought; what was asked on a single day does not count. A deal is at least
        5 % less, and was not cheaper in the last 90 days. Where a store says “was” and that price was not
        asked before, we show the drop that we measured. Under 14 days we know nothing, and say so.
      </p>
    </details>
  );
}

function Away({ blackFriday }: Pick<Deals, "blackFriday">) {
  return (
    <>
      <p className={styles.lead}>
        Black Friday is on {longDates.format(atNoon(blackFriday))}. From 1 November on this page tells what is
        truly lower, and what was raised before it was cut.
      </p>
      <p>
        <Link to="/deals">See today’s real deals</Link>
      </p>
    </>
  );
}

function Found({ deals, currency, isFriday }: { deals: Deals; currency: Currency; isFriday: boolean }) {
  const { sections, raised, stores, categories, day } = deals;
  const tables = (
    <>
      <ClaimsTable key="stores" name="What stores say, and what was measured" rows={stores} isStores />
      <ClaimsTable key="categories" name="By category" rows={categories} />
    </>
  );
  const none = sections.length === 0;
  return (
    <>
      {day !== null && (
        <p className="type-control muted">
          Measured on {longDates.format(atNoon(day))}
          {" · "}
          <a href="/deals.atom">Feed</a>
        </p>
      )}
      {sections.length + raised.length > 1 && (
        <nav aria-label="Deals by category">
          <ul className="wrap gap-2" role="list">
            {sections.map(({ slug, name }) => (
              <li key={slug}>
                <a className={styles.way} href={`#${slug}`}>
                  {name}
                </a>
              </li>
            ))}
            {raised.length > 0 && (
              <li>
                <a className={styles.way} href="#raised">
                  Raised first
                </a>
              </li>
            )}
          </ul>
        </nav>
      )}
      {none && <p>By what we have read, nothing is truly lower than in the 90 days before.</p>}
      {isFriday && tables}
      <Lower sections={sections} />
      <Raised raised={raised} currency={currency} />
      {!isFriday && tables}
      <Method />
    </>
  );
}

const WORDS = {
  deals: {
    title: "Real deals",
    lead: "What costs less than in the 90 days before, by prices that we read each day: not by what a store says that it was.",
  },
  friday: {
    title: "Black Friday, measured",
    lead: "What is truly lower this November, what was raised before it was cut, and what stores say of it.",
  },
} as const;

/** The real deals; in November also as Black Friday's page, with what stores claim first. */
export default function DealsPage() {
  const isFriday = useLocation().pathname.startsWith("/black-friday");
  const { title, lead } = isFriday ? WORDS.friday : WORDS.deals;
  const { currency } = useSession();
  const { data, error, loading, reload } = useDeals();
  const isAway = isFriday && data?.isSeason === false;
  return (
    <div className={`page-width ${styles.page}`}>
      <SearchProvider>
        <header className="column gap-3">
          <h1 className="type-page breaks">{title}</h1>
          {!isAway && <p className={styles.lead}>{lead}</p>}
          {data && isAway && <Away blackFriday={data.blackFriday} />}
        </header>
        {data && !isAway && (
          <Found deals={data} currency={isCurrency(currency) ? currency : "ZAR"} isFriday={isFriday} />
        )}
        {!data && (
          <div className={styles.calm} aria-busy={loading}>
            {loading ? <Spinner /> : <LoadError error={error} onRetry={reload} />}
          </div>
        )}
      </SearchProvider>
    </div>
  );
}
