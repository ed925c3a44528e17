import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter } from "react-router-dom";
import { loadFilters } from "../api/catalogue";
import { isManuallyFiltered, recentSearches, rememberSort } from "../visitor/preferences";
import { toggleValue } from "./searchState";
import { resetSession, setCountryCode, setCurrency } from "../visitor/session";
import { toasts } from "../toasts";
import { SearchProvider, useSearchActions, useSearchState } from "./SearchProvider";

function Home({ children }: { children: ReactNode }) {
  return (
    <BrowserRouter>
      <SearchProvider>{children}</SearchProvider>
    </BrowserRouter>
  );
}

function show(url: string) {
  window.history.pushState(null, "", url); // what lies ahead after a way back is gone
  resetSession();
  const { result, unmount } = renderHook(() => ({ actions: useSearchActions(), state: useSearchState() }), {
    wrapper: Home,
  });
  return { ...result.current, now: () => result.current.state, unmount };
}

const search = () => decodeURIComponent(window.location.search);

describe("changing the search (spec §4)", () => {
  it("adds one history entry for one change", () => {
    const { actions, now } = show("/?q=linen");
    const before = window.history.length;
    act(() => actions.commit((base) => toggleValue(base, "colour", "red")));
    expect(search()).toBe("?q=linen&colour=red");
    expect(window.history.length).toBe(before + 1);
    expect(now().filters).toEqual({ colour: ["red"] });
  });

  it("searches for typed text without the chips that were chosen", () => {
    const { actions, now } = show("/?colour=red&sort=price_asc");
    act(() => actions.draft.edit(" linen "));
    act(() => actions.searchNow());
    expect(search()).toBe("?q=linen&sort=price_asc");
    expect(now()).toMatchObject({ q: "linen", filters: {} });
  });

  it("keeps the chips when the typed text is emptied again", () => {
    const { actions } = show("/?q=boots&colour=red&brand=Karoo");
    act(() => actions.draft.edit("l"));
    act(() => actions.draft.edit(" "));
    act(() => actions.searchNow());
    expect(search()).toBe("?colour=red&brand=Karoo");
  });

  it("takes the typed text along when a facet is chosen first", () => {
    const { actions } = show("/?colour=red");
    act(() => actions.draft.edit("linen"));
    act(() => actions.commit((base) => toggleValue(base, "brand", "Karoo")));
    expect(search()).toBe("?q=linen&brand=Karoo");
    expect(actions.draft.get()).toBeNull();
  });

  it("forgets the typed text on Clear all, and returns to not searched", () => {
    const { actions } = show("/?q=boots&colour=red");
    act(() => actions.draft.edit("linen"));
    act(() => actions.clearAll());
    expect(search()).toBe("");
    expect(isManuallyFiltered()).toBe(true);
    expect(actions.draft.get()).toBeNull();
  });

  it("reuses the remembered sort for a new search, not within one", () => {
    rememberSort("price_asc");
    const { actions } = show("/");
    act(() => actions.commit((base) => toggleValue(base, "colour", "red")));
    expect(search()).toBe("?colour=red&sort=price_asc");
    act(() => actions.commit((base) => ({ ...base, sort: null })));
    expect(search()).toBe("?colour=red");
  });

  it("reports that another currency took the price away, and nothing where there was none", () => {
    const before = toasts.get();
    const { unmount } = show("/?colour=red");
    act(() => setCurrency("USD"));
    expect(toasts.get()).toBe(before);
    unmount();
    show("/?price=250-800");
    act(() => setCurrency("EUR"));
    expect(search()).toBe("");
    expect(toasts.get().map(({ text }) => text)).toEqual([
      "The price was taken away: it was chosen in another currency",
    ]);
  });

  it("converts the price into another currency and reports it, once the bands are known", async () => {
    await loadFilters();
    const { now } = show("/?price=0-500&colour=red&page=3");
    act(() => setCurrency("EUR"));
    expect(search()).toBe("?price=0-35&colour=red&currency=EUR");
    expect(now()).toMatchObject({ page: 1, filters: { price: ["0-35"], colour: ["red"] } });
    expect(toasts.get().at(-1)?.text).toBe("The price Under R 500 is now Under €35");
  });

  it("leaves out what an old link requests and there is no more, and reports it", async () => {
    await loadFilters();
    const { now } = show("/?gender=Mens&colour=mauve&brand=Nobody");
    expect(now().filters).toEqual({ gender: ["men"], brand: ["Nobody"] });
    expect(toasts.get().map(({ text }) => text)).toEqual(["There is no such filter any more: Colour: mauve"]);
  });

  it("goes to page 1 when the country changes, which may have fewer", () => {
    const { now } = show("/?colour=red&page=5");
    act(() => setCountryCode("PT"));
    expect(search()).toBe("?colour=red");
    expect(now().page).toBe(1);
  });

  it("reads another text anew, and the same text as it was", () => {
    const { actions } = show("/?q=red+dress&nu=colour%3Ared&typed=1");
    act(() => actions.commit((base) => toggleValue(base, "brand", "Karoo")));
    expect(search()).toBe("?q=red+dress&nu=colour:red&typed=1&brand=Karoo");
    act(() => actions.draft.edit("red shirt"));
    act(() => actions.searchNow());
    expect(search()).toBe("?q=red+shirt");
  });

  it("remembers searches by text for the suggestions", () => {
    const { actions } = show("/");
    for (const text of ["boots", "linen", "Boots"]) {
      act(() => actions.draft.edit(text));
      act(() => actions.searchNow());
    }
    expect(recentSearches()).toEqual(["Boots", "linen"]);
  });
});
