import { useState, type SubmitEvent } from "react";
import { setAlert } from "../../lib/api/alerts";
import { ApiError, messageOf } from "../../lib/api/client";
import type { AlertAsked } from "../../lib/api/schema";
import { formatMoney } from "../../lib/catalogue/format";
import { NO_AMOUNT, typedAmount } from "../../lib/catalogue/typedAmount";
import { alertToken, keepAlertToken, useAlertToken } from "../../lib/visitor/alertToken";
import { useSession } from "../../lib/visitor/session";
import { Action } from "../Action";
import { Dialog } from "../dialog/Dialog";
import type { AlertAbout } from "./about";
import dialog from "../dialog/dialog.module.css";
import styles from "./alerts.module.css";

type Kind = AlertAsked["kind"];

interface Values {
  kind: Kind;
  amount: string;
  email: string;
  daily: boolean;
}

const KINDS: readonly (readonly [Kind, string])[] = [
  ["below", "When it costs less than"],
  ["drop", "At any drop of the price"],
  ["stock", "When it is back in stock"],
];
const SHARE = 0.9; // of the price: what is proposed
const GONE = 404;

function firstValues(about: AlertAbout): Values {
  const rest = { email: "", daily: false, amount: "" };
  if ("search" in about) return { ...rest, kind: "search" };
  const { price, soldOut } = about;
  const amount = price === null ? "" : String(Math.max(1, Math.floor(price * SHARE)));
  return { ...rest, kind: soldOut ? "stock" : price === null ? "drop" : "below", amount };
}

interface FieldsProps {
  values: Values;
  onChange: (changed: Partial<Values>) => void;
}

function Kinds({ values, onChange, sign }: FieldsProps & { sign: string }) {
  const wrong = values.kind === "below" && typedAmount(values.amount) === null;
  return (
    <fieldset className={styles.kinds}>
      <legend>Write to me</legend>
      {KINDS.map(([kind, label]) => (
        <label key={kind} className={styles.kind}>
          <input
            type="radio"
            name="kind"
            checked={values.kind === kind}
            onChange={() => onChange({ kind })}
          />
          {label}
        </label>
      ))}
      <div className={styles.amount}>
        <label htmlFor="alert-amount">Amount in {sign}</label>
        <input
          id="alert-amount"
          className={dialog.input}
          inputMode="decimal"
          autoComplete="off"
          value={values.amount}
          aria-invalid={wrong}
          aria-describedby="alert-amount-error"
          onChange={({ target }) => onChange({ amount: target.value, kind: "below" })}
        />
        <p id="alert-amount-error" className={dialog.error} aria-live="polite">
          {wrong && NO_AMOUNT}
        </p>
      </div>
    </fieldset>
  );
}

/** The address, and how often it gets mails: who has opened a mail's link has said both. */
function Whom({ values, onChange }: FieldsProps) {
  const token = useAlertToken();
  if (token !== null) return null;
  return (
    <>
      <div className={dialog.field}>
        <label htmlFor="alert-email">Your e-mail address</label>
        <input
          id="alert-email"
          className={dialog.input}
          type="email"
          autoComplete="email"
          required
          value={values.email}
          onChange={({ target }) => onChange({ email: target.value })}
        />
        <p className={styles.hint}>You confirm it by a mail. It is used for your alerts and nothing else.</p>
      </div>
      <label className={styles.kind}>
        <input
          type="checkbox"
          checked={values.daily}
          onChange={({ target }) => onChange({ daily: target.checked })}
        />
        At most one mail a day
      </label>
    </>
  );
}

/** Sends an alert; what became of it. A token that is no longer known is forgotten. */
function useAlert(about: AlertAbout, values: Values) {
  const { currency, countryCode } = useSession();
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const send = async () => {
    const amount = values.kind === "below" ? typedAmount(values.amount) : null;
    if (busy || (values.kind === "below" && amount === null)) return;
    setBusy(true);
    setError(null);
    const token = alertToken();
    const what =
      "search" in about ? { search: about.search, name: about.name } : { productId: about.productId };
    const whom = token === null ? { email: values.email.trim(), daily: values.daily } : { token };
    const wish = { kind: values.kind, currency, countryCode };
    try {
      const answer = await setAlert({ ...what, ...whom, ...wish, ...(amount !== null && { amount }) });
      setSaid(answer.message);
    } catch (reason) {
      if (token !== null && reason instanceof ApiError && reason.status === GONE) keepAlertToken(null);
      setError(messageOf(reason));
    }
    setBusy(false);
  };
  return { busy, said, error, send };
}

/** The form of an alert by mail: what to wait for, and whom to write to. */
export default function AlertDialog({ about, onClose }: { about: AlertAbout; onClose: () => void }) {
  const [values, setValues] = useState(() => firstValues(about));
  const { currency } = useSession();
  const { busy, said, error, send } = useAlert(about, values);
  const onChange = (changed: Partial<Values>) => setValues((before) => ({ ...before, ...changed }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void send();
  };
  const isSearch = "search" in about;
  const now = !isSearch && about.price !== null ? `, ${formatMoney(about.price, currency)} now` : "";
  return (
    <Dialog title={isSearch ? "New in this search" : "Alert by mail"} width="narrow" onClose={onClose}>
      <p className={dialog.text} dir="auto">
        {about.name}
        {now}
      </p>
      {said === null ? (
        <form onSubmit={submit} noValidate aria-busy={busy}>
          {!isSearch && <Kinds values={values} onChange={onChange} sign={currency} />}
          <Whom values={values} onChange={onChange} />
          {error && (
            <p className={dialog.error} role="alert">
              {error}
            </p>
          )}
          <footer className={dialog.actions}>
            <Action onClick={onClose}>Cancel</Action>
            <Action kind="filled" type="submit" disabled={busy}>
              Set alert
            </Action>
          </footer>
        </form>
      ) : (
        <>
          <p className={dialog.text} role="status">
            {said}
          </p>
          <footer className={dialog.actions}>
            <Action kind="filled" onClick={onClose}>
              Ok
            </Action>
          </footer>
        </>
      )}
    </Dialog>
  );
}
