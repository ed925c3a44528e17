import { useMemo, type ReactNode } from "react";
import { createPortal } from "react-dom";
import { Outage } from "../../components/states/Outage";
import { useFilters } from "../../hooks/useFilters";
import { inOrder } from "../../lib/api/filterData";
import type { FilterData } from "../../lib/api/wire";
import { Panel } from "./panel/Panel";
import { PhonePanel } from "./panel/PhonePanel";
import { BrandSections } from "./results/products/BrandSections";
import { FlatResults } from "./results/products/FlatResults";
import { Results } from "./results/Results";
import { ResultsSkeleton } from "./results/ResultsSkeleton";
import { SearchInstance } from "./engine/SearchInstance";
import { useAnswer, useSearchResults, type Answer } from "./engine/useAnswer";
import type { PanelControls } from "./panel/usePanel";

export interface SearchScreenProps {
  searched: boolean;
  panel: PanelControls;
  /** Where the drop-down goes: right below the box. */
  slot: HTMLElement | null;
}

interface OpenPanelProps extends Omit<SearchScreenProps, "searched"> {
  data: FilterData;
  answer: Answer;
}

function OpenPanel({ data, panel, slot, answer: { countsOf, total } }: OpenPanelProps) {
  const props = { data, countsOf, total, onClose: panel.close };
  if (panel.phone) return <PhonePanel {...props} />;
  return slot && createPortal(<Panel {...props} />, slot);
}

interface SearchFrameProps extends SearchScreenProps {
  /** How the results are drawn, and how many on a page. */
  children: (results: { data: FilterData; pageSize: number; answer: Answer }) => ReactNode;
  pageSizeOf: (data: FilterData) => number;
}

/**
 * The panel with its counts, and the results. InstantSearch is beside them and not around them:
 * it draws nothing in its first pass, and the products that the page came with need not wait for it.
 */
export function SearchFrame({ searched, panel, slot, children, pageSizeOf }: SearchFrameProps) {
  const { data, error, reload } = useFilters();
  const { attempt, results, report } = useSearchResults();
  const answer = useAnswer(results);
  const ordered = useMemo(() => data && inOrder(data, answer.orders), [data, answer.orders]);
  if (!data || !ordered) {
    if (!searched) return null;
    return error ? (
      <div className="page-width">
        <Outage alone onRetry={reload} />
      </div>
    ) : (
      <ResultsSkeleton />
    );
  }
  // The panel over the landing screen needs counts, but no products.
  const hitsPerPage = searched ? pageSizeOf(data) : 0;
  return (
    <>
      <SearchInstance key={attempt} data={data} hitsPerPage={hitsPerPage} onResults={report} />
      {panel.open && <OpenPanel data={ordered} panel={panel} slot={slot} answer={answer} />}
      {searched && children({ data: ordered, pageSize: hitsPerPage, answer })}
    </>
  );
}

/**
 * The visitor's results: by brand, 100 products a page (spec §2.4). In an order that they have chosen
 * it is one list: by brand, 249 to 499 would be followed by 249 to 849.
 */
export default function SearchScreen(props: SearchScreenProps) {
  return (
    <SearchFrame {...props} pageSizeOf={(data) => data.pageSizes.grouped}>
      {(results) => (
        <Results {...results}>
          {({ sorted, hits, understanding, countsOf }, large) => {
            const others = understanding?.near ? "Similar products" : "Other products";
            return sorted ? (
              <FlatResults hits={hits} others={others} large={large} />
            ) : (
              <BrandSections hits={hits} others={others} countsOf={countsOf} large={large} />
            );
          }}
        </Results>
      )}
    </SearchFrame>
  );
}
