import { createDraft, TEXT_PAUSE_MS } from "./draft";

describe("the text being typed (spec §4, §9)", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("pauses 2,000 ms after the last keystroke and not before", () => {
    const pause = vi.fn();
    const draft = createDraft(pause);
    draft.type("l");
    vi.advanceTimersByTime(TEXT_PAUSE_MS - 1);
    draft.type("li");
    vi.advanceTimersByTime(1999);
    expect(pause).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(pause).toHaveBeenCalledOnce();
  });

  it("cancels the timer when the text is taken", () => {
    const pause = vi.fn();
    const draft = createDraft(pause);
    draft.type("linen");
    expect(draft.take()).toBe("linen");
    expect(draft.take()).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(pause).not.toHaveBeenCalled();
  });

  it("tells an emptied box from one in which nothing was typed", () => {
    const draft = createDraft(vi.fn());
    expect(draft.get()).toBeNull();
    draft.type("");
    expect(draft.get()).toBe("");
  });

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
