import { Rail } from "./Rail";
import { useLanding } from "./useLanding";

/** The first rail that has products, for screens that have none of their own. */
export function OneRail() {
  const { data } = useLanding();
  const carousel = data?.carousels.find(({ hits }) => hits.length > 0);
  return carousel ? <Rail carousel={carousel} first={false} /> : null;
}
