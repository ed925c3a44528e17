import { useState, type SubmitEvent } from "react";
import { Button } from "../../components/Button";
import { api } from "../../lib/api/client";
import type { OwnAlert, OwnAlerts } from "../../lib/api/schema";
import { NO_AMOUNT, typedAmount } from "../../lib/catalogue/typedAmount";
import { showError } from "../../lib/toasts";
import styles from "./saved.module.css";

export interface AmountProps {
  alert: OwnAlert;
  /** Shows what a change was answered with. */
  act: (call: Promise<{ data?: OwnAlerts | undefined }>) => Promise<void>;
  token: string;
}

/** The amount as one types it: 1299.50, and not 1299.5. */
function typed({ amount }: OwnAlert): string {
  return amount === null ? "" : amount.toFixed(amount % 1 === 0 ? 0 : 2);
}

/** The amount that a price is to be below, which can be changed. */
export function Amount({ alert, act, token }: AmountProps) {
  const [amount, setAmount] = useState(() => typed(alert));
  const value = typedAmount(amount);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (value === null) showError(new Error(NO_AMOUNT));
    else if (value !== alert.amount) {
      void act(api.POST("/api/priceAlerts/change", { body: { token, id: alert.id, amount: value } }));
    }
  };
  return (
    <form className="row wrap gap-1" onSubmit={submit} noValidate>
      <label>
        <span className="visually-hidden">{alert.name}: </span>
        {alert.kind === "under" && "anything "}
        {alert.size !== null && `size ${alert.size} `}
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
