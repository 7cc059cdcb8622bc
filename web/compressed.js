// The large files are compressed by the build: not every host compresses what it sends.

/**
 * @param {Promise<Response>} request for a compressed file
 * @param {string} type what it is when it is decompressed
 */
export async function decompressed(request, type = "application/octet-stream") {
  const { ok, url, status, body } = await request;
  if (!ok || !body) throw new Error(`${url} answers ${status}`);
  const headers = { "Content-Type": type };
  return new Response(body.pipeThrough(new DecompressionStream("gzip")), { headers });
}
