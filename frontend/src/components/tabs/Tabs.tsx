import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import styles from "./tabs.module.css";

export interface Tab<Id extends string> {
  id: Id;
  label: string;
}

interface TabsProps<Id extends string> {
  label: string;
  tabs: readonly Tab<Id>[];
  current: Id;
  onChange: (id: Id) => void;
  /** Stands at the end of the row of tabs. */
  extra?: ReactNode;
  children: ReactNode;
}

const STEPS: Partial<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Tabs by the ARIA pattern: one is in the tab order, arrows move between them. */
export function Tabs<Id extends string>({ label, tabs, current, onChange, extra, children }: TabsProps<Id>) {
  const base = useId();
  const row = useRef<HTMLDivElement>(null);
  // A phone's row is longer than its screen: an address may name a tab that is out of sight.
  useEffect(() => {
    const chosen = document.getElementById(`${base}-${current}`);
    if (!row.current || !chosen) return;
    const [within, own] = [row.current.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (own.right > within.right || own.left < within.left) row.current.scrollLeft += own.left - within.left;
  }, [base, current]);
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    const index = tabs.findIndex((tab) => tab.id === current);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (!next) return;
    onChange(next.id);
    document.getElementById(`${base}-${next.id}`)?.focus();
  };
  return (
    <>
      <div className="row between mt-5 mb-4 line-below">
        <div ref={row} className={styles.tabs} role="tablist" aria-label={label}>
          {tabs.map((tab) => (
            <button
              key={tab.id}
              id={`${base}-${tab.id}`}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={tab.id === current}
              aria-controls={`${base}-panel`}
              tabIndex={tab.id === current ? 0 : -1}
              // Going to the address one is on would load the page again, and take the focus away.
              onClick={() => tab.id !== current && onChange(tab.id)}
              onKeyDown={onKeyDown}
            >
              {tab.label}
            </button>
          ))}
        </div>
        {extra}
      </div>
      <div id={`${base}-panel`} role="tabpanel" aria-labelledby={`${base}-${current}`}>
        {children}
      </div>
    </>
  );
}
