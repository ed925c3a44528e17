import { type ReactNode, useState } from "react";
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import { api, ApiError, bodyOf, messageOf } from "../../lib/api/client";
import { moneyOf } from "../../lib/catalogue/format";
import { alertToken } from "../../lib/visitor/kept";
import { type Currency, useSession } from "../../lib/visitor/session";
import { Button } from "../Button";
import { Dialog } from "../dialog/Dialog";
import { type Options, Select } from "../Select";
import {
  type AlertAbout,
  DIGESTS,
  firstKind,
  firstValues,
  type Kind,
  offerOf,
  proposed,
  type Values,
  waitsFor,
  wishOf,
} from "./values";
import dialog from "../dialog/dialog.module.css";
import styles from "./alerts.module.css";
import { NO_AMOUNT, typedAmount } from "../../lib/search/price";

const PERCENTS: Options = [
  ["", "by any amount"],
  ...[5, 10, 20, 30, 50].map((percent) => [percent, `by ${percent} % or more`] as const),
];

/** The dialog's form, within it. */
const useValues = () => useFormContext<Values>();

/** An amount beside the radio that it belongs to. */
function Amount({ kind, sign }: { kind: Kind; sign: string }) {
  const { control, register, setValue } = useValues();
  const [chosen, amount] = useWatch({ control, name: ["kind", "amount"] });
  const wrong = chosen === kind && typedAmount(amount) === null;
  return (
    <span className={styles.amount}>
      <input
        id="alert-amount"
        aria-label={`Amount in ${sign}`}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={wrong}
        aria-describedby="alert-amount-error"
        {...register("amount", { onChange: () => setValue("kind", kind) })}
      />
      {sign}
      <span id="alert-amount-error" className="type-control failed" aria-live="polite">
        {wrong && NO_AMOUNT}
      </span>
    </span>
  );
}

function Percent({ kind }: { kind: "drop" | "rise" }) {
  const { register, setValue } = useValues();
  const label = kind === "drop" ? "By how much it falls" : "By how much it rises";
  return (
    <Select
      aria-label={label}
      options={PERCENTS}
      {...register(kind, { onChange: () => setValue("kind", kind) })}
    />
  );
}

function Choice({ kind, label, children }: { kind: Kind; label: string; children?: ReactNode }) {
  return (
    <div className={styles.choice}>
      <label className={styles.kind}>
        <input type="radio" value={kind} {...useValues().register("kind")} />
        {label}
      </label>
      {children}
    </div>
  );
}

function Anywhere() {
  const { register, setValue } = useValues();
  return (
    <label className={styles.kind}>
      <input type="checkbox" {...register("anywhere", { onChange: () => setValue("kind", "below") })} />
      At any store that sells it
    </label>
  );
}

/** What to wait for; a return to stock is offered of what is sold out. */
function Kinds({ about, currency }: { about: AlertAbout; currency: Currency }) {
  const size = useWatch({ control: useValues().control, name: "size" });
  return (
    <fieldset className={styles.kinds}>
      <legend>Write to me</legend>
      {"search" in about ? (
        <>
          <Choice kind="search" label="When something new is in it" />
          <Choice kind="under" label="When anything in it costs less than">
            <Amount kind="under" sign={currency} />
          </Choice>
        </>
      ) : (
        <>
          {offerOf(about, size).soldOut && <Choice kind="stock" label="When it is back in stock" />}
          <Choice kind="below" label="When it costs less than">
            <Amount kind="below" sign={currency} />
          </Choice>
          {about.isElsewhere && size === "" && <Anywhere />}
          <Choice kind="drop" label="When the price falls">
            <Percent kind="drop" />
          </Choice>
          <Choice kind="rise" label="When the price rises">
            <Percent kind="rise" />
          </Choice>
        </>
      )}
    </fieldset>
  );
}

