import { fetchProcesses } from "./api";
import { usePolled } from "./usePolled";
import type { ScraperProcess } from "./wire";

/** How often the counts of running processes are refreshed (ms). */
const COUNTS_MS = 2000;

export interface LiveProcesses {
  processes: readonly ScraperProcess[] | null;
  error: unknown;
  retry: () => void;
}

/** The running processes, with counts that follow their runs while the component is mounted. */
export function useProcesses(): LiveProcesses {
  const { data, error, retry } = usePolled(fetchProcesses, COUNTS_MS);
  return { processes: data, error, retry };
}
