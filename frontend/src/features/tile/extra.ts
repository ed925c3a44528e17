import { createContext, type ReactNode } from "react";
import type { Hit } from "../../lib/wire";

/** What stands below each tile's text: nothing for visitors, the editing panel in development mode. */
export const TileExtraContext = createContext<((hit: Hit) => ReactNode) | null>(null);
