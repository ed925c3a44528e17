// Injected into every document before its own scripts: tracks pending requests and timers, and
// answers dialogs. Whether a slow list is still loading is determined from this and not guessed from a
// clock. Dialogs are never opened, because an open dialog blocks the browser.
// arguments: [whether confirms are accepted]
((accepts) => {
  const SLOT = Symbol.for("winkel.watch");
  if (window[SLOT]) return;
  const now = () => performance.now();
  const state = { since: 0, last: now(), open: new Set(), failed: [], dialogs: [], leaving: false };
  Object.defineProperty(window, SLOT, { value: state });

  // Only tasks that start soon after the scroll or the click, or follow from those, are tracked: a
  // page that polls would never be quiet.
  const SOON = 1000;
  const LONGEST_TIMER = 15000;
  const counts = () => now() - state.last < SOON || state.open.size > 0;
  const begin = () => {
    if (!counts()) return null;
    const task = { at: now() };
    state.open.add(task);
    return task;
  };
  const end = (task, failure) => {
    if (!task || !state.open.delete(task)) return;
    state.last = now();
    if (failure && state.failed.length < 10) state.failed.push(failure);
  };
  const site = (host) => host.split(".").slice(-2).join(".");
  const isOwn = (address) => {
    try {
      return site(new URL(address, document.baseURI).hostname) === site(location.hostname);
    } catch {
      return false;
    }
  };
  const failure = (address, status) => (isOwn(address) && !(status > 0 && status < 400) ? String(status || "no answer") : null);

  const originalFetch = window.fetch;
  if (originalFetch) {
    window.fetch = function fetch(input, ...rest) {
      const address = input && input.url ? input.url : String(input);
      const task = begin();
      const answer = originalFetch.call(this, input, ...rest);
      answer.then(
        (response) => end(task, failure(address, response.status)),
        (error) => end(task, error && error.name === "AbortError" ? null : failure(address, 0)),
      );
      return answer;
    };
  }
  const { open, send } = XMLHttpRequest.prototype;
  const addresses = new WeakMap();
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    addresses.set(this, String(address));
    return open.call(this, method, address, ...rest);
  };
  XMLHttpRequest.prototype.send = function (...rest) {
    const task = begin();
    let aborted = false;
    this.addEventListener("abort", () => (aborted = true));
    this.addEventListener("loadend", () => end(task, aborted ? null : failure(addresses.get(this) || "", this.status)));
    return send.apply(this, rest);
  };
  const { setTimeout: wait, clearTimeout: forget, setInterval: repeat, clearInterval: halt } = window;
  const timers = new Map();
  const frame = window.requestAnimationFrame;
  let drawing = null;
  // Of an interval only the first call counts.
  const watched = (real) => function (what, delay, ...rest) {
    // A timer that a timer sets (a carousel, a clock) is not a consequence of the action.
    const follows = now() - state.since < SOON || drawing;
    if (!follows || delay < 50 || !(delay <= LONGEST_TIMER) || typeof what !== "function") return real.call(window, what, delay, ...rest);
    const task = begin();
    const id = real.call(window, (...args) => {
      timers.delete(id);
      try {
        what.apply(window, args);
      } finally {
        end(task);
      }
    }, delay, ...rest);
    timers.set(id, task);
    return id;
  };
  window.setTimeout = watched(wait);
  window.setInterval = watched(repeat);
  const forgetting = (stop) => function (id) {
    end(timers.get(id));
    timers.delete(id);
    return stop.call(window, id);
  };
  window.clearTimeout = forgetting(forget);
  window.clearInterval = forgetting(halt);

  // Tasks that end with an event: a message of a worker or a socket, the load of a script element.
  const answers = (target, ...kinds) => {
    const task = begin();
    if (!task) return;
    const over = () => end(task);
    for (const kind of kinds) target.addEventListener(kind, over, { once: true });
    wait.call(window, over, LONGEST_TIMER);
  };
  const watchAnswers = (type, name) => {
    const original = type.prototype[name];
    type.prototype[name] = function (...args) {
      answers(this, "message", "error", "close");
      return original.apply(this, args);
    };
  };
  if (window.Worker) watchAnswers(Worker, "postMessage");
  if (window.WebSocket) watchAnswers(WebSocket, "send");
  const arrivals = (records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (node.tagName === "SCRIPT" && node.src) answers(node, "load", "error");
    }
  };
  new MutationObserver(arrivals).observe(document, { childList: true, subtree: true });

  // A scroll takes effect with the next frame, and content that comes into view with the one after:
  // on a busy machine that takes longer than SOON. A hidden frame draws nothing.
  const draw = () => {
    if (drawing) state.open.add(drawing); // a browser that has stopped drawing is never quiet
    if (drawing || document.visibilityState !== "visible") return;
    const task = begin();
    const drawn = () => {
      drawing = null;
      end(task);
    };
    drawing = task;
    frame.call(window, () => frame.call(window, drawn));
    if (window !== window.top) wait.call(window, drawn, LONGEST_TIMER);
  };
  const acted = () => {
    state.since = state.last = now();
    draw();
  };
  // Called right before a scroll or a click. Tasks that have been open for long do not belong to it.
  state.arm = () => {
    state.failed = [];
    for (const task of state.open) if (now() - task.at > 10000) state.open.delete(task);
    acted();
  };
  // The click event itself may be late where the page is busy.
  addEventListener("click", (event) => event.isTrusted && acted(), true);
  const leave = () => {
    state.leaving = true;
    wait.call(window, () => (state.leaving = false), 10000); // it stayed: a download, a question
  };
  addEventListener("pagehide", leave);
  addEventListener("beforeunload", leave);

  const dialog = (kind, text, answer) => {
    if (state.dialogs.length < 20) state.dialogs.push([kind, String(text ?? "").slice(0, 300)]);
    return answer;
  };
  window.alert = (text) => dialog("alert", text, undefined);
  window.confirm = (text) => dialog("confirm", text, accepts);
  window.prompt = (text) => dialog("prompt", text, null);
  window.print = () => dialog("print", "", undefined);
})(arguments[0]);
