import { createContext, type ReactNode } from "react";
import type { Hit } from "../../lib/api/wire";

/** Whether a heading above the tiles says already that all of them are made in South Africa. */
export const AllMadeHereContext = createContext(false);

/** What stands below each tile's text: nothing for visitors, the editing panel in development mode. */
export const TileExtraContext = createContext<((hit: Hit) => ReactNode) | null>(null);
