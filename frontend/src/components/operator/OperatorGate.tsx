import { QueryClientProvider, useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { NavLink } from "react-router-dom";
import { Action } from "../Action";
import { ApiError, forgetOperatorToken, messageOf, storeOperatorToken } from "../../lib/api/client";
import { load } from "../../lib/api/operator";
import type { Session } from "../../lib/api/schema";
import { readTimesIn } from "../../lib/time";
import barStyles from "./OperatorBar.module.css";
import styles from "./operator.module.css";
import { queryClient } from "../../lib/api/queryClient";

/** What the operator's and development screens load. */
export function OperatorData({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

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
      <label className="strong" htmlFor="operator-token">
        Operator token
      </label>
      <div className="wrap gap-2">
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
        <p className="failed" role="alert">
          The server did not accept that token.
        </p>
      )}
    </form>
  );
}

const SCREENS = [
  { path: "/scraper", label: "Scraper" },
  { path: "/insights", label: "Insights" },
] as const;

/** What all operators' screens have at their top: the ways between them, who is logged in, the zone, the way out. */
function OperatorBar({
  session: { name, isOpen, timeZone },
  onLogOut,
}: {
  session: Session;
  onLogOut: () => void;
}) {
  return (
    <div className={barStyles.bar}>
      <nav className={barStyles.menu} aria-label="Operators">
        {SCREENS.map(({ path, label }) => (
          <NavLink key={path} className={barStyles.link} to={path}>
            {label}
          </NavLink>
        ))}
      </nav>
      <div className={barStyles.who}>
        <span>Times in {timeZone}</span>
        <span>{isOpen ? "Open to this machine" : `Logged in as ${name}`}</span>
        {!isOpen && (
          <button type="button" className={barStyles.out} onClick={onLogOut}>
            Log out
          </button>
        )}
      </div>
    </div>
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
    queryFn: async (context) => {
      const session = await load("/api/operator/session", {}).queryFn(context);
      readTimesIn(session.timeZone);
      return session;
    },
    staleTime: Infinity,
    gcTime: 0, // who comes back needs the token again
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
  if (isFetching) return <p className="py-6 px-0 muted text-center">Loading…</p>;
  if (isRefusal(error)) {
    const enter = (token: string) => {
      storeOperatorToken(token);
      setTried(true);
      void refetch();
    };
    return <TokenForm title={title} refused={tried} onToken={enter} />;
  }
  return (
    <p className="py-6 px-0 muted text-center" role="alert">
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
