import { useEffect, useRef } from "react";
import { Action } from "../../../components/Action";
import type { Decisions } from "../../../lib/api/schema";
import type { Inputs } from "../api/decisions";
import { startSuggestion } from "../api/jobs";
import { isSuggestion, todayWords } from "../trial/trial";
import { useJob } from "../trial/useJob";
import styles from "./decide.module.css";

interface SuggestingProps {
  brand: NonNullable<Decisions["brand"]>;
  byHand: boolean;
  isBusy: boolean;
  onDecide: (inputs: Inputs) => void;
}

/** Looks at the store anew once it is opened by hand, and shows what becomes of today's products. */
export function Suggesting({ brand, byHand, isBusy, onDecide }: SuggestingProps) {
  const { start, state, result, error } = useJob({ start: startSuggestion, isResult: isSuggestion });
  const begun = useRef(false);
  const look = () => start({ url: brand.website, brandId: brand.id });
  useEffect(() => {
    if (!byHand || begun.current) return;
    begun.current = true;
    start({ url: brand.website, brandId: brand.id });
  }, [byHand, brand, start]);
  return (
    <div className={styles.form} role="status">
      {state === "pending" && <p>Reading the store…</p>}
      {error && <p className={styles.failed}>{error}</p>}
      {result && (
        <>
          {todayWords(result.today ?? null).map((line) => (
            <p key={line}>{line}</p>
          ))}
          <ul className={styles.lines}>
            {result.evidence?.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <Action
            kind="filled"
            disabled={isBusy || Object.keys(result.brand).length === 0}
            onClick={() => onDecide({ brand: result.brand })}
          >
            Save it and read the store again
          </Action>
        </>
      )}
      {state !== "pending" && <Action onClick={look}>{result ? "Look again" : "Look at the store"}</Action>}
    </div>
  );
}
