import { resetSession } from "../../../lib/visitor/session";

const INLINED = {
  countryCode: "",
  search: { currency: "ZAR", countryCode: "", id: "1", answer: { results: [] } },
};

beforeEach(() => {
  vi.resetModules();
  resetSession();
  window.history.replaceState(null, "", "/?q=dress");
  document.body.innerHTML = `<script type="application/json" id="winkel-state">${JSON.stringify(INLINED)}</script>`;
});

// The files of this project share their page and their modules.
afterEach(() => {
  vi.resetModules();
  resetSession();
  window.history.replaceState(null, "", "/");
  document.body.innerHTML = "";
});

it.each([
  ["the search of the address", "?q=dress", { currency: "ZAR", countryCode: "" }, true],
  ["another search", "?q=boot", { currency: "ZAR", countryCode: "" }, false],
  ["another currency", "?q=dress", { currency: "EUR", countryCode: "" }, false],
  ["another country", "?q=dress", { currency: "ZAR", countryCode: "PT" }, false],
] as const)("the answer in the page is for %s", async (_, search, session, expected) => {
  const { initialResults } = await import("./answer");
  expect(initialResults(search, session) !== undefined).toBe(expected);
});
