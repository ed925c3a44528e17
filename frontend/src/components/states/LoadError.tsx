import { Action } from "../Action";
import { messageOf } from "../../lib/api/client";

interface LoadErrorProps {
  error: unknown;
  onRetry: () => void;
}

/** A failed load: the server's message and a retry. Nothing while there is no error. */
export function LoadError({ error, onRetry }: LoadErrorProps) {
  if (error === null || error === undefined) return null;
  return (
    <p className="row wrap failed gap-y-2 gap-x-4 justify-center py-5 px-4" role="alert">
      {messageOf(error)}
      <Action onClick={onRetry}>Retry</Action>
    </p>
  );
}
