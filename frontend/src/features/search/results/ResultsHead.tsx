import { Link } from "react-router-dom";
import { Count } from "../../../components/Count";
import { useSearchActions } from "../../../hooks/searchContext";
import { pathTo } from "../../../lib/catalogue/categoryTree";
import { optionsOf } from "../../../lib/api/filterData";
import { withValues, type SearchState } from "../../../lib/search/searchState";
import type { FilterData } from "../../../lib/api/wire";
import { categoryPath, subCategories } from "../../../lib/catalogue/worlds";
import { RESULTS_TITLE_ID, takeFocus } from "../focus";
import type { Answer } from "../engine/useAnswer";
import styles from "./head.module.css";

interface ResultsHeadProps {
  data: FilterData;
  state: SearchState;
  countsOf: Answer["countsOf"];
}

/** The one category that is chosen, where no text is searched for; null otherwise. */
export function onlyCategory({ q, filters }: SearchState): string | null {
  const [slug, ...others] = filters.category ?? [];
  return q === "" && slug !== undefined && others.length === 0 ? slug : null;
}

function titleOf(data: FilterData, state: SearchState, slug: string | null): string {
  if (state.q !== "") return `Products for “${state.q}”`;
  if (slug !== null)
    return optionsOf(data, "category").find(({ value }) => value === slug)?.label ?? "Products";
  return "Products";
}

function Breadcrumb({ data, slug }: { data: FilterData; slug: string }) {
  const path = pathTo(optionsOf(data, "category"), slug).slice(0, -1);
  return (
    <nav className={styles.breadcrumb} aria-label="Breadcrumb" data-short={path.length === 0}>
      <ol role="list">
        <li>
          <Link to="/">All categories</Link>
        </li>
        {path.map(({ value, label }) => (
          <li key={value}>
            <Link to={categoryPath(value)}>{label}</Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The sub-categories of a category; those of its parent where it has none. */
function SubCategories({ data, slug, countsOf }: Omit<ResultsHeadProps, "state"> & { slug: string }) {
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
            <Count value={products} noun="products" className={styles.number} />
          </button>
        </li>
      ))}
    </ul>
  );
}

/** What the page is about; a category's way up and the categories below it. */
export function ResultsHead({ data, state, countsOf }: ResultsHeadProps) {
  const slug = onlyCategory(state);
  // The sections and chips already show a brand's name or a chosen colour.
  const isSaid = slug === null && state.q === "";
  return (
    <header className={isSaid ? "visually-hidden" : styles.head}>
      {slug !== null && <Breadcrumb data={data} slug={slug} />}
      <h1 ref={takeFocus} id={RESULTS_TITLE_ID} className={styles.title} dir="auto" tabIndex={-1}>
        {titleOf(data, state, slug)}
      </h1>
      {slug !== null && <SubCategories data={data} slug={slug} countsOf={countsOf} />}
    </header>
  );
}