function Size({ about }: { about: AlertAbout }) {
  const { register, setValue } = useValues();
  if ("search" in about || about.sizes.length === 0) return null;
  const choose = (size: string) => {
    setValue("kind", firstKind(about, size));
    setValue("amount", proposed(offerOf(about, size).price));
  };
  return (
    <div className={styles.line}>
      <label htmlFor="alert-size">Size</label>
      <Select
        id="alert-size"
        options={[
          ["", "Any size"],
          ...about.sizes.map(({ size, soldOut }) => [size, `${size}${soldOut ? ", sold out" : ""}`] as const),
        ]}
        {...register("size", {
          onChange: ({ target }: { target: HTMLSelectElement }) => choose(target.value),
        })}
      />
    </div>
  );
}

/** The address, and how often it gets mails: who has opened a mail's link has set both. */
function Recipient() {
  const { register } = useValues();
  const token = alertToken.use();
  if (token !== null) return null;
  return (
    <>
      <div className={dialog.field}>
        <label htmlFor="alert-email">Your e-mail address</label>
        <input id="alert-email" type="email" autoComplete="email" required {...register("email")} />
        <p className="type-control muted">
          You confirm it by a mail. It is used for your alerts and nothing else.
        </p>
      </div>
      <div className={styles.line}>
        <label htmlFor="alert-digest">Mails come</label>
        <Select id="alert-digest" options={DIGESTS} {...register("digest")} />
      </div>
    </>
  );
}

const GONE = 404;

interface Message {
  readonly message: string;
  readonly what: string;
  readonly whom: string;
}

/** Sends an alert; what became of it. A token that the server does not have is forgotten. */
function useAlert(about: AlertAbout) {
  const { currency, countryCode } = useSession();
  const [sent, setSent] = useState<Message | null>(null);
  const form = useForm({ defaultValues: firstValues(about) });
  const send = async (values: Values) => {
    const wish = wishOf(values);
    if (wish === null) {
      form.setFocus("amount");
      return;
    }
    const email = values.email.trim();
    const token = alertToken.get();
    const what =
      "search" in about ? { search: about.search, name: about.name } : { productId: about.productId };
    const whom = token === null ? { email, digest: values.digest } : { token };
    try {
      const body = { ...what, ...whom, ...wish, currency, countryCode };
      const { message } = await bodyOf(api.POST("/api/priceAlerts", { body }));
      setSent({ message, what: waitsFor({ ...wish, currency }), whom: token === null ? email : "" });
    } catch (reason) {
      if (token !== null && reason instanceof ApiError && reason.status === GONE) alertToken.set(null);
      form.setError("root", { message: messageOf(reason) });
    }
  };
  return { form, sent, send };
}

/** Reads what became of it to whoever pressed the button that is gone. */
function Done({ sent: { message, what, whom }, onClose }: { sent: Message; onClose: () => void }) {
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
        <Button kind="primary" onClick={onClose}>
          Ok
        </Button>
      </footer>
    </>
  );
}

/** The form of an alert by mail: what to wait for, and whom to write to. */
export default function AlertDialog({ about, onClose }: { about: AlertAbout; onClose: () => void }) {
  const { currency } = useSession();
  const { form, sent, send } = useAlert(about);
  const { errors, isSubmitting } = form.formState;
  const isSearch = "search" in about;
  const now = !isSearch && about.price !== null ? `, ${moneyOf(about, currency)(about.price)} now` : "";
  return (
    <Dialog title={isSearch ? "Alert of this search" : "Alert by mail"} width="narrow" onClose={onClose}>
      <p className={dialog.text} dir="auto">
        {about.name}
        {now}
      </p>
      {sent === null ? (
        <form onSubmit={(event) => void form.handleSubmit(send)(event)} noValidate aria-busy={isSubmitting}>
          <FormProvider {...form}>
            <Size about={about} />
            <Kinds about={about} currency={currency} />
            <Recipient />
          </FormProvider>
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
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="primary" type="submit" disabled={isSubmitting}>
              Set alert
            </Button>
          </footer>
        </form>
      ) : (
        <Done sent={sent} onClose={onClose} />
      )}
    </Dialog>
  );
}
