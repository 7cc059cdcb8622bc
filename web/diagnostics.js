// Diagnostics: a failure that a player need not hear of, because the page goes on without what failed,
// leaves a diagnostic in the console, at its lowest level. Tests fail on one that they do not expect.

/**
 * @param {string} what did not work
 * @param {unknown} error
 */
export function diagnose(what, error) {
  const isAborted = error instanceof Error && error.name === "AbortError"; // the page is going
  if (!isAborted) console.debug(`diagnostic: ${what}: ${error}`);
}
