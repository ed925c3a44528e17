import { Rail } from "./Rail";
import { useLanding } from "../../hooks/useLanding";

interface OneRailProps {
  /** A category: its world's rail, where that has products. */
  near: string | undefined;
}

/** One rail that has products, for screens that have none of their own. */
export function OneRail({ near }: OneRailProps) {
  const { data } = useLanding();
  const full = data?.carousels.filter(({ hits }) => hits.length > 0) ?? [];
  const world = near?.split("/")[0];
  const carousel = full.find(({ category }) => category === world) ?? full[0];
  return carousel ? <Rail carousel={carousel} first={false} /> : null;
}
