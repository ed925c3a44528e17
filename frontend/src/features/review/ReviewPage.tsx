import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Action } from "../../components/Action";
import { OperatorGate } from "../../components/operator/OperatorGate";
import { LoadError, Spinner } from "../../components/states/states";
import { useShortcuts } from "../../hooks/useMediaQuery";
import { get } from "../../lib/api/query";
import type { Accuracy, Color, Doubt } from "../../lib/api/schema";
import { countOf } from "../../lib/catalogue/format";
import styles from "./review.module.css";
import { bodyOf } from "../../lib/api/client";
import { load, operatorApi, postAsOperator } from "../../lib/api/operator";
import { showError } from "../../lib/toasts";

interface Done {
  id: number;
  doubt: Doubt;
}

interface Decisions {
  doubt: Doubt | undefined;
  accuracy: readonly Accuracy[];
  isLoading: boolean;
  isSending: boolean;
  error: Error | null;
  decided: number;
  last: Done | undefined;
  onRetry: () => void;
  /** `colorId` null: it cannot be seen. */
  onDecide: (colorId: number | null) => void;
  onUndo: () => void;
}

const QUERY = load("/api/review", { params: { query: { size: 20 } } });

/** The products in doubt, one after the other, and what was decided of those before. */
function useDecisions(): Decisions {
  const { data, error, refetch, isFetching } = useQuery(QUERY);
  const [done, setDone] = useState<readonly Done[]>([]);
  const decided = new Set(done.map(({ doubt: { productId } }) => productId));
  const left = data?.items.filter(({ productId }) => !decided.has(productId)) ?? [];
  const [again, setAgain] = useState<Doubt>();
  const doubt = again ?? left[0];
  const last = done.at(-1);

  const decide = useMutation({
    mutationFn: ({ doubt: { productId }, colorId }: { doubt: Doubt; colorId: number | null }) =>
      bodyOf(operatorApi.POST("/api/review", { body: { productId, colorId } })),
    onSuccess: ({ id }, { doubt: decidedOn }) => {
      setDone((before) => [...before, { id, doubt: decidedOn }]);
      setAgain(undefined);
      if (left.filter((other) => other !== decidedOn).length === 0) void refetch();
    },
    onError: showError,
  });
  const undo = useMutation({
    mutationFn: ({ id }: Done) => postAsOperator("/api/review/undo", { body: { id } }),
    onSuccess: (_, undone) => {
      setDone((before) => before.filter(({ id }) => id !== undone.id));
      setAgain(undone.doubt);
    },
    onError: showError,
  });
  const isSending = decide.isPending || undo.isPending;

  return {
    doubt,
    accuracy: data?.accuracy ?? [],
    isLoading: isFetching && doubt === undefined,
    isSending,
    error,
    decided: done.length,
    last,
    onRetry: () => void refetch(),
    onDecide: (colorId) => {
      if (doubt !== undefined && !isSending) decide.mutate({ doubt, colorId });
    },
    onUndo: () => {
      if (last !== undefined && !isSending) undo.mutate(last);
    },
  };
}

const TITLE = "Colours to decide";
const NONE_KEY = "0";
const UNDO_KEY = "u";
/** Of the colours, in their order; the likeliest ones have digits besides. */
const LETTERS = "abcdefghijklmnopqrst";
const COLORS = get("/api/colors", {});

const percent = (share: number) => `${String(Math.round(share * 100))} %`;

interface ChoiceProps {
  color: Color;
  shortcut: string;
  chance?: number | null;
  onChoose: (id: number) => void;
}

function Choice({ color: { id, name, swatch }, shortcut, chance, onChoose }: ChoiceProps) {
  return (
    <Action className={styles.choice} aria-keyshortcuts={shortcut} onClick={() => onChoose(id)}>
      <kbd className={styles.key} aria-hidden="true">
        {shortcut}
      </kbd>
      <span className={styles.dot} style={{ background: swatch }} />
      {name}
      {chance === null && <span className="muted">by its words</span>}
      {typeof chance === "number" && <span className="muted">{percent(chance)}</span>}
    </Action>
  );
}

interface DoubtProps {
  doubt: Doubt;
  colors: readonly Color[];
  onDecide: (colorId: number | null) => void;
}

function About({ doubt: { brand, name, href, colorIds, confidence, reason, clicks }, colors }: DoubtProps) {
  const shown = colors.filter(({ id }) => colorIds.includes(id)).map((color) => color.name);
  return (
    <>
      <p className="muted type-meta upper">{brand}</p>
      <h2 className="type-section">
        {href === null ? (
          name
        ) : (
          <a href={href} target="_blank" rel="noreferrer">
            {name}
          </a>
        )}
      </h2>
      <p>
        Shown as <strong>{shown.join(" and ") || "no colour"}</strong>, {percent(confidence)} sure ·{" "}
        {countOf(clicks, "click")}
      </p>
      <p className="muted type-meta my-1 breaks">{reason}</p>
    </>
  );
}

