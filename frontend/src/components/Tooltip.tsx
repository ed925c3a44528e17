import { type PointerEvent, type ReactNode, useId, useRef } from "react";
import styles from "./Tooltip.module.css";

interface TooltipProps {
  label: string;
  /** The content of the tip: text, which may hold a link. */
  children: ReactNode;
  icon: ReactNode;
}

/**
 * A small button whose explanation shows below it, on hover and at a press. It is in the top layer,
 * where nothing clips it; the browser closes it on Escape and on a press outside.
 */
export function Tooltip({ label, children, icon }: TooltipProps) {
  const id = useId();
  const tip = useRef<HTMLDivElement>(null);
  const hover = ({ pointerType, type }: PointerEvent) => {
    if (pointerType === "mouse") tip.current?.togglePopover(type === "pointerenter");
  };
  return (
    <span role="presentation" className={styles.anchor} onPointerEnter={hover} onPointerLeave={hover}>
      <button
        type="button"
        className={styles.button}
        aria-label={label}
        popoverTarget={id}
        popoverTargetAction="show"
      >
        {icon}
      </button>
      <div ref={tip} id={id} popover="auto" className={styles.tip}>
        {children}
      </div>
    </span>
  );
}
