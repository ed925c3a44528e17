import { useEffect, useRef, useState } from "react";
import { boardSize, loadPinWidgets, WIDGET_PATIENCE_MS, type BoardSize } from "./pinBoard";
import styles from "../style.module.css";

type BoardState = "loading" | "shown" | "failed";

interface PinBoardProps {
  brandName: string;
  boardUrl: string;
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
