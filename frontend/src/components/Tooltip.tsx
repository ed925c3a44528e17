import { useEffect, useId, useRef, useState, type ReactNode } from "react";
import styles from "./Tooltip.module.css";

interface TooltipProps {
  label: string;
  /** The content of the tip: text, which may hold a link. */
  children: ReactNode;
  icon: ReactNode;
}

/** Puts the tip under its button, kept inside the window. It is in the top layer: nothing clips it. */
function place(tip: HTMLElement, button: HTMLElement): void {
  const box = button.getBoundingClientRect();
  const left = Math.min(box.left, window.innerWidth - tip.offsetWidth - 8);
  const below = box.bottom;
  const fits = below + tip.offsetHeight <= window.innerHeight;
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${fits ? below : box.top - tip.offsetHeight}px`;
}

/** A small button whose explanation shows on hover and focus, and on a tap. It may hold a link. */
export function Tooltip({ label, children, icon }: TooltipProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open || !tip.current || !button.current) return undefined;
    tip.current.showPopover();
    place(tip.current, button.current);
    // It closes on Escape and when its button leaves the window. A focus by keys scrolls to the
    // button, and reports it afterwards: closing then would hide the hint.
    const close = () => setOpen(false);
    const key = (event: KeyboardEvent) => event.key === "Escape" && close();
    const follow = () => {
      if (!tip.current || !button.current) return;
      const { top, bottom } = button.current.getBoundingClientRect();
      if (bottom < 0 || top > window.innerHeight) close();
      else place(tip.current, button.current);
    };
    window.addEventListener("keydown", key);
    window.addEventListener("scroll", follow, { passive: true });
    return () => {
      window.removeEventListener("keydown", key);
      window.removeEventListener("scroll", follow);
    };
  }, [open]);
  return (
    <span
      role="presentation"
      className={styles.anchor}
      onPointerEnter={(event) => event.pointerType === "mouse" && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === "mouse" && setOpen(false)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={label}
        aria-expanded={open}
        aria-describedby={open ? id : undefined}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && setOpen(true)}
        onClick={() => setOpen(true)}
      >
        {icon}
      </button>
      {open && (
        <div ref={tip} id={id} role="tooltip" popover="manual" className={styles.tip}>
          {children}
        </div>
      )}
    </span>
  );
}
