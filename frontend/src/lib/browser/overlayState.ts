/** The history entry that a full-screen panel adds, so that the browser's back closes it. */
export const OVERLAY_STATE = { overlay: "panel" } as const;

export function isOverlayState(state: unknown): boolean {
  return typeof state === "object" && state !== null && "overlay" in state;
}
