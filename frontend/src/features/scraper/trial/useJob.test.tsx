import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OperatorData } from "../../../components/operator/OperatorGate";
import type { Job } from "../../../lib/api/schema";
import { http, server } from "../../../test/server";
import { isSuggestion, useJob } from "./trial";

const SUGGESTION = { brand: { name: "Karoo" } };

let job: Job;
let asked: number;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  [job, asked] = [{ id: "7", state: "running", message: null, result: null }, 0];
  server.use(
    http.get("/api/scraper/jobs/{job_id}", ({ response }) => {
      asked += 1;
      return response(200).json(job);
    }),
  );
});
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function startJob() {
  const start = (url: string) => Promise.resolve({ jobId: url });
  const onDone = vi.fn();
  const hook = renderHook(() => useJob({ start, isResult: isSuggestion, onDone }), { wrapper: OperatorData });
  act(() => hook.result.current.start("7"));
  return { ...hook, onDone };
}

it("a job is asked for until it has ended, and then its result is there", async () => {
  const { result, onDone } = startJob();
  await waitFor(() => expect(asked).toBe(1));
  expect(result.current.state).toBe("pending");
  job = { ...job, state: "finished", result: SUGGESTION };
  await pass(1100);
  await waitFor(() => expect(result.current).toMatchObject({ state: "success", result: SUGGESTION }));
  expect(onDone).toHaveBeenCalledExactlyOnceWith(SUGGESTION);
});

it.each([
  [{ state: "failed" as const, message: "The page did not load" }, "The page did not load"],
  [{ state: "finished" as const, result: "?" as unknown as null }, "The job ended without a result"],
])("a job that ends as %o says so", async (end, error) => {
  job = { ...job, ...end };
  const { result } = startJob();
  await waitFor(() => expect(result.current).toMatchObject({ state: "error", error }));
});
