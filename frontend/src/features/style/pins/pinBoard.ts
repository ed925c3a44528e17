import { inlinedState } from "../../../lib/api/inlined";
import { forgetOperatorToken } from "../../../lib/api/operator/token";
import { allowWidgetStyles } from "./widgetStyles";

/** Spec §9: the board takes 60 % of the window, a pin one fifth of the board's width. */
const BOARD_SHARE = 0.6;
const PIN_SHARE = 0.2;
const WIDGET_SCRIPT = "https://assets.pinterest.com/js/pinit.js";
/** After this long without a board the widget counts as not coming (ms). */
export const WIDGET_PATIENCE_MS = 8000;

export interface BoardSize {
  width: number;
  height: number;
  pinWidth: number;
}

/** The board's size in px for the inner size of a window. */
export function boardSize(windowWidth: number, windowHeight: number): BoardSize {
  const width = Math.round(windowWidth * BOARD_SHARE);
  const height = Math.round(windowHeight * BOARD_SHARE);
  return { width, height, pinWidth: Math.round(width * PIN_SHARE) };
}

interface PinWidgets {
  build: (root?: HTMLElement) => void;
}

declare global {
  interface Window {
    PinUtils?: PinWidgets;
  }
}

let loading: Promise<PinWidgets> | null = null;

function insertScript(): Promise<PinWidgets> {
  forgetOperatorToken();
  allowWidgetStyles(inlinedState().styleNonce ?? "");
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = WIDGET_SCRIPT;
    script.async = true;
    script.onload = () => {
      if (window.PinUtils) resolve(window.PinUtils);
      else reject(new Error("The pin board widget did not start."));
    };
    script.onerror = () => {
      script.remove();
      reject(new Error("The pin board widget could not be loaded."));
    };
    document.head.append(script);
  });
}

/** Loads the widget script once; a failed load is tried again at the next call. */
export function loadPinWidgets(): Promise<PinWidgets> {
  if (window.PinUtils) return Promise.resolve(window.PinUtils);
  loading ??= insertScript().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}
