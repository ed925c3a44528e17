import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { OperatorData } from "../../../components/operator/OperatorData";
import type { Job } from "../../../lib/api/schema";
import { fetchJob } from "../api/jobs";
import { isSuggestion } from "./trial";
import { useJob } from "./useJob";

vi.mock("../api/jobs", { spy: true });

const JOB: Job = { id: "7", state: "running", message: null, result: null };
const SUGGESTION = { brand: { name: "Karoo" } };

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => vi.useRealTimers());

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function startJob() {
  const start = (url: string) => Promise.resolve({ jobId: url });
  const onDone = vi.fn();
  const hook = renderHook(() => useJob({ start, isResult: isSuggestion, onDone }), { wrapper: OperatorData });
  act(() => hook.result.current.start("7"));
  return { ...hook, onDone };
}

it("a job is asked for once a second until it has ended", async () => {
  vi.mocked(fetchJob).mockResolvedValue(JOB);
  const { result, onDone } = startJob();
  await pass(10);
  expect(fetchJob).toHaveBeenCalledOnce();
  expect(result.current.state).toBe("pending");
  vi.mocked(fetchJob).mockResolvedValue({ ...JOB, state: "finished", result: SUGGESTION });
  await pass(1100);
  expect(result.current).toMatchObject({ state: "success", result: SUGGESTION, error: null });
  expect(onDone).toHaveBeenCalledExactlyOnceWith(SUGGESTION);
});

it("a job that failed has its own message, and one without a result says so", async () => {
  vi.mocked(fetchJob).mockResolvedValue({ ...JOB, state: "failed", message: "The page did not load" });
  const { result } = startJob();
  await pass(10);
  expect(result.current).toMatchObject({ state: "error", error: "The page did not load" });
  vi.mocked(fetchJob).mockResolvedValue({ ...JOB, state: "finished", result: "?" });
  act(() => result.current.start("7"));
  await pass(10);
  expect(result.current.error).toBe("The job ended without a result");
});

it("leaving the page lets the job go", async () => {
  vi.mocked(fetchJob).mockResolvedValue(JOB);
  const { unmount } = startJob();
  await pass(10);
  unmount();
  const asked = vi.mocked(fetchJob).mock.calls.length;
  await vi.advanceTimersByTimeAsync(5000);
  expect(fetchJob).toHaveBeenCalledTimes(asked);
});
