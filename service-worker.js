// Precaches the whole site, so that it works without a network. Only the page, its manifest and this
// worker have fixed names: every other URL has a content hash in it and is immutable. So a new release can
// take over at once: an open page goes on with its own files, from the precache of the release before.

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;

/** @type {{ release: string, files: Record<string, string>, offline: string, retry: string }} */
const SITE = { release: "", files: {}, offline: "", retry: "" }; // tools/build.py fills it in

const SUFFIX = ` ${scope}`;
const PREFIX = "tic-tac-toe precache ";
const PRECACHE = PREFIX + SITE.release + SUFFIX;
const OFFLINE_FALLBACK = `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Tic-tac-toe</title>
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">
  <p>${SITE.offline}</p><p><a href="">${SITE.retry}</a></p>`;

/** @type {Promise<unknown> | undefined} */
let repairing; // meanwhile the browser asks the network itself

worker.addEventListener("install", (event) => {
  event.waitUntil(precache().then(() => worker.skipWaiting()));
});
worker.addEventListener("activate", (event) => event.waitUntil(deleteOldCaches()));
worker.addEventListener("fetch", (event) => {
  const { method, url, cache, mode } = event.request;
  const isOurs = method === "GET" && url.startsWith(scope) && cache !== "reload";
  if (isOurs && (mode === "navigate" || !repairing)) event.respondWith(answer(event));
});

// All files of this release or none. The page comes last: where it is cached, everything is
async function precache() {
  const fetched = await Promise.all(Object.entries(SITE.files).map(verified));
  const { "./": page, ...others } = Object.fromEntries(fetched);
  const cache = await caches.open(PRECACHE);
  try {
    await Promise.all(Object.entries(others).map(([url, response]) => cache.put(url, response)));
    await cache.put("./", page);
  } catch (error) {
    await caches.delete(PRECACHE); // the storage is full
    throw error;
  }
}

/**
 * @param {[url: string, integrity: string]} file
 * @returns {Promise<[string, Response]>}
 */
async function verified([url, integrity]) {
  const isImmutable = url.includes("/", 2);
  const cached = isImmutable && (await caches.match(url)); // of the release before
  if (cached) return [url, cached];
  const response = await fetch(url, { integrity }).catch(() =>
    fetch(url, { integrity, cache: "reload" }),
  );
  return [url, url.endsWith(".gzip") ? decompressed(url, response) : response];
}

/**
 * Once for all visits: it is the page's main thread that would have to do it.
 *
 * @param {string} url
 * @param {Response} response
 */
function decompressed(url, { body }) {
  const type = url.includes(".wasm") ? "application/wasm" : "application/octet-stream";
  const headers = { "Content-Type": type, "X-Decompressed": "gzip" };
  return new Response(body?.pipeThrough(new DecompressionStream("gzip")), { headers });
}

// The precache of the release before stays, for the pages that are open
async function deleteOldCaches() {
  const isPrecache = (/** @type {string} */ name) =>
    name.startsWith(PREFIX) && name.endsWith(SUFFIX);
  const precaches = (await caches.keys()).filter(isPrecache);
  const complete = [];
  for (const name of precaches) {
    if (await caches.match("./", { cacheName: name })) complete.push(name);
  }
  const recent = complete.slice(-2);
  await Promise.all(
    precaches.filter((name) => !recent.includes(name)).map((name) => caches.delete(name)),
  );
}

/** @param {FetchEvent} event */
async function answer(event) {
  const { request } = event;
  const url = request.url.replace(/[?#].*/, "").replace(/index\.html$/, "");
  try {
    const own = await caches.match(url, { cacheName: PRECACHE });
    if (url === scope && !own) event.waitUntil(repair());
    const cached = own ?? (await caches.match(url));
    if (cached) return await whole(cached);
  } catch (error) {
    console.debug(`diagnostic: reading the precache: ${error}`);
  }
  return fetch(request).then(whole, (error) => {
    if (request.mode !== "navigate") throw error;
    return new Response(OFFLINE_FALLBACK, { headers: { "Content-Type": "text/html" } });
  });
}

/** @param {Response} response what a worker still streams when it is stopped, or replaced, is lost */
async function whole(response) {
  return new Response(await response.blob(), response);
}

// The browser has evicted the precache, or has stopped the worker before it was complete
function repair() {
  repairing ??= precache()
    .catch((error) => console.debug(`diagnostic: repair: ${error}`)) // the next visit repairs it
    .finally(() => {
      repairing = undefined;
    });
  return repairing;
}
