import { useState, type SubmitEvent, type ReactNode } from "react";
import { ApiError, messageOf } from "../../lib/api";
import { storeOperatorToken } from "../../lib/operator";
import { useLoad } from "../../lib/useLoad";
import { fetchProcesses } from "./api";
import styles from "./scraper.module.css";

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

interface TokenFormProps {
  title: string;
  refused: boolean;
  onToken: (token: string) => void;
}

function TokenForm({ title, refused, onToken }: TokenFormProps) {
  const [token, setToken] = useState("");
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (token.trim() !== "") onToken(token.trim());
  };
  return (
    <form className={styles.gate} onSubmit={submit}>
      <h1 className={styles.title}>{title}</h1>
      <p>These pages are for operators. The token is kept until you close this tab.</p>
      <label className={styles.label} htmlFor="operator-token">
        Operator token
      </label>
      <div className={styles.bar}>
        <input
          id="operator-token"
          className={styles.input}
          type="password"
          autoComplete="off"
          value={token}
          onChange={(event) => setToken(event.target.value)}
        />
        <button type="submit" className={styles.primary}>
          Continue
        </button>
      </div>
      {refused && (
        <p className={styles.refused} role="alert">
          The server did not accept that token.
        </p>
      )}
    </form>
  );
}

/** Shows its children to an operator, and asks anybody else for the token. */
export function OperatorGate({ title = "Scraper", children }: { title?: string; children: ReactNode }) {
  const [tried, setTried] = useState(false);
  const probe = useLoad(fetchProcesses, []);
  if (probe.loading && !probe.data) return <p className={styles.calm}>Loading…</p>;
  if (isRefusal(probe.error)) {
    const enter = (token: string) => {
      storeOperatorToken(token);
      setTried(true);
      probe.reload();
    };
    return <TokenForm title={title} refused={tried} onToken={enter} />;
  }
  if (probe.error) {
    return (
      <p className={styles.calm} role="alert">
        {messageOf(probe.error)}{" "}
        <button type="button" className={styles.quiet} onClick={probe.reload}>
          Retry
        </button>
      </p>
    );
  }
  return children;
}
