import { ViewTransition, type ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { STILL, useMediaQuery } from "../lib/hooks";

/** The first entry of a document has this key: what is there with the page itself just is there. */
const FIRST = "default";

/**
 * What comes and goes with an address, as a view transition (theme/passing.css) where the browser has
 * them. Not for visitors who want no motion.
 */
export function PageTransition({ as, children }: { as: "page" | "dialog"; children: ReactNode }) {
  const { key } = useLocation();
  const still = useMediaQuery(STILL);
  if (still) return children;
  return (
    <ViewTransition default="none" enter={key === FIRST ? "none" : as} exit={as}>
      {children}
    </ViewTransition>
  );
}
