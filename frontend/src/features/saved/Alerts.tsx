import { type SubmitEvent, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { Button } from "../../components/Button";
import { StorePrice } from "../../components/price/Price";
import { Select } from "../../components/Select";
import { LoadError } from "../../components/states/states";
import { keepData, useData } from "../../lib/api/query";
import { api, ApiError, bodyOf } from "../../lib/api/client";
import type { AlertChange, OwnAlert, OwnAlerts } from "../../lib/api/schema";
import { type Digest, DIGESTS, waitsFor } from "../../components/alerts/values";
import type { Hit } from "../../lib/api/wire";
import { countOf, formatMoney, formatPrice } from "../../lib/catalogue/format";
import { productIdOf } from "../../lib/catalogue/addresses";
import { dayOf } from "../../lib/time";
import { showError, showToast } from "../../lib/toasts";
import { alertToken } from "../../lib/visitor/kept";
import { useSession } from "../../lib/visitor/session";
import { Row } from "./parts";
import { useTiles } from "../../components/KeptRails";
import styles from "./saved.module.css";
import { NO_AMOUNT, typedAmount } from "../../lib/search/price";

/** Changes one alert or all, and shows what that was answered with. */
type Act = (what: "confirm" | "change" | "remove", change?: Omit<AlertChange, "token">) => void;

interface AmountProps {
  alert: OwnAlert;
  act: Act;
}

/** The amount as one types it: 1299.50, and not 1299.5. */
function typed({ amount }: OwnAlert): string {
  return amount === null ? "" : amount.toFixed(amount % 1 === 0 ? 0 : 2);
}

/** The amount that a price is to be below, which can be changed. */
function Amount({ alert, act }: AmountProps) {
  const [amount, setAmount] = useState(() => typed(alert));
  const value = typedAmount(amount);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (value === null) showError(new Error(NO_AMOUNT));
    else if (value !== alert.amount) act("change", { id: alert.id, amount: value });
  };
  return (
    <form className="row wrap gap-1" onSubmit={submit} noValidate>
      <label>
        <span className="visually-hidden">{alert.name}: </span>
        {alert.kind === "under" && "anything "}
        {alert.size !== null && `size ${alert.size} `}
        below {formatMoney(0, alert.currency).replace(/\s?0/, "")}{" "}
        <input
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          aria-invalid={value === null}
          onChange={({ target }) => setAmount(target.value)}
        />
      </label>
      <Button kind="quiet" type="submit" of={alert.name}>
        Change
      </Button>
    </form>
  );
}

const GONE = 404;

const SNOOZE_DAYS = 30;

function stateOf({ anywhere, kind, confirmed, met, snoozedUntil }: OwnAlert): string {
  const now = met ? { below: "below it now", stock: "in stock now" }[kind as string] : "";
  const state = confirmed ? now : "waits for your confirmation";
  const pause = snoozedUntil === null ? "" : `no mail before ${dayOf(snoozedUntil)}`;
  return [anywhere ? "at any store" : "", state, pause].filter(Boolean).join(", ");
}

/** What an alert waits for, with the product's picture and its price now. */
function AlertRow({ alert, act, hit }: AmountProps & { hit: Hit | undefined }) {
  const state = stateOf(alert);
  const { currency } = useSession();
  const price = hit && formatPrice(hit, currency);
  const isSnoozed = alert.snoozedUntil !== null;
  const snooze = () => act("change", { id: alert.id, snooze: isSnoozed ? 0 : SNOOZE_DAYS });
  return (
    <Row part="alert" image={hit?.images?.[0]?.url ?? null}>
      <div className="type-control breaks grows shrinks">
        <Link to={alert.path} dir="auto">
          {alert.name}
        </Link>
        {price && (
          <p className="muted">
            {price} now
            <StorePrice of={hit} currency={currency} />
          </p>
        )}
      </div>
      {alert.amount === null ? (
        <span>{waitsFor(alert)}</span>
      ) : (
        <Amount key={alert.amount} alert={alert} act={act} />
      )}
      {state && <span className="muted">{state}</span>}
      {alert.confirmed && (
        <Button kind="quiet" of={alert.name} onClick={snooze}>
          {isSnoozed ? "Wake" : `Snooze for ${SNOOZE_DAYS} days`}
        </Button>
      )}
      <Button kind="quiet" of={alert.name} onClick={() => act("remove", { id: alert.id })}>
        Delete
      </Button>
    </Row>
  );
}

function List({ own: { email, digest, refused, alerts }, act }: { own: OwnAlerts; act: Act }) {
  const navigate = useNavigate();
  const forget = () => {
    alertToken.set(null);
    void navigate("/favourites", { replace: true }); // without the link's token
  };
  const { data: hits } = useTiles(alerts.flatMap(({ path }) => productIdOf(path) ?? []));
  const waiting = alerts.filter(({ confirmed }) => !confirmed).length;
  return (
    <>
      <p className="muted">
        {countOf(alerts.length, "alert")} for {email}
      </p>
      {refused && (
        <p className="muted" role="status">
          The mail server of this address has refused our mails. It gets no more for now.
        </p>
      )}
      {waiting > 0 && (
        <p className={styles.buttons}>
          <Button kind="primary" onClick={() => act("confirm")}>
            Yes, send me {waiting === alerts.length ? "these" : `the ${waiting} that wait`}
          </Button>
          <span className="muted">Nothing is sent before you confirm it.</span>
        </p>
      )}
      <ul role="list">
        {alerts.map((alert) => (
          <AlertRow key={alert.id} alert={alert} act={act} hit={hits?.get(productIdOf(alert.path) ?? 0)} />
        ))}
      </ul>
      <label className={styles.digest}>
        Mails come
        <Select
          options={DIGESTS}
          value={digest}
          onChange={({ target }) => act("change", { digest: target.value as Digest })}
        />
      </label>
      <div className={styles.buttons}>
        <Button onClick={() => act("remove")}>Delete all alerts</Button>
        <Button kind="quiet" onClick={forget}>
          Forget them in this browser
        </Button>
      </div>
    </>
  );
}

/** The alerts of an address, by the token of its mails: seen, confirmed, changed, deleted. */
export function Alerts({ token }: { token: string }) {
  const queryKey = ["alerts", token];
  const {
    data: own,
    error,
    loading,
    reload,
  } = useData({
    queryKey,
    queryFn: ({ signal }) => bodyOf(api.POST("/api/priceAlerts/list", { body: { token }, signal })),
  });
  const change = async (...[what, changed]: Parameters<Act>) => {
    try {
      const body = { token, ...changed };
      const now = await bodyOf(api.POST(`/api/priceAlerts/${what}`, { body }));
      keepData(queryKey, now);
      if (now.alerts.length > 0) return;
      alertToken.set(null);
      showToast("Your alerts and your address are deleted", "success");
    } catch (reason) {
      showError(reason);
    }
  };
  const unknown = error instanceof ApiError && error.status === GONE;
  useEffect(() => {
    if (unknown) alertToken.set(null);
  }, [unknown]);
  return (
    <section className="column gap-4" aria-labelledby="own-alerts" aria-busy={loading} data-part="alerts">
      <h2 id="own-alerts" className="visually-hidden">
        Your alerts
      </h2>
      {unknown ? (
        <p>There are no alerts of this link any more.</p>
      ) : (
        <LoadError error={error} onRetry={reload} />
      )}
      {own && own.alerts.length > 0 && <List own={own} act={(...act) => void change(...act)} />}
      {own?.alerts.length === 0 && <p>There are none.</p>}
    </section>
  );
}
