function keep(): void {
  // Without it the browser's own page shows.
  void navigator.serviceWorker.register("/sw.js").catch(() => undefined);
}

/** Has the browser keep the page that shows where the network is away (public/sw.js). */
export function keepOfflinePage(): void {
  if (!("serviceWorker" in navigator)) return;
  // Behind the first screen, which does not wait for it.
  if (document.readyState === "complete") keep();
  else window.addEventListener("load", keep, { once: true });
}
