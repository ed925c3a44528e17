/** What a preview of one page and a suggested configuration answer. */

export interface MatchedNode {
  /** In px of the screenshot. */
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TrialItem {
  name: string | null;
  brand?: string | null;
  price: number | string | null;
  ordinaryPrice?: number | string | null;
  currency: string | null;
  soldOut: boolean;
  href: string | null;
  images: string[];
  /** False where a run would open its detail page and the preview, which opens few, did not. */
  detailOpened?: boolean;
}

export interface Trial {
  /** A data: address of the page's picture, or null when none could be taken. */
  screenshot: string | null;
  width: number;
  height: number;
  nodes: MatchedNode[];
  items: TrialItem[];
  /** Why the page in the picture could not be read, or null. */
  problem?: string | null;
  rejected?: { reason: string }[];
  log?: string[];
}

export interface Suggestion {
  /** The fields that could be told from the page, `pages` included. */
  brand: Record<string, unknown>;
  /** What each choice rests on, in words. */
  evidence?: string[];
}
