import { useState } from "react";
import { OperatorData } from "../../components/operator/OperatorGate";
import { Select } from "../../components/Select";
import { TileExtraContext } from "../../components/tile/Tile";
import { FlatView, GroupedView, ListView } from "../../features/devmode/views";
import { TileEditor } from "../../features/devmode/TileEditor";
import { Results } from "../../features/search/results/Results";
import { type ProductsProps, TileGrid } from "../../features/search/results/products/FlatResults";
import SearchScreen, { SearchFrame, type SearchScreenProps } from "../../features/search/SearchScreen";
import { useSearchState } from "../../lib/search/SearchProvider";
import type { Hit } from "../../lib/api/wire";
import { Home } from "./HomePage";
import styles from "../../features/devmode/devmode.module.css";
import { readStored, writeStored } from "../../lib/store";

/** The views of home in development mode (spec §2.5), by their numbers. */
const VIEWS = ["List", "Grouped", "Flat", "Search Engine", "Search Engine Grouped"] as const;
const DEFAULT_VIEW = 3;
const KEY = "devView";

/** The chosen view's number; the default where none, or none that exists, was stored. */
function storedView(): number {
  const view = Number(readStored(KEY) ?? DEFAULT_VIEW);
  return view in VIEWS ? view : DEFAULT_VIEW;
}

function AllBrands({ hits, large }: ProductsProps) {
  return (
    <div className="py-5">
      <h2 className="visually-hidden">All brands</h2>
      <TileGrid hits={hits} large={large} eager />
    </div>
  );
}

/** View 3: one grid, 126 a page (spec §9). */
function SearchEngineScreen(props: SearchScreenProps) {
  return (
    <SearchFrame {...props} pageSizeOf={(data) => data.pageSizes.search}>
      <Results products={AllBrands} onType={props.panel.openAt} />
    </SearchFrame>
  );
}

function ViewSelect({ view, onView }: { view: number; onView: (view: number) => void }) {
  return (
    <label className={styles.viewSelect}>
      View
      <Select
        options={VIEWS.map((name, index) => [index, name])}
        value={view}
        onChange={(event) => onView(Number(event.target.value))}
      />
    </label>
  );
}

/** The filter box's extra output: the search of the URL. */
function FilterOutput() {
  return (
    <pre className="muted type-meta breaks m-0 p-2 pre-wrap sunk">{JSON.stringify(useSearchState())}</pre>
  );
}

function editor(hit: Hit) {
  return <TileEditor key={hit.objectID} hit={hit} />;
}

function View({ view }: { view: number }) {
  if (view === 0) return <ListView />;
  if (view === 1) return <GroupedView />;
  if (view === 2) return <FlatView />;
  return (
    <TileExtraContext value={editor}>
      <div className="page-width">
        <FilterOutput />
      </div>
      <Home key={view} screen={view === 3 ? SearchEngineScreen : SearchScreen} />
    </TileExtraContext>
  );
}

/** Home in development mode: five views to pick from (spec §2.5). */
export default function DevHome() {
  const [view, setView] = useState(storedView);
  const choose = (next: number) => {
    writeStored(KEY, String(next));
    setView(next);
  };
  return (
    <OperatorData>
      <div className="page-width">
        {view < 3 && <h1 className="visually-hidden">{VIEWS[view]}</h1>}
        <ViewSelect view={view} onView={choose} />
      </div>
      <View view={view} />
    </OperatorData>
  );
}
