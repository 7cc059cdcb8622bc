// The large files are compressed by the build: not every host compresses what it sends. The service worker
// decompresses them once, for all visits.

/**
 * @param {Promise<Response>} request for a compressed file
 * @param {string} type what it is when it is decompressed
 */
export async function decompressed(request, type = "application/octet-stream") {
  const response = await request;
  const { ok, url, status, body } = response;
  if (!ok || !body) throw new Error(`${url} answers ${status}`);
  if (isPrecached(response)) return response;
  const headers = { "Content-Type": type };
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers });
}

/** @param {Response} response for a compressed file */
export function isPrecached({ headers }) {
  return headers.has("X-Decompressed");
}
