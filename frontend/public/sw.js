/*
 * Shows a page of its own where the network is away. Nothing else is kept: searches, pages and
 * pictures come from the server, or not at all, so that no visitor sees an answer of yesterday.
 */
const KEPT = "offline-1";
const FILES = ["/offline.html", "/offline.css"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(FILES)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (name) => name !== KEPT;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const path = new URL(request.url).pathname;
  const instead = request.mode === "navigate" ? FILES[0] : path === FILES[1] ? FILES[1] : null;
  if (instead === null) return;
  event.respondWith(
    fetch(request).catch(() => caches.match(instead).then((kept) => kept ?? Response.error())),
  );
});
