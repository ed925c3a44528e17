import { act, renderHook } from "@testing-library/react";
import { useLoad } from "./useLoad";

type Settle = (value: string) => void;

/** Loads that answer when the test says so. */
function delayed() {
  const answers = new Map<string, Settle>();
  const load = (key: string) => new Promise<string>((resolve) => answers.set(key, resolve));
  const answer = (key: string) =>
    act(() => {
      answers.get(key)?.(`answer to ${key}`);
      return Promise.resolve();
    });
  return { load, answer };
}

describe("useLoad", () => {
  it("never lets a late answer replace a newer one", async () => {
    const { load, answer } = delayed();
    const { result, rerender } = renderHook(({ key }) => useLoad(() => load(key), [key]), {
      initialProps: { key: "k" },
    });
    rerender({ key: "ka" });
    await answer("ka");
    await answer("k");
    expect(result.current).toMatchObject({ data: "answer to ka", loading: false });
  });

  it("keeps the old answer, as loading, while a new one is on its way", async () => {
    const { load, answer } = delayed();
    const { result, rerender } = renderHook(({ key }) => useLoad(() => load(key), [key]), {
      initialProps: { key: "k" },
    });
    await answer("k");
    rerender({ key: "ka" });
    expect(result.current).toMatchObject({ data: "answer to k", loading: true });
  });

  it("reports an error, and loads again when asked", async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error("down"))
      .mockResolvedValue("up");
    const { result } = renderHook(() => useLoad(load, []));
    await act(() => Promise.resolve());
    expect(result.current.error?.message).toBe("down");
    await act(() => {
      result.current.reload();
      return Promise.resolve();
    });
    expect(result.current).toMatchObject({ data: "up", error: null, loading: false });
  });
});
