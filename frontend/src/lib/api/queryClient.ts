import { QueryClient, QueryObserver, type QueryObserverResult } from "@tanstack/react-query";
import type { Query } from "./query";

// The server may be on a machine without a network.
const networkMode = "always";

/** All that was loaded but for searches. A failure is shown at once with its Retry. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { networkMode, retry: false, refetchOnWindowFocus: false },
    mutations: { networkMode },
  },
});

/** Reports the query's state, now and at each change; returns the function that ends it. */
export function watch<T>(query: Query<T>, report: (result: QueryObserverResult<T>) => void): () => void {
  const observer = new QueryObserver<T>(queryClient, { ...query, notifyOnChangeProps: "all" });
  const end = observer.subscribe(report);
  report(observer.getCurrentResult());
  return end;
}
