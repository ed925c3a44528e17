import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { BrowserRouter } from "react-router-dom";
import { type Answer, AnswerContext, NOTHING } from "../features/search/engine/answer";
import { SearchProvider } from "../lib/search/SearchProvider";
import { resetSession } from "../lib/visitor/session";
import { FILTER_DATA } from "./fixtures";

/** Draws a part of the home route at an address. */
export function showAt(url: string, element: ReactElement) {
  window.history.replaceState(null, "", url);
  resetSession();
  return render(
    <BrowserRouter>
      <SearchProvider>{element}</SearchProvider>
    </BrowserRouter>,
  );
}

/** The address's query, readable. */
export const search = () => decodeURIComponent(window.location.search);

/** Lets these media queries match. */
export function matchMedia(...matching: string[]): void {
  vi.stubGlobal("matchMedia", (query: string) => ({
    matches: matching.includes(query),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
}

/** Draws a part of the home route at an address, with a settled answer to its search. */
export function showAnswer(url: string, element: ReactElement, extra: Partial<Answer> = {}) {
  const answer: Answer = {
    ...NOTHING,
    data: FILTER_DATA,
    isFirst: false,
    total: 150,
    pages: 2,
    pageSize: 100,
    countsOf: () => null,
    stalled: false,
    loading: false,
    error: null,
    retry: () => undefined,
    ...extra,
  };
  return showAt(url, <AnswerContext value={answer}>{element}</AnswerContext>);
}
