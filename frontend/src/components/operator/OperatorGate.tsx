import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState, type SubmitEvent, type ReactNode } from "react";
import { Action } from "../Action";
import { ApiError, messageOf } from "../../lib/api/client";
import { fetchSession } from "../../lib/api/operator/session";
import { forgetOperatorToken, storeOperatorToken } from "../../lib/api/operator/token";
import { OperatorBar } from "./OperatorBar";
import { OperatorData } from "./OperatorData";
import styles from "./operator.module.css";

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
      <h1 className="type-page">{title}</h1>
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
        <Action kind="filled" type="submit">
          Continue
        </Action>
      </div>
      {refused && (
        <p className={styles.refused} role="alert">
          The server did not accept that token.
        </p>
      )}
    </form>
  );
}

interface OperatorGateProps {
  title: string;
  children: ReactNode;
}

const SESSION = ["operator"];

/** Shows its children to an operator, and a form for the token otherwise. */
function Gate({ title, children }: OperatorGateProps) {
  const client = useQueryClient();
  const [tried, setTried] = useState(false);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: SESSION,
    queryFn: ({ signal }) => fetchSession(signal),
    staleTime: Infinity,
    gcTime: 0, // who comes back is asked again
  });
  const logOut = () => {
    forgetOperatorToken();
    setTried(false);
    void client.resetQueries({ queryKey: SESSION });
    client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] });
  };
  if (data) {
    return (
      <>
        <OperatorBar session={data} onLogOut={logOut} />
        {children}
      </>
    );
  }
  if (isFetching) return <p className={styles.calm}>Loading…</p>;
  if (isRefusal(error)) {
    const enter = (token: string) => {
      storeOperatorToken(token);
      setTried(true);
      void refetch();
    };
    return <TokenForm title={title} refused={tried} onToken={enter} />;
  }
  return (
    <p className={styles.calm} role="alert">
      {messageOf(error)}{" "}
      <Action kind="quiet" onClick={() => void refetch()}>
        Retry
      </Action>
    </p>
  );
}

/** An operator's page: what it loads, behind the question for the token. */
export function OperatorGate(props: OperatorGateProps) {
  return (
    <OperatorData>
      <Gate {...props} />
    </OperatorData>
  );
}
