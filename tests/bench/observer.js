window.seen = {lcp: 0, cls: 0, tbt: 0, last: performance.now()};
const observe = (type, take) => new PerformanceObserver(list => {
  for (const entry of list.getEntries()) take(entry);
  seen.last = performance.now();
}).observe({type, buffered: true});
observe('largest-contentful-paint', e => { seen.lcp = e.startTime; });
observe('layout-shift', e => { if (!e.hadRecentInput) seen.cls += e.value; });
observe('longtask', e => { seen.tbt += Math.max(0, e.duration - 50); });
