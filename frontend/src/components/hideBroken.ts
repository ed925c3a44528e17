import type { SyntheticEvent } from "react";

/** A picture that cannot be loaded leaves its place empty (spec §8): no browser's sign of a broken one. */
export function hideBroken({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  currentTarget.hidden = true;
}
