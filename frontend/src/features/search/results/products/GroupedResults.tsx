import type { FilterData } from "../../../../lib/api/wire";
import { BrandSections } from "./BrandSections";
import { FlatResults } from "./FlatResults";
import { Results } from "../Results";
import type { Answer } from "../../engine/useAnswer";

/**
 * What visitors see: one page of results by brand, 100 products a page (spec §2.4). In an order that
 * they have chosen it is one list: by brand, 249 to 499 would be followed by 249 to 849.
 */
export function GroupedResults(props: { data: FilterData; pageSize: number; answer: Answer }) {
  return (
    <Results {...props}>
      {({ sorted, hits, understanding, countsOf }, large) =>
        sorted ? (
          <FlatResults hits={hits} large={large} />
        ) : (
          <BrandSections
            hits={hits}
            others={understanding?.near ? "Similar products" : "Other products"}
            countsOf={countsOf}
            large={large}
          />
        )
      }
    </Results>
  );
}
