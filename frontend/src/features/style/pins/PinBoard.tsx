import { useEffect, useRef, useState } from "react";
import { inlinedState } from "../../../lib/api/inlined";
import { forgetOperatorToken } from "../../../lib/api/client";
import styles from "../style.module.css";

type BoardState = "loading" | "shown" | "failed";

interface PinBoardProps {
  brandName: string;
  boardUrl: string;
}

/** Spec §9: the board takes 60 % of the window, a pin one fifth of the board's width. */
const BOARD_SHARE = 0.6;
const PIN_SHARE = 0.2;
const WIDGET_SCRIPT = "https://assets.pinterest.com/js/pinit.js";
/** After this long without a board the widget counts as not coming (ms). */
const WIDGET_PATIENCE_MS = 8000;

interface BoardSize {
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

type Create = (this: Document, name: string, options?: ElementCreationOptions) => HTMLElement;
type Assign = (this: Element, name: string, value: string) => void;

/**
 * The page allows no inline styles (its content security policy), and the pin widget writes them.
 * Its style sheet gets the page's nonce; a style attribute is set as the property that it is.
 */
function allowWidgetStyles(nonce: string): void {
  const nodes = Document.prototype as { createElement: Create };
  const create = nodes.createElement;
  nodes.createElement = function (name, options) {
    const element = create.call(this, name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
  const elements = Element.prototype as { setAttribute: Assign };
  const assign = elements.setAttribute;
  elements.setAttribute = function (name, value) {
    if (name === "style" && this instanceof HTMLElement) this.style.cssText = value;
    else assign.call(this, name, value);
  };
}

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
function loadPinWidgets(): Promise<PinWidgets> {
  if (window.PinUtils) return Promise.resolve(window.PinUtils);
  loading ??= insertScript().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

/** The anchor that the widget script replaces with a board. */
function boardAnchor(boardUrl: string, size: BoardSize): HTMLAnchorElement {
  const anchor = document.createElement("a");
  anchor.href = boardUrl;
  anchor.dataset.pinDo = "embedBoard";
  anchor.dataset.pinBoardWidth = String(size.width);
  anchor.dataset.pinScaleHeight = String(size.height);
  anchor.dataset.pinScaleWidth = String(size.pinWidth);
  return anchor;
}

/** Builds the board in `host` and reports its state; returns the function that stops it. */
function buildBoard(host: HTMLElement, boardUrl: string, onState: (state: BoardState) => void): () => void {
  let stopped = false;
  const settle = (state: BoardState) => {
    if (!stopped) onState(state);
  };
  host.replaceChildren(boardAnchor(boardUrl, boardSize(window.innerWidth, window.innerHeight)));
  const isBuilt = () => host.querySelector("[data-pin-internal], iframe, span[class]") !== null;
  const observer = new MutationObserver(() => isBuilt() && settle("shown"));
  observer.observe(host, { childList: true, subtree: true });
  const timer = window.setTimeout(() => settle(isBuilt() ? "shown" : "failed"), WIDGET_PATIENCE_MS);
  loadPinWidgets().then(
    (widgets) => !stopped && widgets.build(host),
    () => settle("failed"),
  );
  return () => {
    stopped = true;
    window.clearTimeout(timer);
    observer.disconnect();
  };
}

/** A brand's pins (spec §2.6). Where the widget cannot be loaded a link leads to the board. */
export function PinBoard({ brandName, boardUrl }: PinBoardProps) {
  const host = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<BoardState>("loading");
  useEffect(() => {
    const target = host.current;
    return target ? buildBoard(target, boardUrl, setState) : undefined;
  }, [boardUrl]);
  return (
    <div className={styles.board} data-state={state} aria-busy={state === "loading"}>
      {/* React owns nothing inside: the widget replaces what it finds. */}
      <div ref={host} hidden={state !== "shown"} />
      {state === "loading" && <p className={styles.calm}>Fetching the pins of {brandName}…</p>}
      {state === "failed" && (
        <p className={styles.calm} role="status">
          The pin board could not be shown here.{" "}
          <a href={boardUrl} target="_blank" rel="noopener noreferrer">
            See the board of {brandName}
          </a>
        </p>
      )}
    </div>
  );
}
