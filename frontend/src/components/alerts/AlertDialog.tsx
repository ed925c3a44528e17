import { useState } from "react";
import { useForm } from "react-hook-form";
import { api, ApiError, bodyOf, messageOf } from "../../lib/api/client";
import { moneyOf } from "../../lib/catalogue/format";
import { alertToken, keepAlertToken } from "../../lib/visitor/alertToken";
import { useSession } from "../../lib/visitor/session";
import { Action } from "../Action";
import { Dialog } from "../dialog/Dialog";
import type { AlertAbout } from "./about";
import { Kinds, Size, Whom } from "./Parts";
import { firstValues, type Values, wishOf } from "./values";
import { waitsFor } from "./words";
import dialog from "../dialog/dialog.module.css";
import styles from "./alerts.module.css";

const GONE = 404;

interface Said {
  readonly message: string;
  readonly what: string;
  readonly whom: string;
}

/** Sends an alert; what became of it. A token that is no longer known is forgotten. */
function useAlert(about: AlertAbout) {
  const { currency, countryCode } = useSession();
  const [said, setSaid] = useState<Said | null>(null);
  const form = useForm({ defaultValues: firstValues(about) });
  const send = async (values: Values) => {
    const wish = wishOf(values);
    if (wish === null) {
      form.setFocus("amount");
      return;
    }
    const email = values.email.trim();
    const token = alertToken();
    const what =
      "search" in about ? { search: about.search, name: about.name } : { productId: about.productId };
    const whom = token === null ? { email, digest: values.digest } : { token };
    try {
      const body = { ...what, ...whom, ...wish, currency, countryCode };
      const { message } = await bodyOf(api.POST("/api/priceAlerts", { body }));
      setSaid({ message, what: waitsFor({ ...wish, currency }), whom: token === null ? email : "" });
    } catch (reason) {
      if (token !== null && reason instanceof ApiError && reason.status === GONE) keepAlertToken(null);
      form.setError("root", { message: messageOf(reason) });
    }
  };
  return { form, said, send };
}

/** Reads what became of it to whoever pressed the button that is gone. */
function Done({ said: { message, what, whom }, onClose }: { said: Said; onClose: () => void }) {
  return (
    <>
      <div className={styles.done} role="status" tabIndex={-1} ref={(element) => element?.focus()}>
        <p>{message}</p>
        <p className="strong">
          {what}
          {whom && `, to ${whom}`}
        </p>
      </div>
      <footer className={dialog.actions}>
        <Action kind="filled" onClick={onClose}>
          Ok
        </Action>
      </footer>
    </>
  );
}

/** The form of an alert by mail: what to wait for, and whom to write to. */
export default function AlertDialog({ about, onClose }: { about: AlertAbout; onClose: () => void }) {
  const { currency } = useSession();
  const { form, said, send } = useAlert(about);
  const { errors, isSubmitting } = form.formState;
  const isSearch = "search" in about;
  const now = !isSearch && about.price !== null ? `, ${moneyOf(about, currency)(about.price)} now` : "";
  return (
    <Dialog title={isSearch ? "Alert of this search" : "Alert by mail"} width="narrow" onClose={onClose}>
      <p className={dialog.text} dir="auto">
        {about.name}
        {now}
      </p>
      {said === null ? (
        <form onSubmit={(event) => void form.handleSubmit(send)(event)} noValidate aria-busy={isSubmitting}>
          <Size form={form} about={about} />
          <Kinds form={form} about={about} currency={currency} />
          <Whom form={form} />
          {isSearch && (
            <p className={styles.feed}>
              Without an address: <a href={`/feed.atom${about.search}`}>a feed of what is new in it</a>
            </p>
          )}
          {errors.root && (
            <p className={dialog.error} role="alert">
              {errors.root.message}
            </p>
          )}
          <footer className={dialog.actions}>
            <Action onClick={onClose}>Cancel</Action>
            <Action kind="filled" type="submit" disabled={isSubmitting}>
              Set alert
            </Action>
          </footer>
        </form>
      ) : (
        <Done said={said} onClose={onClose} />
      )}
    </Dialog>
  );
}
