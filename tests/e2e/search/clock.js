window.moments = {};
addEventListener('input', () => { moments.typed = performance.now(); }, true);
const push = history.pushState;
history.pushState = function (...a) { moments.went = performance.now(); push.apply(this, a); };
