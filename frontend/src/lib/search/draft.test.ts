import { createDraft, TEXT_PAUSE_MS } from "./SearchProvider";

describe("the text being typed (spec §4, §9)", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is shown until the page that was searched for is there", () => {
    const draft = createDraft(vi.fn());
    draft.edit("kettle");
    expect(draft.submit()).toBe("kettle");
    expect([draft.get(), draft.submit()]).toEqual(["kettle", null]);
    draft.settle();
    expect(draft.get()).toBeNull();
  });

  it("keeps the letters that were typed meanwhile, and searches for them", () => {
    const pause = vi.fn();
    const draft = createDraft(pause);
    draft.edit("ket");
    draft.submit();
    draft.edit("kettle");
    draft.settle();
    expect(draft.get()).toBe("kettle");
    vi.advanceTimersByTime(TEXT_PAUSE_MS);
    expect(pause).toHaveBeenCalledOnce();
    draft.settle();
    expect(draft.get()).toBeNull();
  });
});
