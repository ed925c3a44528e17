import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { Action } from "../../../components/Action";
import { LoadError } from "../../../components/states/LoadError";
import { bodyOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator/api";
import { showError, showToast } from "../../../lib/toasts";
import type { Alert, AlertMessage, Alerts } from "../api/wire";
import { formatTime } from "../duration";
import { State } from "../Table";
import { mailWords, reachWords, stateWords } from "./alerts";
import styles from "./alerts.module.css";

const LOOK_EVERY_MS = 2_000;

/** Whether a message waits that was not tried yet: what becomes of it shows within seconds. */
function isUnderWay({ state, why }: AlertMessage): boolean {
  return state === "waiting" && why === null;
}

function Ways({ alerts, onSent }: { alerts: Alerts; onSent: () => void }) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => bodyOf(operatorApi.POST("/api/scraper/alerts/test", { body: {} })),
    onSuccess: () => showToast("The test is on its way: see below", "success"),
    onError: showError,
    onSettled: onSent,
  });
  return (
    <section className={styles.ways} aria-labelledby="alert-ways">
      <h2 id="alert-ways" className={styles.heading}>
        Who is told
      </h2>
      {alerts.off !== null ? (
        <p data-part="alerts-off">{alerts.off}.</p>
      ) : (
        <ul className={styles.lines}>
          {reachWords(alerts).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {mailWords(alerts).map((words) => (
        <p key={words} className={styles.words} data-part="mails">
          {words}
        </p>
      ))}
      <p className={styles.muted}>
        One message when a brand fails, looks wrong, is overdue or has {alerts.shrinkPercent} % fewer products
        than lately, or the search index does not take what changes; one when that is over; and a digest each
        day from {alerts.digestHour}:00 ({alerts.timeZone}
        ).
      </p>
      {alerts.off === null && (
        <Action disabled={isPending} onClick={() => mutate()}>
          {isPending ? "Sending…" : "Send a test"}
        </Action>
      )}
    </section>
  );
}

function OpenAlert({ alert }: { alert: Alert }) {
  return (
    <li className={styles.alert} data-alert={alert.kind}>
      <span className={styles.head}>
        {alert.brandId === null ? (
          <strong>{alert.brand}</strong>
        ) : (
          <Link to={`/scraper?brand=${alert.brandId}`}>{alert.brand}</Link>
        )}
        <State of="failed">{alert.kind}</State>
        <span className="muted figures">since {formatTime(alert.since)}</span>
      </span>
      <span className={styles.words}>{alert.words}</span>
    </li>
  );
}

function Message({ message }: { message: AlertMessage }) {
  return (
    <li className={styles.alert}>
      <span className={styles.head}>
        <strong>{message.subject}</strong>
        <span className="muted figures">{formatTime(message.createdAt)}</span>
      </span>
      <span className={styles.muted}>{stateWords(message)}</span>
    </li>
  );
}

/** The open alerts, their recipients, and the last messages. */
export function AlertsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: ["scraper", "alerts"],
    queryFn: ({ signal }) => bodyOf(operatorApi.GET("/api/scraper/alerts", { signal })),
    refetchInterval: ({ state }) => (state.data?.messages.some(isUnderWay) ? LOOK_EVERY_MS : false),
  });
  const reload = () => void refetch();
  if (!data) return <LoadError error={error} onRetry={reload} />;
  return (
    <div className={styles.columns}>
      <section aria-labelledby="alerts-open">
        <h2 id="alerts-open" className={styles.heading}>
          In trouble now <span className={styles.muted}>{data.open.length}</span>
        </h2>
        {data.open.length === 0 && <p className={styles.muted}>All brands and the search index are well.</p>}
        <ul className={styles.list}>
          {data.open.map((alert) => (
            <OpenAlert key={alert.id} alert={alert} />
          ))}
        </ul>
      </section>
      <div>
        <Ways alerts={data} onSent={reload} />
        <section aria-labelledby="alerts-sent">
          <h2 id="alerts-sent" className={styles.heading}>
            Last messages
          </h2>
          {data.messages.length === 0 && <p className={styles.muted}>None yet.</p>}
          <ul className={styles.list}>
            {data.messages.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
