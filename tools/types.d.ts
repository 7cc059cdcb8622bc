// What TypeScript cannot know of itself: what web/ imports from npm's packages by path, as a browser
// needs it, and what browsers have but its own declarations lack.

declare module "*/pyodide/pyodide.mjs" {
  export * from "pyodide";
}

declare module "*/@pyscript/core/dist/core.js" {
  export * from "@pyscript/core";
}

interface Document {
  readonly prerendering?: boolean; // Chromium only
}
