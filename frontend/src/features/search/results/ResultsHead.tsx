import type { ReactNode } from "react";
import { Breadcrumb } from "../../../components/Breadcrumb";
import { Count } from "../../../components/Count";
import { useSearchActions, useSearchState } from "../../../hooks/SearchProvider";
import { pathTo, subCategories } from "../../../lib/catalogue/worlds";
import { optionsOf } from "../../../lib/api/filterData";
import { type SearchState, withValues } from "../../../lib/search/searchState";
import type { FilterData } from "../../../lib/api/wire";
import { focusResults, RESULTS_TITLE_ID, takeFocus } from "../focus";
import { useAnswer } from "../engine/answer";
import { formatNumber } from "../../../lib/catalogue/format";
import { type Currency, useSession } from "../../../lib/visitor/session";
import { chipsOf } from "./bar/chips";
import { track } from "../../../lib/tracking/track";
import styles from "./head.module.css";
import searchStyles from "../search.module.css";

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

interface PageButtonProps {
  page: number;
  current: number;
  onGo: (page: number) => void;
}

function PageButton({ page, current, onGo }: PageButtonProps) {
  return (
    <button
      type="button"
      className={searchStyles.page}
      aria-label={`Page ${page}`}
      aria-current={page === current ? "page" : undefined}
      onClick={() => onGo(page)}
    >
      {formatNumber(page)}
    </button>
  );
}

/** Previous, numbers with ellipses, next (spec §2.4). The URL's page is the current one. */
export function Pager() {
  const { commit } = useSearchActions();
  const { page: current } = useSearchState();
  const { pages, total, pageSize } = useAnswer();
  const go = (page: number) => {
    if (page === current) return;
    track({ brandId: null, groupKey: null, href: `Go to page ${page}` });
    commit((base) => ({ ...base, page }));
    focusResults();
  };
  if (pages <= 1 && current <= 1) return null;
  const unreachable = current >= pages && (total ?? 0) > pages * pageSize;
  return (
    <nav className={searchStyles.pager} aria-label="Pages">
      <button
        type="button"
        className={searchStyles.step}
        disabled={current <= 1}
        onClick={() => go(Math.min(current - 1, pages))}
      >
        Prev
      </button>
      <ol className={searchStyles.pages} role="list">
        {pagerItems(current, pages).map((item, index) => (
          <li key={item === "gap" ? `gap-${index}` : item}>
            {item === "gap" ? (
              <span className={searchStyles.gap}>…</span>
            ) : (
              <PageButton page={item} current={current} onGo={go} />
            )}
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={searchStyles.step}
        disabled={current >= pages}
        onClick={() => go(current + 1)}
      >
        Next
      </button>
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
  const chips = chipsOf(state, data, currency).map(({ type, label }) => (label === "Yes" ? type : label));
  const more = chips.length > MOST ? ` and ${chips.length - MOST} more` : "";
  return `${chips.slice(0, MOST).join(", ")}${more}` || "Products";
}

/** The sub-categories of a category; those of its parent where it has none. */
function SubCategories({ slug }: { slug: string }) {
  const { data, countsOf } = useAnswer();
  const { commit } = useSearchActions();
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
          <button
            type="button"
            className={styles.sub}
            aria-current={value === slug ? "page" : undefined}
            onClick={() => commit((base) => withValues(base, "category", [value]))}
          >
            {label}
            <Count value={products} noun="products" className="muted figures small" />
          </button>
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
