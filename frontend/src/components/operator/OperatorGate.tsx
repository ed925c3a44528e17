import { QueryClientProvider, useQuery, useQueryClient, type UseQueryResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, NavLink } from "react-router-dom";
import { Button } from "../Button";
import { ApiError, forgetOperatorToken, storeOperatorToken } from "../../lib/api/client";
import { load } from "../../lib/api/operator";
import type { Session } from "../../lib/api/schema";
import { readTimesIn } from "../../lib/time";
import { LoadError } from "../states/states";
import { InlineForm } from "./InlineForm";
import barStyles from "./OperatorBar.module.css";
import styles from "./operator.module.css";
import { queryClient } from "../../lib/api/queryClient";

/** What the operator's and development screens load. */
export function OperatorData({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}

interface LoadedProps<T> {
  query: UseQueryResult<T>;
  /** What is shown until it has come. */
  waiting?: string;
  children: (data: T) => ReactNode;
}

/** What a query brings, or why it does not come, with a retry. */
export function Loaded<T>({ query: { data, error, refetch }, waiting, children }: LoadedProps<T>) {
  return (
    <>
      <LoadError error={error} onRetry={() => void refetch()} />
      {data === undefined ? !error && waiting && <p role="status">{waiting}</p> : children(data)}
    </>
  );
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

interface TokenFormProps {
  title: string;
  isRefused: boolean;
  onToken: (token: string) => void;
}

function TokenForm({ title, isRefused, onToken }: TokenFormProps) {
  return (
    <div className={styles.gate}>
      <h1 className="type-page">{title}</h1>
      <p>These pages are for operators. The token is kept until you close this tab.</p>
      <InlineForm
        fields={[{ name: "token", label: "Operator token", type: "password", required: true }]}
        submit="Continue"
        onSubmit={({ token = "" }) => token.trim() !== "" && onToken(token.trim())}
      />
      {isRefused && (
        <p className="failed" role="alert">
          The server did not accept that token.
        </p>
      )}
    </div>
  );
}

const SCREENS = [
  { path: "/scraper", label: "Scraper" },
  { path: "/insights", label: "Insights" },
  { path: "/review", label: "Review" },
] as const;

/** The frame of all operators' screens: the way to the shop, those between them, who is logged in, the way out. */
function OperatorBar({ session, onLogOut }: { session: Session | undefined; onLogOut: () => void }) {
  return (
    <header className={barStyles.bar}>
      <Link className={barStyles.home} to="/" aria-label="Winkel, the shop">
        Winkel
      </Link>
      {session && (
        <>
          <nav className={barStyles.menu} aria-label="Operators">
            {SCREENS.map(({ path, label }) => (
              <NavLink key={path} className={`nav-link here ${barStyles.link ?? ""}`} to={path}>
                {label}
              </NavLink>
            ))}
          </nav>
          <div className={barStyles.who}>
            <span>Times in {session.timeZone}</span>
            <span>{session.isOpen ? "Open to this machine" : `Logged in as ${session.name}`}</span>
            {!session.isOpen && (
              <Button kind="small" onClick={onLogOut}>
                Log out
              </Button>
            )}
          </div>
        </>
      )}
    </header>
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
  const enter = (token: string) => {
    storeOperatorToken(token);
    setTried(true);
    void refetch();
  };
  const waiting = isFetching ? (
    <p className="py-6 muted text-center">Loading…</p>
  ) : isRefusal(error) ? (
    <TokenForm title={title} isRefused={tried} onToken={enter} />
  ) : (
    <LoadError error={error} onRetry={() => void refetch()} />
  );
  return (
    <>
      <OperatorBar session={data} onLogOut={logOut} />
      <div id="operators">{data ? children : waiting}</div>
    </>
  );
}

/** An operator's page: what it loads, behind the question for the token. */
export function OperatorGate(props: OperatorGateProps) {
  return (
    <section className="page-width pt-5 pb-7 type-control">
      <OperatorData>
        <Gate {...props} />
      </OperatorData>
    </section>
  );
}
