import { Link, useLocation } from "react-router-dom";
import { Spark, type Stretch } from "../../components/LineChart";
import { Waiting } from "../../components/states/states";
import { Tile } from "../../components/tile/Tile";
import { DATE_LOCALE, moneyOf } from "../../lib/catalogue/format";
import { EMPTY_STATE, formatSearch, withValues } from "../../lib/search/searchState";
import { type Currency, useSession } from "../../lib/visitor/session";
import styles from "./deals.module.css";
import { cachedData, type Data, get, useData } from "../../lib/api/query";
import { inlinedState, madeFor } from "../../lib/api/inlined";
import type { AllDeals, Claims, Deal } from "../../lib/api/schema";

interface ClaimsTableProps {
  name: string;
  rows: readonly Claims[];
  isStores?: boolean;
}

const FEW = 12;

/** A mean over claims: of none there is none, of others perhaps not yet. */
function percent(value: number | null, claims: number): string {
  if (claims === 0) return "–";
  return value === null ? "not known yet" : `${Math.round(value)} %`;
}

/** The search for what is reduced of a store or a category. */
function reducedOf(attribute: string, value: string): string {
  const chosen = withValues(withValues(EMPTY_STATE, attribute, [value]), "onSale", ["true"]);
  return `/${formatSearch({ ...chosen, sort: "discount_desc" })}`;
}

function Row({ row, isStores }: { row: Claims; isStores: boolean }) {
  const { name, slug, claims, known, denied, deals, claimed, measured } = row;
  return (
    <tr>
      <th scope="row">{isStores ? <Link to={reducedOf("store", slug)}>{name}</Link> : name}</th>
      <td>{claims}</td>
      <td>{percent(claimed, claims)}</td>
      <td>{percent(measured, claims)}</td>
      <td>{known > 0 ? `${denied} of ${known}` : ""}</td>
      <td>{deals}</td>
    </tr>
  );
}

/** What is claimed, beside what was measured; those without claims, and what is too long, in a fold. */
function ClaimsTable({ name, rows, isStores = false }: ClaimsTableProps) {
  if (rows.length === 0) return null;
  const claiming = rows.filter(({ claims }) => claims > 0).slice(0, FEW);
  const others = rows.filter((row) => !claiming.includes(row));
  const table = (shown: readonly Claims[]) => (
    <div className="scrolls-x" role="region" aria-label={name} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{name}</caption>
        <thead>
          <tr>
            <th scope="col">{isStores ? "Store" : "Category"}</th>
            <th scope="col">Said to be reduced</th>
            <th scope="col">Says</th>
            <th scope="col">Measured</th>
            <th scope="col">Denied by history</th>
            <th scope="col">Real deals</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <Row key={row.slug} row={row} isStores={isStores} />
          ))}
        </tbody>
      </table>
    </div>
  );
  return (
    <section className={styles.section}>
      <h2 className="type-section breaks">{name}</h2>
      {claiming.length > 0 && table(claiming)}
      {others.length > 0 && (
        <details className="disclosure type-control">
          <summary>
            {others.length} {claiming.length < FEW ? "without claims" : "more"}
          </summary>
          {table(others)}
        </details>
      )}
    </section>
  );
}

/** The deals for the visitor's currency; what the page brought along where that was made for them. */
function useDeals(): Data<AllDeals> {
  const session = useSession();
  const query = get("/api/deals", { params: { query: session } });
  return useData(cachedData(query, madeFor(inlinedState().deals, session)?.found));
}

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
    <ul className="tiles" role="list">
      {deals.map((deal, index) => (
        <li key={deal.hit.objectID} className={styles.deal}>
          <Tile hit={deal.hit} eager={index < eager} />
          <div className="type-meta muted grid gap-1 py-2 line-above">
            <Spark line={deal.line as unknown as Stretch[]} days={DAYS} height={40} />
            <p>{words(deal)}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Lower({ sections }: Pick<AllDeals, "sections">) {
  const since = ({ since: day }: Deal) => `Last 90 days; this price since ${dates.format(atNoon(day))}`;
  return sections.map(({ slug, name, deals }, index) => (
    <section key={slug} id={slug} className={styles.section} aria-labelledby={`deals-${slug}`}>
      <div className="row wrap gap-x-3">
        <h2 id={`deals-${slug}`} className="type-section breaks">
          {name}
        </h2>
        {slug !== "other" && (
          <Link className="inline-row ms-auto h-7" to={reducedOf("category", slug)}>
            All that is reduced<span className="visually-hidden"> in {name}</span>
          </Link>
        )}
      </div>
      <DealList deals={deals} words={since} eager={index === 0 ? EAGER_TILES : 0} />
    </section>
  ));
}

function Raised({ raised, currency }: Pick<AllDeals, "raised"> & { currency: Currency }) {
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
    <details className="disclosure type-control">
      <summary>How this is measured</summary>
      <p className="measure">
        We read stores’ prices each day. A drop is from the lowest price of the 30 days before the price fell,
        on days on which it could be bought; what was asked on a single day does not count. A deal is at least
        5 % less, and was not cheaper in the last 90 days. Where a store says “was” and that price was not
        asked before, we show the drop that we measured. Under 14 days we know nothing, and say so.
      </p>
    </details>
  );
}

function Away({ blackFriday }: Pick<AllDeals, "blackFriday">) {
  return (
    <>
      <p className="measure">
        Black Friday is on {longDates.format(atNoon(blackFriday))}. From 1 November on this page tells what is
        truly lower, and what was raised before it was cut.
      </p>
      <p>
        <Link to="/deals">See today’s real deals</Link>
      </p>
    </>
  );
}

function Found({ deals, currency }: { deals: AllDeals; currency: Currency }) {
  const { sections, raised, stores, categories, day } = deals;
  const none = sections.length === 0;
  const parts = raised.length > 0 ? [...sections, { slug: "raised", name: "Raised first" }] : sections;
  return (
    <>
      {day !== null && (
        <p className="type-control muted">
          Measured on {longDates.format(atNoon(day))}
          {" · "}
          <a href="/deals.atom">Feed</a>
        </p>
      )}
      {parts.length > 1 && (
        <nav aria-label="Deals by category">
          <ul className="wrap gap-2" role="list">
            {parts.map(({ slug, name }) => (
              <li key={slug}>
                <a className="inline-row type-control plain framed px-3 way outlines" href={`#${slug}`}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {none && <p>By what we have read, nothing is truly lower than in the 90 days before.</p>}
      <Lower sections={sections} />
      <Raised raised={raised} currency={currency} />
      <ClaimsTable name="What stores say, and what was measured" rows={stores} isStores />
      <ClaimsTable name="By category" rows={categories} />
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

/** The real deals; in November also as Black Friday's page. */
export default function DealsPage() {
  const isFriday = useLocation().pathname.startsWith("/black-friday");
  const { title, lead } = isFriday ? WORDS.friday : WORDS.deals;
  const { currency } = useSession();
  const { data, ...query } = useDeals();
  const isAway = isFriday && data?.isSeason === false;
  return (
    <div className="page-width column gap-5 pt-5 pb-7">
      <header className="column gap-3">
        <h1 className="type-page breaks">{title}</h1>
        {!isAway && <p className="measure">{lead}</p>}
        {data && isAway && <Away blackFriday={data.blackFriday} />}
      </header>
      {data && !isAway && <Found deals={data} currency={currency} />}
      {!data && <Waiting {...query} />}
    </div>
  );
}
