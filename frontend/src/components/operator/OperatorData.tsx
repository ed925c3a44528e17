import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";

/** A failure is shown at once with its Retry; the server may be on a machine without a network. */
function createQueryClient(): QueryClient {
  const networkMode = "always";
  return new QueryClient({
    defaultOptions: {
      queries: { networkMode, retry: false, refetchOnWindowFocus: false },
      mutations: { networkMode },
    },
  });
}

/** What the operator's and development screens have loaded, for as long as they are open. */
export function OperatorData({ children }: { children: ReactNode }) {
  const [client] = useState(createQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
