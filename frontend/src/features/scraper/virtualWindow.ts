/** Spec §9: the log's viewport is 500 px tall with 50 px a line. */
export const LINE_PX = 50;
export const VIEWPORT_PX = 500;
const OVERSCAN_LINES = 4;

export interface LineWindow {
  first: number;
  /** One past the last line drawn. */
  end: number;
}

/** Which lines to draw for a scroll offset in px. */
export function lineWindow(scrollTop: number, lineCount: number): LineWindow {
  const top = Math.floor(Math.max(0, scrollTop) / LINE_PX);
  const visible = Math.ceil(VIEWPORT_PX / LINE_PX);
  const first = Math.max(0, Math.min(top - OVERSCAN_LINES, lineCount - visible));
  return { first, end: Math.min(lineCount, top + visible + OVERSCAN_LINES) };
}
