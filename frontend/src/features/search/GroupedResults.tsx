import type { FilterData } from "../../lib/wire";
import { BrandSections } from "./BrandSections";
import { Results } from "./Results";
import type { Answer } from "./useAnswer";

/** What visitors see: one page of results by brand, 100 products a page (spec §2.4). */
export function GroupedResults(props: { data: FilterData; pageSize: number; answer: Answer }) {
  return (
    <Results {...props}>
      {(answer, large) => <BrandSections hits={answer.hits} countsOf={answer.countsOf} large={large} />}
    </Results>
  );
}
