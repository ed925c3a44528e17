import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { bodyOf, messageOf } from "../../../lib/api/client";
import { operatorApi } from "../../../lib/api/operator";
import type { Job, JobStarted } from "../../../lib/api/schema";

/** How often a job is polled (ms). */
const JOB_POLL_MS = 1000;
const JOBS = ["jobs"];

class StillRunning extends Error {}

/** A job that is over. Throws its own message when it failed, and StillRunning before its end. */
async function ended(jobId: string, signal: AbortSignal): Promise<Job> {
  const params = { path: { job_id: jobId } };
  const job = await bodyOf(operatorApi.GET("/api/scraper/jobs/{job_id}", { params, signal }));
  if (job.state === "failed") throw new Error(job.message ?? "The job failed");
  if (job.state !== "finished") throw new StillRunning();
  return job;
}

/** What a job that was started gives. Throws its own message when it failed. */
export async function resultOf<Result>(
  client: QueryClient,
  { jobId }: JobStarted,
  isResult: (result: unknown) => result is Result,
): Promise<Result> {
  const job = await client.query({
    queryKey: [...JOBS, jobId],
    queryFn: ({ signal }) => ended(jobId, signal),
    retry: (_, reason) => reason instanceof StillRunning,
    retryDelay: JOB_POLL_MS,
  });
  if (!isResult(job.result)) throw new Error("The job ended without a result");
  return job.result;
}

interface JobOptions<Input, Result> {
  start: (input: Input) => Promise<JobStarted>;
  isResult: (result: unknown) => result is Result;
  onDone?: (result: Result) => void;
}

/** A job of the server: started, polled, and abandoned when the page is left. */
export function useJob<Input, Result>({ start, isResult, onDone }: JobOptions<Input, Result>) {
  const client = useQueryClient();
  // The newest one; it stays while another is waited for.
  const [result, setResult] = useState<Result | null>(null);
  useEffect(() => () => void client.cancelQueries({ queryKey: JOBS }), [client]);
  const { status, error, mutate } = useMutation({
    mutationFn: async (input: Input) => resultOf(client, await start(input), isResult),
    onSuccess: (outcome) => {
      setResult(outcome);
      onDone?.(outcome);
    },
  });
  return { state: status, result, error: error && messageOf(error), start: mutate };
}
