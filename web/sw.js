// Stores every file of this version, so that the page works without a network. The build fills in version and files.
// Caches belong to everything on this origin: ours begin with our name and our path.
const OURS = `swisspair ${new URL("./", location).pathname} `;
const VERSION = `${OURS}@VERSION@`;
const FILES = ["@FILES@"];

self.addEventListener("install", event => {
  // The large engine is stored only when the page requests it, so that it is not loaded twice.
  const small = FILES.filter(name => !name.startsWith("parts/"));
  event.waitUntil(caches.open(VERSION).then(cache => cache.addAll(["./", ...small])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", event => {
  event.waitUntil(
    caches.keys()
      .then(names => Promise.all(names.filter(name => name.startsWith(OURS) && name !== VERSION).map(name => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", event => {
  const url = new URL(event.request.url);
  if (event.request.method === "GET" && url.origin === location.origin) event.respondWith(answer(event.request, url));
});

// The page asks for this as soon as its engine works: everything that was requested before this worker controlled the page
// is stored now, however slow the network is.
self.addEventListener("message", event => {
  if (event.data === "keep") event.waitUntil(keepAll().then(() => event.source.postMessage("kept")));
});

async function keepAll() {
  const cache = await caches.open(VERSION);
  for (const name of FILES) {
    const address = new URL(name, location).pathname;
    if (!await cache.match(address)) await cache.add(address);
  }
}

async function answer(request, url) {
  const cache = await caches.open(VERSION);
  const kept = await cache.match(url.pathname, { ignoreSearch: true });
  if (kept) return kept;
  const found = await fetch(request);
  const name = url.pathname.slice(new URL("./", location).pathname.length);
  if (found.ok && FILES.includes(name)) await cache.put(url.pathname, found.clone());
  return found;
}
