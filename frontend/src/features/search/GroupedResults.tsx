import type { FilterData } from "../../lib/wire";
import { BrandSections } from "./BrandSections";
import { Results } from "./Results";

/** What visitors see: one page of results by brand, 100 products a page (spec §2.4). */
export function GroupedResults({ data, pageSize }: { data: FilterData; pageSize: number }) {
  return (
    <Results data={data} pageSize={pageSize}>
      {(answer, large) => <BrandSections hits={answer.hits} countsOf={answer.countsOf} large={large} />}
    </Results>
  );
}
