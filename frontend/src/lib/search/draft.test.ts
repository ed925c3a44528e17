import { createDraft, TEXT_PAUSE_MS } from "./draft";

describe("the text being typed (spec §4, §9)", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is shown until the page that was searched for is there", () => {
    const draft = createDraft(vi.fn());
    draft.type("kettle");
    expect(draft.send()).toBe("kettle");
    expect([draft.get(), draft.send()]).toEqual(["kettle", null]);
    draft.arrive();
    expect(draft.get()).toBeNull();
  });

  it("keeps the letters that were typed meanwhile, and searches for them", () => {
    const pause = vi.fn();
    const draft = createDraft(pause);
    draft.type("ket");
    draft.send();
    draft.type("kettle");
    draft.arrive();
    expect(draft.get()).toBe("kettle");
    vi.advanceTimersByTime(TEXT_PAUSE_MS);
    expect(pause).toHaveBeenCalledOnce();
    draft.arrive();
    expect(draft.get()).toBeNull();
  });
});
