import { createContext, type ReactNode } from "react";
import type { Hit } from "../../lib/api/wire";

/** Whether the heading above the tiles has the flag that all of them would carry. */
export const AllMadeHereContext = createContext(false);

/** Content below each tile's text: none for visitors, the editing panel in development mode. */
export const TileExtraContext = createContext<((hit: Hit) => ReactNode) | null>(null);
