import type { ComponentProps, ReactNode } from "react";
import { Breadcrumb } from "../../../components/Breadcrumb";
import { Count } from "../../../components/Count";
import { SearchLink, useSearchActions, useSearchState } from "../../../lib/search/SearchProvider";
import { pathTo, subCategories } from "../../../lib/catalogue/worlds";
import { optionsOf } from "../../../lib/api/catalogue";
import {
  countChosen,
  isChosen,
  type SearchState,
  toggleValue,
  withValues,
} from "../../../lib/search/searchState";
import type { FilterData } from "../../../lib/api/wire";
import { focusResults, RESULTS_TITLE_ID, takeFocus } from "../focus";
import { useAnswer } from "../engine/answer";
import { formatNumber } from "../../../lib/catalogue/format";
import { type Currency, useSession } from "../../../lib/visitor/session";
import { chipLabel, chipsOf } from "./chips";
import styles from "./head.module.css";
import searchStyles from "../search.module.css";
import { Icon } from "../../../components/icons/Icon";
import { mySizes } from "../../../lib/visitor/preferences";
import { useOffered } from "../panel/options/options";

/** A page number, or an ellipsis between page numbers. */
type PagerItem = number | "gap";

const ALL_SHOWN = 6;

function span(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/**
 * The pager of spec §9, pages counted from 1: up to six pages are all shown; near the start 1 to 4
 * and the last, near the end the first and the last four, in between the neighbours of `current`.
 */
export function pagerItems(current: number, total: number): PagerItem[] {
  if (total <= ALL_SHOWN) return span(1, total);
  if (current <= 3) return [...span(1, 4), "gap", total];
  if (current >= total - 2) return [1, "gap", ...span(total - 3, total)];
  return [1, "gap", ...span(current - 1, current + 1), "gap", total];
}

/** "x - y of total" as its numbers; an empty page answers null. */
export function shownRange(
  page: number,
  pageSize: number,
  total: number,
): { first: number; last: number } | null {
  const first = (page - 1) * pageSize + 1;
  if (total === 0 || first > total) return null;
  return { first, last: Math.min(page * pageSize, total) };
}

interface PageLinkProps extends Pick<
  ComponentProps<"a">,
  "className" | "children" | "aria-label" | "aria-current"
> {
  /** Null: there is none, or one is on it. */
  page: number | null;
}

function PageLink({ page, children, ...link }: PageLinkProps) {
  if (page === null) {
    return (
      <button type="button" disabled {...link}>
        {children}
      </button>
    );
  }
  return (
    <SearchLink
      change={(base) => ({ ...base, page })}
      click={{ brandId: null, groupKey: null, href: `Go to page ${page}` }}
      onCommit={focusResults}
      {...link}
    >
      {children}
    </SearchLink>
  );
}

/** Previous, numbers with ellipses, next (spec §2.4). The URL's page is the current one. */
export function Pager() {
  const { page: current } = useSearchState();
  const { pages, total, pageSize } = useAnswer();
  if (pages <= 1 && current <= 1) return null;
  const unreachable = current >= pages && (total ?? 0) > pages * pageSize;
  return (
    <nav className={searchStyles.pager} aria-label="Pages">
      <PageLink className={searchStyles.step} page={current > 1 ? Math.min(current - 1, pages) : null}>
        Prev
      </PageLink>
      <ol className={searchStyles.pages} role="list">
        {pagerItems(current, pages).map((item, index) => (
          <li key={item === "gap" ? `gap-${index}` : item}>
            {item === "gap" ? (
              <span className={searchStyles.gap}>…</span>
            ) : (
              <PageLink
                className={searchStyles.page}
                page={item === current ? null : item}
                aria-label={`Page ${item}`}
                aria-current={item === current ? "page" : undefined}
              >
                {formatNumber(item)}
              </PageLink>
            )}
          </li>
        ))}
      </ol>
      <PageLink className={searchStyles.step} page={current < pages ? current + 1 : null}>
        Next
      </PageLink>
      {unreachable && (
        <p className="muted type-control whole-line text-center">There are more: refine to see them.</p>
      )}
    </nav>
  );
}

/** The one category that is chosen, where no text is searched for; null otherwise. */
export function onlyCategory({ q, filters }: SearchState): string | null {
  const [slug, ...others] = filters.category ?? [];
  return q === "" && slug !== undefined && others.length === 0 ? slug : null;
}

/** What is in a title; chips name the rest. */
const MOST = 3;

/** The text, otherwise what was chosen. */
function titleOf(data: FilterData, state: SearchState, currency: Currency): string {
  if (state.q !== "") return `Products for “${state.q}”`;
  const chips = chipsOf(state, data, currency).map(chipLabel);
  const more = chips.length > MOST ? ` and ${chips.length - MOST} more` : "";
  return `${chips.slice(0, MOST).join(", ")}${more}` || "Products";
}

/** The sub-categories of a category; those of its parent where it has none. */
function SubCategories({ slug }: { slug: string }) {
  const { data, countsOf } = useAnswer();
  const counts = new Map(Object.entries(countsOf("category") ?? {}));
  const childrenOf = (parent: string) => subCategories(data, parent, (value) => counts.get(value) ?? 0);
  const parent = optionsOf(data, "category").find(({ value }) => value === slug)?.parent;
  const own = childrenOf(slug);
  const below = own.length === 0 && parent ? childrenOf(parent) : own;
  if (below.length === 0) return null;
  return (
    <ul className={styles.below} role="list" aria-label="Sub-categories">
      {below.map(({ slug: value, label, products }) => (
        <li key={value}>
          <SearchLink
            className={styles.sub}
            aria-current={value === slug ? "page" : undefined}
            change={(base) => withValues(base, "category", [value])}
          >
            {label}
            <Count value={products} noun="products" className="muted figures type-meta" />
          </SearchLink>
        </li>
      ))}
    </ul>
  );
}

/** What the page is about; a category's way up, `children`, and the categories below it. */
export function ResultsHead({ children }: { children: ReactNode }) {
  const { data } = useAnswer();
  const state = useSearchState();
  const slug = onlyCategory(state);
  const { currency } = useSession();
  return (
    <header className={styles.head}>
      {slug !== null && <Breadcrumb steps={pathTo(optionsOf(data, "category"), slug).slice(0, -1)} />}
      <h1 ref={takeFocus} id={RESULTS_TITLE_ID} className={styles.title} dir="auto" tabIndex={-1}>
        {titleOf(data, state, currency)}
      </h1>
      <div className={styles.ways}>
        {children}
        {slug !== null && <SubCategories slug={slug} />}
      </div>
    </header>
  );
}

const SIZE = "size";
/** What most people narrow by, next to colour and category. */
const OPENED = ["price", SIZE] as const;
const IN_STORES = "inStores";

/** A way to fewer products. */
function Pill(props: ComponentProps<"button"> & { "data-chosen"?: boolean }) {
  return <button type="button" {...props} className={styles.pill} />;
}

/** The sizes that are kept in this browser, where the search has some of them; those chosen can be kept. */
function MySizes({ counts }: { counts: Readonly<Record<string, number>> }) {
  const { commit } = useSearchActions();
  const chosen = useSearchState().filters[SIZE] ?? [];
  const mine = mySizes.use();
  const here = mine.filter((size) => (counts[size] ?? 0) > 0 || chosen.includes(size));
  const others = chosen.filter((size) => !mine.includes(size));
  const applied = here.length > 0 && here.every((size) => chosen.includes(size));
  return (
    <>
      {here.length > 0 && (
        <Pill
          aria-pressed={applied}
          onClick={() => commit((base) => withValues(base, SIZE, applied ? [] : here))}
        >
          My sizes: {here.join(", ")}
        </Pill>
      )}
      {others.length > 0 && (
        <Pill onClick={() => mySizes.set([...mine, ...others])}>Keep {others.join(", ")} as mine</Pill>
      )}
      {applied && (
        <Pill onClick={() => mySizes.set(mine.filter((size) => !here.includes(size)))}>
          Forget {here.join(", ")}
        </Pill>
      )}
    </>
  );
}

/**
 * The shortest ways to fewer products: price, size, the sizes one has, what several stores sell.
 * `onType` opens the filters at a type; null where they are beside the products.
 */
export function Pills({ onType }: { onType: ((attribute: string) => void) | null }) {
  const { countsOf } = useAnswer();
  const state = useSearchState();
  const { commit } = useSearchActions();
  const filters = useOffered();
  const offered = (attribute: string) => filters.find((filter) => filter.attribute === attribute);
  const inStores = countsOf(IN_STORES) && offered(IN_STORES);
  const sizes = countsOf(SIZE);
  return (
    <div className={styles.pills} role="group" aria-label="Narrow by" data-part="pills">
      {onType &&
        OPENED.map(offered).map(
          (filter) =>
            filter && (
              <Pill
                key={filter.attribute}
                aria-haspopup="dialog"
                data-chosen={countChosen(state, filter.attribute) > 0}
                onClick={() => onType(filter.attribute)}
              >
                {filter.label}
                <Icon name="down" size={12} />
              </Pill>
            ),
        )}
      {sizes && <MySizes counts={sizes} />}
      {inStores && (
        <Pill
          aria-pressed={isChosen(state, IN_STORES, "true")}
          onClick={() => commit((base) => toggleValue(base, IN_STORES, "true"))}
        >
          {inStores.label}
        </Pill>
      )}
    </div>
  );
}
