import { useEffect, useState, type SubmitEvent } from "react";
import { Link, useNavigate } from "react-router-dom";
import { Button } from "../../components/Button";
import { LoadError } from "../../components/states/LoadError";
import { keepData, useData } from "../../hooks/useData";
import {
  changeAlert,
  confirmAlerts,
  fetchAlerts,
  removeAlert,
  type OwnAlert,
  type OwnAlerts,
} from "../../lib/api/alerts";
import { ApiError } from "../../lib/api/client";
import { countOf, formatMoney } from "../../lib/catalogue/format";
import { NO_AMOUNT, typedAmount } from "../../lib/catalogue/typedAmount";
import { showError, showToast } from "../../lib/toasts";
import { keepAlertToken } from "../../lib/visitor/alertToken";
import { isCurrency } from "../../lib/visitor/session";
import styles from "./saved.module.css";

const GONE = 404;
const WAITS = { drop: "Any drop of the price", stock: "Back in stock", search: "New in this search" };

function money({ amount, currency }: OwnAlert): string {
  return amount !== null && isCurrency(currency) ? formatMoney(amount, currency) : "";
}

function stateOf({ kind, confirmed, met }: OwnAlert): string {
  if (!confirmed) return "waits for your confirmation";
  if (kind === "below" && met) return "below it now";
  return kind === "stock" && met ? "in stock now" : "";
}

interface RowProps {
  alert: OwnAlert;
  act: (call: Promise<OwnAlerts>) => Promise<void>;
  token: string;
}

function Amount({ alert, act, token }: RowProps) {
  const [amount, setAmount] = useState(String(alert.amount));
  const value = typedAmount(amount);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (value === null) showError(new Error(NO_AMOUNT));
    else if (value !== alert.amount) void act(changeAlert({ token, id: alert.id, amount: value }));
  };
  return (
    <form className={styles.amount} onSubmit={submit} noValidate>
      <label>
        <span className="visually-hidden">{alert.name}: </span>
        below {alert.currency}{" "}
        <input
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          aria-invalid={value === null}
          onChange={({ target }) => setAmount(target.value)}
        />
      </label>
      <Button kind="quiet" type="submit">
        Change<span className="visually-hidden"> {alert.name}</span>
      </Button>
    </form>
  );
}

function Row({ alert, act, token }: RowProps) {
  const state = stateOf(alert);
  return (
    <li className={styles.search} data-part="alert">
      <Link to={alert.path} dir="auto">
        {alert.name}
      </Link>
      {alert.kind === "below" ? (
        <Amount key={money(alert)} alert={alert} act={act} token={token} />
      ) : (
        <span>{WAITS[alert.kind]}</span>
      )}
      {state && <span className="muted">{state}</span>}
      <Button kind="quiet" onClick={() => void act(removeAlert(token, alert.id))}>
        Delete<span className="visually-hidden"> {alert.name}</span>
      </Button>
    </li>
  );
}

interface ListProps {
  own: OwnAlerts;
  act: RowProps["act"];
  token: string;
}

function List({ own: { email, daily, refused, alerts }, act, token }: ListProps) {
  const navigate = useNavigate();
  const forget = () => {
    keepAlertToken(null);
    void navigate("/favourites", { replace: true }); // without the link's token
  };
  const waiting = alerts.filter(({ confirmed }) => !confirmed).length;
  return (
    <>
      <p className={styles.note}>
        {countOf(alerts.length, "alert")} for {email}
      </p>
      {refused && (
        <p className={styles.note} role="status">
          The mail server of this address has refused our mails. It gets no more for now.
        </p>
      )}
      {waiting > 0 && (
        <p className={styles.buttons}>
          <Button kind="primary" onClick={() => void act(confirmAlerts(token))}>
            Yes, send me {waiting === alerts.length ? "these" : `the ${waiting} that wait`}
          </Button>
          <span className="muted">Nothing is sent before you confirm it.</span>
        </p>
      )}
      <ul role="list">
        {alerts.map((alert) => (
          <Row key={alert.id} alert={alert} act={act} token={token} />
        ))}
      </ul>
      <label className={styles.daily}>
        <input
          type="checkbox"
          checked={daily}
          onChange={({ target }) => void act(changeAlert({ token, daily: target.checked }))}
        />
        At most one mail a day, in the morning
      </label>
      <div className={styles.buttons}>
        <Button onClick={() => void act(removeAlert(token))}>Delete all alerts</Button>
        <Button kind="quiet" onClick={forget}>
          Forget them in this browser
        </Button>
      </div>
    </>
  );
}

/** The alerts of an address, by the token of its mails: seen, confirmed, changed, deleted. */
export default function Alerts({ token, level }: { token: string; level: "page" | "section" }) {
  const queryKey = ["alerts", token];
  const {
    data: own,
    error,
    loading,
    reload,
  } = useData({
    queryKey,
    queryFn: ({ signal }) => fetchAlerts(token, signal),
  });
  const act = async (call: Promise<OwnAlerts>) => {
    try {
      const now = await call;
      keepData(queryKey, now);
      if (now.alerts.length > 0) return;
      keepAlertToken(null);
      showToast("Your alerts and your address are deleted", "success");
    } catch (reason) {
      showError(reason);
    }
  };
  const unknown = error instanceof ApiError && error.status === GONE;
  useEffect(() => {
    if (unknown) keepAlertToken(null);
  }, [unknown]);
  const Heading = level === "page" ? "h1" : "h2";
  return (
    <section className={styles.searches} aria-labelledby="own-alerts" aria-busy={loading} data-part="alerts">
      <Heading id="own-alerts" className={level === "page" ? styles.title : styles.subtitle}>
        Your alerts
      </Heading>
      {unknown ? (
        <p>There are no alerts of this link any more.</p>
      ) : (
        <LoadError error={error} onRetry={reload} />
      )}
      {own && own.alerts.length > 0 && <List own={own} act={act} token={token} />}
      {own?.alerts.length === 0 && <p>There are none.</p>}
    </section>
  );
}
