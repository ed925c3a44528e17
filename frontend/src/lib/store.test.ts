import { readStored, writeStored } from "./store";

afterEach(() => void vi.restoreAllMocks());

it("keeps what the browser refuses as long as the page lasts, and not longer than it is newest", () => {
  const write = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  writeStored("chosen", "[1,2]");
  expect(readStored("chosen")).toBe("[1,2]");
  expect(readStored("chosen", "sessionStorage")).toBeNull();
  write.mockRestore();
  writeStored("chosen", "[3]");
  expect(readStored("chosen")).toBe("[3]");
  expect(localStorage.getItem("chosen")).toBe("[3]");
});
