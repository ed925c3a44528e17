import { act, renderHook, waitFor } from "@testing-library/react";
import { http, server } from "../../test/server";
import { setCountryCode } from "../visitor/session";
import { useLanding } from "./catalogue";

it("the carousels are those of the visitor's country, requested once each", async () => {
  const calls: string[] = [];
  const landing = http.get("/api/landing", ({ request, response }) => {
    const country = new URL(request.url).searchParams.get("countryCode") ?? "";
    calls.push(country);
    return response(200).json({ carousels: [{ category: country || "all", name: "", hits: [] }] });
  });
  server.use(landing);
  const { result } = renderHook(() => useLanding());
  const shown = () => result.current.data?.carousels[0]?.category;
  await waitFor(() => expect(shown()).toBe("all"));
  act(() => setCountryCode("PT"));
  await waitFor(() => expect(shown()).toBe("PT"));
  act(() => setCountryCode(""));
  await waitFor(() => expect(shown()).toBe("all"));
  expect(calls).toEqual(["", "PT"]);
});
