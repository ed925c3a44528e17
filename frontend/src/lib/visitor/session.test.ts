import { writeStored } from "../store";
import { getSession, resetSession, setCountryCode, setCurrency } from "./session";

beforeEach(() => {
  window.history.replaceState(null, "", "/");
  localStorage.clear();
  resetSession();
});

describe("currency and country at the start (spec §4)", () => {
  it("are ZAR and everywhere by default", () => {
    expect(getSession()).toEqual({ currency: "ZAR", countryCode: "" });
  });

  it("come back as they were left", () => {
    setCurrency("EUR");
    resetSession();
    expect(getSession().currency).toBe("EUR");
  });

  it("are ZAR where a country code is set, until another currency is chosen, which stays", () => {
    setCountryCode("GB");
    resetSession();
    expect(getSession()).toEqual({ currency: "ZAR", countryCode: "GB" });
    setCurrency("EUR");
    resetSession();
    expect(getSession()).toEqual({ currency: "EUR", countryCode: "GB" });
  });

  it("follow a shared link's currency", () => {
    window.history.replaceState(null, "", "/?price=35-60&currency=USD");
    resetSession();
    expect(getSession().currency).toBe("USD");
  });

  it("ignore a stored currency that does not exist", () => {
    writeStored("currency", "GBP");
    resetSession();
    expect(getSession().currency).toBe("ZAR");
  });
});
