// A snapshot: Python's memory right after its start. Two thirds of it are zeros, so only the pages with
// something in them are packed, behind the head that Pyodide gives it.

const CACHE = `tic-tac-toe snapshot ${new URL("..", import.meta.url)}`;
const URL_OF_RELEASE = new URL("snapshot", import.meta.url); // with the content hash of this folder
const DIGEST = "X-Digest"; // the header that has it
const PAGE = 4096;
const HEADER = 12; // bytes: the lengths of memory, head and page numbers
const STEP = 2 ** 20; // bytes that are restored without a pause

/** The snapshot of this release, if there is one; it must be what was stored. */
export async function find() {
  const cache = await caches.open(CACHE);
  const response = await cache.match(URL_OF_RELEASE);
  if (!response) return undefined;
  const packed = await response.arrayBuffer();
  if ((await digest(packed)) === response.headers.get(DIGEST)) return packed;
  throw new Error("It is not what was stored");
}

/** @param {ArrayBuffer} packed */
export async function store(packed) {
  await remove(); // that of another release
  const cache = await caches.open(CACHE);
  const headers = { [DIGEST]: await digest(packed) };
  await cache.put(URL_OF_RELEASE, new Response(packed, { headers }));
}

export async function remove() {
  await caches.delete(CACHE);
}

/**
 * @param {Uint8Array<ArrayBuffer>} head as Pyodide makes it
 * @param {Uint8Array} memory
 * @returns {ArrayBuffer}
 */
export function pack(head, memory) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length / 4);
  const pages = [];
  for (let page = 0; page * PAGE < memory.length; page++) {
    if (hasSomething(words, (page * PAGE) / 4, ((page + 1) * PAGE) / 4)) pages.push(page);
  }
  const first = HEADER + head.length + 4 * pages.length;
  const packed = new Uint8Array(first + PAGE * pages.length);
  packed.set(head, HEADER);
  new Uint32Array(packed.buffer, HEADER + head.length, pages.length).set(pages);
  pages.forEach((page, i) =>
    packed.set(memory.subarray(page * PAGE, (page + 1) * PAGE), first + i * PAGE),
  );
  new Uint32Array(packed.buffer, 0, 3).set([memory.length, head.length, pages.length]);
  return packed.buffer;
}

/**
 * Restores it into the memory of a module that has just been instantiated.
 *
 * @param {any} module
 * @param {ArrayBuffer} packed
 * @param {() => Promise<void>} pause
 * @returns {Promise<Uint8Array>} its head
 */
export async function restore(module, packed, pause) {
  const [length, headLength, count] = new Uint32Array(packed, 0, 3);
  const first = HEADER + headLength + 4 * count;
  if (length > module.HEAPU8.length) throw new Error("The snapshot is too large");
  const pages = new Uint32Array(packed, HEADER + headLength, count);
  let end = 0; // of what has been restored
  for (let i = 0; i < count; ) {
    let next = i + 1;
    while (next < count && pages[next] === pages[next - 1] + 1 && (next - i) * PAGE < STEP) next++;
    const run = new Uint8Array(packed, first + i * PAGE, (next - i) * PAGE);
    module.HEAPU8.fill(0, end, pages[i] * PAGE); // a new module may have data there
    module.HEAPU8.set(run, pages[i] * PAGE);
    end = (pages[next - 1] + 1) * PAGE;
    i = next;
    await pause();
  }
  return new Uint8Array(packed, HEADER, headLength);
}

/**
 * @param {Uint32Array} words
 * @param {number} from
 * @param {number} to
 */
function hasSomething(words, from, to) {
  for (let i = from; i < to; i++) if (words[i]) return true;
  return false;
}

/** @param {ArrayBuffer} packed */
async function digest(packed) {
  return String(new Uint8Array(await crypto.subtle.digest("SHA-256", packed)));
}
