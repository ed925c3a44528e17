import { useEffect, useId } from "react";
import { Button } from "../../../components/Button";
import { Icon } from "../../../components/icons/Icon";
import { InlineForm } from "../../../components/operator/InlineForm";
import type { DecisionChoice, DecisionInput, Decisions } from "../../../lib/api/schema";
import { countOf } from "../../../lib/catalogue/format";
import { startSuggestion, type Suggestion, type SuggestionRequest, todayWords, useJob } from "../trial/trial";
import styles from "./decide.module.css";
import { Away, Lines } from "../Table";

export type Kind = DecisionChoice["kind"];

/** What a decision needs beside its kind. */
export type Inputs = Pick<DecisionInput, "reason" | "website" | "until" | "seconds" | "brand">;

interface ChoiceProps {
  choice: DecisionChoice;
  brand: Decisions["brand"];
  isRecommended: boolean;
  isOpen: boolean;
  /** An operator opened it: its first field takes the focus. */
  byHand: boolean;
  isBusy: boolean;
  onOpen: () => void;
  onDecide: (inputs: Inputs) => void;
  onUndo: () => void;
}

/** The decision that the evidence supports; undefined where it supports none. */
export function recommendedOf({ choices, cause, comparison, run }: Decisions): Kind | undefined {
  const supports: Partial<Record<Kind, (choice: DecisionChoice) => boolean>> = {
    moved: ({ proposed }) => Boolean(proposed.website) || cause === "shop moved",
    // Most lack a field that they had: the store's pages were rebuilt.
    suggest: () => comparison?.byField.some(({ lost }) => lost > (run?.foundCount ?? 0) / 2) ?? false,
    reject: () => comparison?.byField.some(({ misread }) => misread) ?? false,
    same: () => true,
    time: () => true,
    again: () => true, // offered only where pages were not read
  };
  const kinds = Object.keys(supports) as Kind[];
  return kinds.find((kind) =>
    choices.some((choice) => choice.kind === kind && choice.refusal === "" && supports[kind]?.(choice)),
  );
}

/** What becomes of the shop window, in figures. */
export function figures(choice: DecisionChoice): string[] {
  const { appear, vanish, reprice, change, alerts } = choice;
  return [
    vanish > 0 && `${vanish} vanish`,
    appear > 0 && `${appear} appear`,
    reprice > 0 && `${reprice} change price`,
    change > reprice && `${change - reprice} change otherwise`,
    alerts > 0 && `${countOf(alerts, "alert")} mailed`,
  ].filter((line) => line !== false);
}

/** A time as `datetime-local` has it, in the operator's own zone. */
function localTime(iso: string): string {
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const FIELDS = {
  reason: { label: "Why is it wrong?", type: "text" },
  website: { label: "Where the shop is now", type: "url" },
  until: { label: "Until", type: "datetime-local" },
  seconds: { label: "Seconds for one page", type: "number" },
} as const;

type Needed = keyof typeof FIELDS;

function isNeeded(needs: string): needs is Needed {
  return needs in FIELDS;
}

/** What is typed as the server takes it. */
function inputsOf(needs: string, value: string): Inputs {
  if (needs === "until") return value ? { until: new Date(value).toISOString() } : {};
  if (needs === "seconds") return { seconds: Number(value) };
  return isNeeded(needs) ? { [needs]: value } : {};
}

type FormProps = Pick<ChoiceProps, "choice" | "byHand" | "isBusy" | "onDecide">;

function Form({ choice: { needs, label, proposed }, byHand, isBusy, onDecide }: FormProps) {
  const known = proposed[needs];
  const value = typeof known === "string" || typeof known === "number" ? String(known) : "";
  return (
    <InlineForm
      fields={
        isNeeded(needs)
          ? [
              {
                ...FIELDS[needs],
                name: needs,
                required: true,
                defaultValue: needs === "until" && value ? localTime(value) : value,
              },
            ]
          : []
      }
      focused={byHand}
      submit={isBusy ? "Doing it…" : label}
      onSubmit={(typed) => onDecide(inputsOf(needs, typed[needs] ?? ""))}
    >
      {needs === "website" && value && <Away href={value}>Look at the proposed address first</Away>}
    </InlineForm>
  );
}

interface SuggestingProps extends Omit<FormProps, "choice"> {
  brand: NonNullable<Decisions["brand"]>;
}

/** Looks at the store anew once it is opened by hand, and shows what becomes of today's products. */
function Suggesting({ brand: { id, website }, byHand, isBusy, onDecide }: SuggestingProps) {
  const { start, state, result, error } = useJob<SuggestionRequest, Suggestion>(startSuggestion);
  useEffect(() => {
    if (byHand && state === "idle") start({ url: website, brandId: id });
  }, [byHand, state, website, id, start]);
  return (
    <div className="grid gap-2 justify-items-start" role="status">
      {state === "pending" && <p>Reading the store…</p>}
      {error && <p className="failed">{error}</p>}
      {result && (
        <>
          {todayWords(result.today).map((line) => (
            <p key={line}>{line}</p>
          ))}
          <Lines of={result.evidence ?? []} className="grid gap-1 breaks bulleted" />
          <Button
            kind="primary"
            disabled={isBusy || Object.keys(result.brand).length === 0}
            onClick={() => onDecide({ brand: result.brand })}
          >
            Save it and read the store again
          </Button>
        </>
      )}
      {state !== "pending" && (
        <Button onClick={() => start({ url: website, brandId: id })}>
          {result ? "Look again" : "Look at the store"}
        </Button>
      )}
    </div>
  );
}

/** A decision: its figures, and once it is open what it would do, with its fields. */
export function Choice({ choice, brand, isRecommended, isOpen, onOpen, onUndo, ...form }: ChoiceProps) {
  const id = useId();
  const effect = figures(choice);
  const { kind, lines, refusal, undoable, label } = choice;
  return (
    <li className={styles.choice} data-decision={kind} data-recommended={isRecommended || undefined}>
      {refusal ? (
        <p className="py-3 muted">
          <strong>{label}</strong> {refusal}
        </p>
      ) : (
        <button
          type="button"
          className={styles.open}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onOpen}
        >
          <strong>
            {label} <kbd aria-hidden="true">{choice.key}</kbd>
            {isRecommended && <span className={styles.badge}>Recommended</span>}
          </strong>
          {effect.length > 0 && <span className="figures muted type-control">{effect.join(" · ")}</span>}
          <Icon name="down" size={16} />
        </button>
      )}
      {isOpen && (
        <div id={id} className={styles.body}>
          <Lines of={lines} className="grid gap-1 breaks bulleted" />
          {kind === "suggest" && brand ? (
            <Suggesting brand={brand} {...form} />
          ) : (
            <Form choice={choice} {...form} />
          )}
        </div>
      )}
      {undoable && (
        <Button className={styles.undo} disabled={form.isBusy} onClick={onUndo}>
          Undo “{label}”
        </Button>
      )}
    </li>
  );
}