function InDoubt(props: DoubtProps) {
  const { doubt, colors, onDecide } = props;
  const likely = doubt.alternatives.flatMap(({ colorId, chance }) => {
    const color = colors.find(({ id }) => id === colorId);
    return color === undefined ? [] : [{ color, chance }];
  });
  return (
    <article className={styles.doubt} aria-label={doubt.name}>
      {doubt.image !== null && <img className={styles.picture} src={doubt.image} alt={doubt.name} />}
      <div className="grid gap-2 shrinks breaks">
        <About {...props} />
        <div role="group" aria-label="Likely colours" className="flex wraps gap-2 mt-2">
          {likely.map(({ color, chance }, index) => (
            <Choice
              key={color.id}
              color={color}
              chance={chance}
              shortcut={String(index + 1)}
              onChoose={onDecide}
            />
          ))}
          <Action className={styles.choice} aria-keyshortcuts={NONE_KEY} onClick={() => onDecide(null)}>
            <kbd className={styles.key} aria-hidden="true">
              {NONE_KEY}
            </kbd>
            Cannot be told
          </Action>
        </div>
        <div role="group" aria-label="All colours" className="flex wraps gap-2 mt-2">
          {colors.map((color, index) => (
            <Choice key={color.id} color={color} shortcut={LETTERS[index] ?? ""} onChoose={onDecide} />
          ))}
        </div>
      </div>
    </article>
  );
}

function AccuracyTable({ rows }: { rows: readonly Accuracy[] }) {
  return (
    <table className={styles.table}>
      <caption>How right the classifiers were, by what was decided</caption>
      <thead>
        <tr>
          {["Week", "Classifier", "Decided", "Right", "Expected"].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ week, classifier, decided, right, expected }) => (
          <tr key={`${week} ${classifier}`}>
            <th scope="row">{week}</th>
            <td>{classifier}</td>
            <td>{decided}</td>
            <td>{percent(right / decided)}</td>
            <td>{percent(expected)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function keysOf({ doubt, colors, onDecide }: Partial<DoubtProps> & Pick<DoubtProps, "colors" | "onDecide">) {
  const actions = new Map<string, () => void>([[NONE_KEY, () => onDecide(null)]]);
  colors.forEach(({ id }, index) => {
    const letter = LETTERS[index];
    if (letter !== undefined) actions.set(letter, () => onDecide(id));
  });
  doubt?.alternatives.forEach(({ colorId }, index) => {
    actions.set(String(index + 1), () => onDecide(colorId));
  });
  return actions;
}

function Review() {
  const { data: colors = [] } = useQuery(COLORS);
  const [hasKeys, setHasKeys] = useState(true);
  const decisions = useDecisions();
  const { doubt, accuracy, isLoading, error, decided, last, onDecide, onUndo, onRetry } = decisions;
  const keys = keysOf({ doubt, colors, onDecide }).set(UNDO_KEY, onUndo);
  useShortcuts((event) => {
    const act = event.repeat ? undefined : keys.get(event.key.toLowerCase());
    if (act === undefined) return;
    event.preventDefault();
    act();
  }, hasKeys);
  return (
    <>
      <header className={styles.head}>
        <h1 className="type-page">{TITLE}</h1>
        <label className={styles.switch}>
          <input type="checkbox" checked={hasKeys} onChange={() => setHasKeys(!hasKeys)} />
          Single keys decide
        </label>
        <Action aria-keyshortcuts={UNDO_KEY} disabled={last === undefined} onClick={onUndo}>
          Undo
        </Action>
      </header>
      <p className="muted type-meta my-1 breaks" role="status">
        {last === undefined
          ? "The least sure come first, those with most clicks before others."
          : `${last.doubt.name} is decided, ${countOf(decided, "product")} so far. U takes it back.`}
      </p>
      <LoadError error={error} onRetry={onRetry} />
      {isLoading && <Spinner />}
      {doubt !== undefined && <InDoubt doubt={doubt} colors={colors} onDecide={onDecide} />}
      {doubt === undefined && !isLoading && error === null && <p>Nothing is in doubt.</p>}
      {accuracy.length > 0 && <AccuracyTable rows={accuracy} />}
    </>
  );
}

/** Where operators decide the colours that the classifiers are least sure of, one key each. */
export default function ReviewPage() {
  return (
    <section className="page-width pt-5 pb-7 type-control">
      <OperatorGate title={TITLE}>
        <Review />
      </OperatorGate>
    </section>
  );
}
