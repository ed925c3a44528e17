import { useState, type SubmitEvent } from "react";
import { api, bodyOf, messageOf } from "../../../lib/api/client";
import { showToast } from "../../../lib/toasts";
import styles from "./newsletter.module.css";

/** Signs an address up and shows the server's answer with "Ok" for 5,000 ms (spec §7). */
async function subscribe(email: string): Promise<boolean> {
  try {
    const answer = await bodyOf(api.POST("/api/subscriptions/subscribeToNewsletter", { body: { email } }));
    showToast(answer.message, "info", "Ok");
    return true;
  } catch (error: unknown) {
    showToast(messageOf(error), "error", "Ok");
    return false;
  }
}

/** The newsletter field of the footer. An empty field does nothing (spec §5). */
export function Newsletter() {
  const [email, setEmail] = useState("");
  const [busy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const address = email.trim();
    if (address === "" || busy) return;
    setBusy(true);
    if (await subscribe(address)) setEmail("");
    setBusy(false);
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <label className={styles.label} htmlFor="newsletter-email">
        Newsletter
      </label>
      <p className={styles.hint}>New stores and good finds, about once a month.</p>
      <div className={styles.row}>
        <input
          id="newsletter-email"
          className={styles.input}
          type="email"
          autoComplete="email"
          placeholder="you@example.co.za"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <button className={styles.button} type="submit" aria-busy={busy}>
          Sign up
        </button>
      </div>
    </form>
  );
}
