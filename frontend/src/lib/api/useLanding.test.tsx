import { act, renderHook, waitFor } from "@testing-library/react";
import { resetSession, setCountryCode } from "../visitor/session";
import { useLanding } from "./catalogue";

function countries() {
  const calls: string[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const country = new URL(request.url).searchParams.get("countryCode") ?? "";
    calls.push(country);
    const carousels = [{ category: country || "all", label: "", hits: [] }];
    return Promise.resolve(
      new Response(JSON.stringify({ carousels }), { headers: { "Content-Type": "application/json" } }),
    );
  });
  return calls;
}

it("the carousels are those of the visitor's country, requested once each", async () => {
  const calls = countries();
  resetSession();
  const { result } = renderHook(() => useLanding());
  const shown = () => result.current.data?.carousels[0]?.category;
  await waitFor(() => expect(shown()).toBe("all"));
  act(() => setCountryCode("PT"));
  await waitFor(() => expect(shown()).toBe("PT"));
  act(() => setCountryCode(""));
  await waitFor(() => expect(shown()).toBe("all"));
  expect(calls).toEqual(["", "PT"]);
  vi.unstubAllGlobals();
});
