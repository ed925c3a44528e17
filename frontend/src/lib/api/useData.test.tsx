import { act, renderHook, waitFor } from "@testing-library/react";
import { useData } from "./query";

/** Loads that answer when the test lets them. */
function delayed() {
  const answers = new Map<string, (value: string) => void>();
  const load = (key: string) => new Promise<string>((resolve) => answers.set(key, resolve));
  const answer = async (key: string) => {
    await waitFor(() => expect(answers.has(key)).toBe(true));
    await act(() => Promise.resolve(answers.get(key)?.(`answer to ${key}`)));
  };
  const hook = renderHook(({ key }) => useData({ queryKey: [key], queryFn: () => load(key) }), {
    initialProps: { key: "k" },
  });
  return { ...hook, answers, answer };
}

describe("useData", () => {
  it("never lets a late answer replace a newer one", async () => {
    const { result, rerender, answers, answer } = delayed();
    await waitFor(() => expect(answers.has("k")).toBe(true));
    rerender({ key: "ka" });
    await answer("ka");
    await answer("k");
    await waitFor(() => expect(result.current).toMatchObject({ data: "answer to ka", loading: false }));
  });

  it("shows at once what was loaded before, as on the way back", async () => {
    const query = { queryKey: ["seen"], queryFn: () => Promise.resolve("seen") };
    const first = renderHook(() => useData(query));
    await waitFor(() => expect(first.result.current.data).toBe("seen"));
    first.unmount();
    const drawn: unknown[] = [];
    renderHook(() => drawn.push(useData(query).data));
    expect(drawn[0]).toBe("seen");
  });

  it("reports an error, and loads again at a call", async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(new Error("down"))
      .mockResolvedValue("up");
    const { result } = renderHook(() => useData({ queryKey: ["load"], queryFn: load }));
    await waitFor(() => expect(result.current.error?.message).toBe("down"));
    act(() => result.current.reload());
    await waitFor(() => expect(result.current).toMatchObject({ data: "up", error: null, loading: false }));
  });
});
