import { type ComponentType, Suspense, useRef, useState } from "react";
import { Passing } from "../../components/Passing";
import { useSearchState } from "../../hooks/searchContext";
import { FILTERS_PILL, useMediaQuery } from "../../hooks/useMediaQuery";
import { isSearched } from "../../lib/search/searchState";
import { Banner, Hero, Landing } from "../../features/landing/Landing";
import { FiltersPill } from "../../features/search/panel/FiltersPill";
import { ResultsSkeleton } from "../../features/search/results/ResultsSkeleton";
import { focusProducts } from "../../features/search/focus";
import { SearchBox } from "../../features/search/box/SearchBox";
import type { SearchScreenProps } from "../../features/search/SearchScreen";
import { useOutside } from "../../features/search/panel/useOutside";
import { usePanel } from "../../features/search/panel/usePanel";
import { usePageTitle } from "../../features/search/usePageTitle";
import { useStoredStyles } from "../../features/search/useStoredStyles";
import { SearchScreen } from "../../features/search/searchScreenCode";
import width from "../../components/PageWidth.module.css";
import styles from "../../features/search/search.module.css";

/** Past the filters, which are up to forty stops of the Tab key. */
function SkipToResults() {
  return (
    <button type="button" className={styles.skip} onClick={focusProducts}>
      Skip to results
    </button>
  );
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
        <div className={width.wide}>
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
        <Passing as="page">
          <div className={width.wide}>
            <Landing />
          </div>
        </Passing>
      )}
      {pill && <FiltersPill panel={panel} />}
    </div>
  );
}

/** Home: the landing screen, or the results of what the URL says (spec §2.3). */
export default function HomePage() {
  return <Home screen={SearchScreen} />;
}
