import { Results } from "../../features/search/results/Results";
import SearchScreen, { SearchFrame, type SearchScreenProps } from "../../features/search/SearchScreen";
import { TileGrid } from "../../features/search/results/products/TileGrid";
import styles from "../../features/devmode/devmode.module.css";

/** View 3: one grid, 126 a page (spec §9). */
export function SearchEngineScreen(props: SearchScreenProps) {
  return (
    <SearchFrame {...props} pageSizeOf={(data) => data.pageSizes.search}>
      {(results) => (
        <Results {...results}>
          {(answer, large) => (
            <div className={styles.engine}>
              <h2 className="visually-hidden">All brands</h2>
              <TileGrid hits={answer.hits} large={large} eager />
            </div>
          )}
        </Results>
      )}
    </SearchFrame>
  );
}

/** View 4: what visitors see. */
export const GroupedScreen = SearchScreen;
