// A snapshot: Python's memory right after its start, stored for the next visit. Two thirds of it are
// zeros, so only the pages with something in them are stored.

export const LIBRARY_URL = new URL("python_stdlib.zip", import.meta.url).href;

// How Python is started, by the page and for a snapshot of it: the same, or the one is of no use.
export const OPTIONS = {
  indexURL: new URL("../node_modules/pyodide/", import.meta.url).href,
  stdLibURL: LIBRARY_URL,
  // Nothing is ever installed
  lockFileContents: JSON.stringify({ info: { abi_version: "2026_0" }, packages: {} }),
};

const CACHE = `tic-tac-toe snapshot ${new URL("..", import.meta.url)}`;
const PAGE = 4096;
const URL_OF_RELEASE = new URL("snapshot", import.meta.url); // with the content hash of this folder

/** The snapshot of this release, if there is one: a promise of its bytes. */
export async function find() {
  const cache = await caches.open(CACHE);
  const response = await cache.match(URL_OF_RELEASE);
  const bytes = response?.arrayBuffer().then(unpack);
  bytes?.catch(() => {}); // whoever waits for them will hear of it
  return bytes && { bytes };
}

/** @param {Uint8Array<ArrayBuffer>} memory */
export async function store(memory) {
  await remove(); // that of another release
  const cache = await caches.open(CACHE);
  await cache.put(URL_OF_RELEASE, new Response(new Blob(pack(memory))));
}

export async function remove() {
  await caches.delete(CACHE);
}

/** @param {Uint8Array<ArrayBuffer>} memory */
function pack(memory) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / 4);
  const pages = [];
  for (let page = 0; page * PAGE < memory.length; page++) {
    if (words.subarray((page * PAGE) / 4, ((page + 1) * PAGE) / 4).some((word) => word))
      pages.push(page);
  }
  return [
    Uint32Array.of(memory.length, pages.length, ...pages),
    ...pages.map((page) => memory.subarray(page * PAGE, (page + 1) * PAGE)),
  ];
}

/** @param {ArrayBuffer} buffer */
function unpack(buffer) {
  const [length, count] = new Uint32Array(buffer, 0, 2);
  const pages = new Uint32Array(buffer, 8, count);
  const packed = new Uint8Array(buffer, 8 + 4 * count);
  const memory = new Uint8Array(length);
  pages.forEach((page, i) => memory.set(packed.subarray(i * PAGE, (i + 1) * PAGE), page * PAGE));
  return memory;
}
