import { type ComponentType, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { PageTransition } from "../../lib/browser/screen";
import { useSearchState } from "../../lib/search/SearchProvider";
import { FILTERS_PILL, useLatest, useMediaQuery } from "../../lib/hooks";
import { Icon } from "../../components/icons/Icon";
import { labelOf, loadFilters, optionsOf, useFiltersThere } from "../../lib/api/catalogue";
import {
  countChosen,
  EMPTY_STATE,
  formatSearch,
  isSearched,
  type SearchState,
  withValues,
} from "../../lib/search/searchState";
import { DECLARED } from "../../lib/declared";
import { getSession, useSession } from "../../lib/visitor/session";
import { Banner, Hero, Landing } from "../../features/landing/Landing";
import { ResultsSkeleton } from "../../features/search/results/ResultsSkeleton";
import { focusProducts } from "../../features/search/focus";
import { SearchBox } from "../../features/search/box/SearchBox";
import type { SearchScreenProps } from "../../features/search/SearchScreen";
import { type PanelControls, usePanel } from "../../features/search/panel/usePanel";
import { prefetchSearchScreen, SearchScreen } from "../../features/search/searchScreenCode";
import styles from "../../features/search/search.module.css";
import { useLocation, useNavigate } from "react-router-dom";
import { isManuallyFiltered, selectedStyleIds } from "../../lib/visitor/preferences";

/** The stored styles that have products now: the others would lead to an empty page, each time. */
async function storedStyles(): Promise<string[]> {
  const { fetchFacetCounts } = await import("../../lib/api/search"); // few visitors have chosen any
  const ids = selectedStyleIds();
  const [data, counts] = await Promise.all([loadFilters(), fetchFacetCounts("style", getSession())]);
  const options = optionsOf(data, "style");
  return options
    .filter(({ id, value }) => typeof id === "number" && ids.includes(id) && counts.has(value))
    .map(({ value }) => value);
}

/** The styles chosen on /style-select apply to "/" without a search, unless the visitor filtered by hand. */
export function useStoredStyles(): void {
  const { search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (search !== "" || isManuallyFiltered() || selectedStyleIds().length === 0) return undefined;
    let left = false;
    storedStyles().then(
      (slugs) => {
        const next = formatSearch(withValues(EMPTY_STATE, "style", slugs));
        if (!left && next !== "") void navigate({ pathname: "/", search: next }, { replace: true });
      },
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [search, navigate]);
}

/** Past the filters, which are up to forty stops of the Tab key. */
function SkipToResults() {
  return (
    <button type="button" className={styles.skip} onClick={focusProducts}>
      Skip to results
    </button>
  );
}

/** Calls `onOutside` for a press outside the element, and for Escape, while `active`. */
function useOutside(element: RefObject<HTMLElement | null>, active: boolean, onOutside: () => void): void {
  const latest = useLatest(onOutside);
  useEffect(() => {
    if (!active) return undefined;
    const press = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.current?.contains(event.target)) latest.current();
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape") latest.current();
    };
    document.addEventListener("pointerdown", press);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("pointerdown", press);
      document.removeEventListener("keydown", key);
    };
  }, [element, active, latest]);
}

/** The phone's fixed button with the number of chosen filters (spec §2.3). */
function FiltersPill({ panel }: { panel: PanelControls }) {
  const chosen = countChosen(useSearchState());
  return (
    <button
      type="button"
      className={styles.pill}
      aria-haspopup="dialog"
      aria-expanded={panel.open}
      disabled={panel.opening}
      onPointerDown={prefetchSearchScreen}
      onClick={panel.toggle}
    >
      <Icon name="filters" />
      {chosen > 0 ? `Filters (${chosen})` : "Filters"}
    </button>
  );
}

const MOST_PARTS = 3;

/** Puts the search into the title, so that tabs, history and bookmarks can be distinguished. */
function usePageTitle(state: SearchState): void {
  const data = useFiltersThere();
  const { currency } = useSession();
  useEffect(() => {
    const values = Object.entries(state.filters).flatMap(([attribute, list]) =>
      list.map((value) => (data ? labelOf(data, attribute, value, currency) : value)),
    );
    const parts = [state.q, ...values].filter((part) => part !== "").slice(0, MOST_PARTS);
    document.title = isSearched(state) ? `${parts.join(", ")} – Winkel` : DECLARED.pages["/"].title;
  }, [state, data, currency]);
}

interface HomeProps {
  /** Draws panel and results; development mode has its own. */
  screen: ComponentType<SearchScreenProps>;
}

/** The box stays the same element through landing and results: what is being typed is never lost. */
export function Home({ screen: Screen }: HomeProps) {
  const state = useSearchState();
  const searched = isSearched(state);
  const panel = usePanel();
  const pill = useMediaQuery(FILTERS_PILL) && searched;
  const head = useRef<HTMLDivElement>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  useStoredStyles();
  usePageTitle(state);
  useOutside(head, panel.open && !panel.phone, panel.close);
  return (
    <div className={styles.home} data-searched={searched}>
      <div ref={head} className={styles.head}>
        <div className="page-width">
          {!searched && <Hero />}
          <SearchBox panel={panel} large={!searched} pill={pill} />
        </div>
        {searched && <SkipToResults />}
        <div ref={setSlot} className={styles.panelSlot} />
      </div>
      {!searched && <Banner />}
      {(searched || panel.open) && (
        <Suspense fallback={searched ? <ResultsSkeleton /> : null}>
          <Screen searched={searched} panel={panel} slot={slot} />
        </Suspense>
      )}
      {!searched && (
        <PageTransition as="page">
          <div className="page-width">
            <Landing />
          </div>
        </PageTransition>
      )}
      {pill && <FiltersPill panel={panel} />}
    </div>
  );
}

/** Home: the landing screen, or the results of the URL's search (spec §2.3). */
export default function HomePage() {
  return <Home screen={SearchScreen} />;
}
