// Keeps the whole site, so that it works without a network. The build writes the version, and the
// digest of every file of it, above these lines.

const SITE = ` ${registration.scope}`;
const CACHE = `tic-tac-toe ${VERSION}${SITE}`;
const PATIENCE = 5;
const HEAD = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tic-tac-toe</title>
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; img-src data:">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark"><link rel="icon" href="data:,">`;
const HANDOVER = `${HEAD}<script src="${registration.scope}web/handover.js"></script>`;
const GONE = `${HEAD}
  <p>The game could not start: there is no network, and the browser has removed what it had kept.</p>
  <p><a href="">Try again</a></p>`;
let refreshes = 0;
let keeping;

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.data === "take over" && event.waitUntil(skipWaiting()));
addEventListener("fetch", (event) => {
  const { method, url, cache } = event.request;
  const isWanted = method === "GET" && url.startsWith(registration.scope) && cache !== "reload";
  if (isWanted) event.respondWith(answer(event));
});

// All files of this version or none: what another version has in its place is not taken. The page comes
// last: where it is kept, everything is.
async function install() {
  await caches.delete(CACHE);
  const { "./": page, ...others } = Object.fromEntries(await Promise.all(Object.entries(FILES).map(fetched)));
  const cache = await caches.open(CACHE);
  await Promise.all(Object.entries(others).map(([name, response]) => cache.put(name, response)));
  await cache.put("./", page);
}

async function fetched([name, digest]) {
  for (const mode of ["default", "reload"]) {
    const response = await fetch(name, { cache: mode });
    if (response.ok && (await digestOf(response.clone())) === digest) return [name, response];
  }
  throw new Error(`${name} is not that of version ${VERSION}`);
}

async function digestOf(response) {
  const digest = await crypto.subtle.digest("SHA-256", await response.arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function activate() {
  const old = (await caches.keys()).filter((name) => name.endsWith(SITE) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
  await clients.claim();
}

// A version that waits takes over when a visit begins, before anything of the old one is answered:
// the visit asks it to, and begins again when it has, or after a while.
async function answer(event) {
  const { request } = event;
  if (request.mode === "navigate" && registration.waiting && refreshes++ < PATIENCE) {
    return new Response(HANDOVER, { headers: { "Content-Type": "text/html", Refresh: "2" } });
  }
  const [address] = request.url.split(/[?#]/);
  const name = address === `${registration.scope}index.html` ? registration.scope : address;
  const kept = await caches.match(name, { cacheName: CACHE });
  // Handed over whole: what a worker still streams when it is stopped, or the page is left, is lost
  if (kept) return new Response(await kept.blob(), kept);
  const isBegun = name === registration.scope && !keeping && (await caches.delete(CACHE)); // but not ended
  if (isBegun || !(await caches.has(CACHE))) event.waitUntil(keepAgain());
  return fetch(request).catch((error) => {
    if (request.mode !== "navigate") throw error;
    return new Response(GONE, { headers: { "Content-Type": "text/html" } });
  });
}

// The browser has removed what was kept, or has stopped the worker before it was.
function keepAgain() {
  keeping ??= install().catch(() => caches.delete(CACHE)).finally(() => (keeping = undefined));
  return keeping;
}
