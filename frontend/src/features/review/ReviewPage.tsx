import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../components/Button";
import { OperatorGate } from "../../components/operator/OperatorGate";
import { LoadError, Spinner } from "../../components/states/states";
import { useShortcuts } from "../../lib/hooks";
import { bodyOf } from "../../lib/api/client";
import { load, operatorApi, postAsOperator } from "../../lib/api/operator";
import { get } from "../../lib/api/query";
import type { Accuracy, Color, Doubt } from "../../lib/api/schema";
import { countOf } from "../../lib/catalogue/format";
import { showError } from "../../lib/toasts";
import styles from "./review.module.css";

interface Done {
  id: number;
  doubt: Doubt;
}

const QUERY = load("/api/review", { params: { query: { size: 20 } } });

/** The products in doubt, one after the other, and what was decided of those before. */
function useDecisions() {
  const query = useQuery(QUERY);
  const [done, setDone] = useState<readonly Done[]>([]);
  const [again, setAgain] = useState<Doubt>();
  const isDone = ({ productId }: Doubt) => done.some(({ doubt }) => doubt.productId === productId);
  const left = query.data?.items.filter((doubt) => !isDone(doubt)) ?? [];
  const doubt = again ?? left[0];
  const decide = useMutation({
    mutationFn: ({ doubt: { productId }, colorId }: { doubt: Doubt; colorId: number | null }) =>
      bodyOf(operatorApi.POST("/api/review", { body: { productId, colorId } })),
    onSuccess: ({ id }, { doubt: decidedOn }) => {
      setDone((before) => [...before, { id, doubt: decidedOn }]);
      setAgain(undefined);
      if (left.filter((other) => other !== decidedOn).length === 0) void query.refetch();
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
  const last = done.at(-1);
  return {
    query,
    doubt,
    decided: done.length,
    last,
    /** `colorId` null: it cannot be seen. */
    onDecide: (colorId: number | null) => doubt && !isSending && decide.mutate({ doubt, colorId }),
    onUndo: () => last && !isSending && undo.mutate(last),
  };
}

const TITLE = "Colours to decide";
const NONE_KEY = "0";
const UNDO_KEY = "u";
/** Of the colours, in their order; the likeliest ones have digits besides. */
const LETTERS = "abcdefghijklmnopqrst";
const COLORS = get("/api/colors", {});

const percent = (share: number) => `${String(Math.round(share * 100))} %`;

/** A decision and its key. */
interface Choice {
  shortcut: string;
  /** null: it cannot be seen. */
  color: Color | null;
  /** null: by its words. */
  chance?: number | null;
}

/** The likely colours with digits, none with 0; and all colours with letters. */
function choicesOf(doubt: Doubt | undefined, colors: readonly Color[]) {
  const likely = (doubt?.alternatives ?? []).map(({ colorId, chance }, index): Choice => {
    return { shortcut: String(index + 1), color: colors.find(({ id }) => id === colorId) ?? null, chance };
  });
  return {
    likely: [...likely.filter(({ color }) => color), { shortcut: NONE_KEY, color: null }],
    all: colors.map((color, index): Choice => ({ shortcut: LETTERS[index] ?? "", color })),
  };
}

interface ChoicesProps {
  label: string;
  choices: readonly Choice[];
  onDecide: (colorId: number | null) => void;
}

function Choices({ label, choices, onDecide }: ChoicesProps) {
  return (
    <div role="group" aria-label={label} className="wrap gap-2 mt-2">
      {choices.map(({ shortcut, color, chance }) => (
        <Button
          key={color?.id ?? shortcut}
          className="inline-row gap-2"
          aria-keyshortcuts={shortcut}
          onClick={() => onDecide(color?.id ?? null)}
        >
          <kbd className={styles.key} aria-hidden="true">
            {shortcut}
          </kbd>
          {color && <span className="dot" style={{ background: color.swatch }} />}
          {color?.name ?? "Cannot be told"}
          {chance === null && <span className="muted">by its words</span>}
          {typeof chance === "number" && <span className="muted">{percent(chance)}</span>}
        </Button>
      ))}
    </div>
  );
}

function About({ doubt, colors }: { doubt: Doubt; colors: readonly Color[] }) {
  const { brand, name, href, colorIds, confidence, reason, clicks } = doubt;
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
      <p className="muted type-meta py-1 breaks">{reason}</p>
    </>
  );
}

const HEADS = ["Week", "Classifier", "Decided", "Right", "Expected"];

function AccuracyTable({ rows }: { rows: readonly Accuracy[] }) {
  return (
    <table className={styles.table}>
      <caption>How right the classifiers were, by what was decided</caption>
      <thead>
        <tr>
          {HEADS.map((name) => (
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

function Review() {
  const { data: colors = [] } = useQuery(COLORS);
  const [hasKeys, setHasKeys] = useState(true);
  const { query, doubt, decided, last, onDecide, onUndo } = useDecisions();
  const { data, error, isFetching, refetch } = query;
  const isLoading = isFetching && doubt === undefined;
  const { likely, all } = choicesOf(doubt, colors);
  useShortcuts((event) => {
    const key = event.repeat ? "" : event.key.toLowerCase();
    const choice = [...likely, ...all].find(({ shortcut }) => shortcut !== "" && shortcut === key);
    if (!choice && key !== UNDO_KEY) return;
    event.preventDefault();
    if (choice) onDecide(choice.color?.id ?? null);
    else onUndo();
  }, hasKeys);
  return (
    <>
      <header className={styles.head}>
        <h1 className="type-page">{TITLE}</h1>
        <label className="row gap-2 pressable">
          <input type="checkbox" checked={hasKeys} onChange={() => setHasKeys(!hasKeys)} />
          Single keys decide
        </label>
        <Button aria-keyshortcuts={UNDO_KEY} disabled={last === undefined} onClick={onUndo}>
          Undo
        </Button>
      </header>
      <p className="muted type-meta py-1 breaks" role="status">
        {last === undefined
          ? "The least sure come first, those with most clicks before others."
          : `${last.doubt.name} is decided, ${countOf(decided, "product")} so far. U takes it back.`}
      </p>
      <LoadError error={error} onRetry={() => void refetch()} />
      {isLoading && <Spinner />}
      {doubt && (
        <article className={styles.doubt} aria-label={doubt.name}>
          {doubt.image !== null && <img className={styles.picture} src={doubt.image} alt={doubt.name} />}
          <div className="grid gap-2 shrinks breaks">
            <About doubt={doubt} colors={colors} />
            <Choices label="Likely colours" choices={likely} onDecide={onDecide} />
            <Choices label="All colours" choices={all} onDecide={onDecide} />
          </div>
        </article>
      )}
      {!doubt && !isLoading && error === null && <p>Nothing is in doubt.</p>}
      {data && data.accuracy.length > 0 && <AccuracyTable rows={data.accuracy} />}
    </>
  );
}

/** Where operators decide the colours that the classifiers are least sure of, one key each. */
export default function ReviewPage() {
  return (
    <OperatorGate title={TITLE}>
      <Review />
    </OperatorGate>
  );
}
