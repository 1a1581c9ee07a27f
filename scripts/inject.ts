/** Bundles the scripts for pages, each into one expression that is evaluated in an isolated world. */

interface Bundle {
  entry: string;
  /** The global that it leaves in its world; nothing may stay in the page's own. */
  global?: string;
  name: string;
  doc: string;
  define?: Record<string, string>;
}

/** The library of every frame: `src/page/inject/`. */
export function injectSource(): Promise<string> {
  const doc = "Defines the page library in the world it is evaluated in; its value is the library.";
  return source({ entry: "src/page/inject/index.ts", global: "__svcPage", name: "INJECTED", doc });
}

/** What takes content out of a page: `src/page/inject/extract/`. */
export function extractorSource(): Promise<string> {
  const doc = "Defines the extractor in a world that has the page library; its value is the extractor.";
  // Turndown tries the parser of `window` when it loads, which pages with Trusted Types would notice and report.
  const define = { window: "undefined" };
  return source({ entry: "src/page/inject/extract/index.ts", global: "__svcExtract", name: "EXTRACTOR", doc, define });
}

/** What an origin keeps: `src/page/inject/storage/`. */
export function storageSource(): Promise<string> {
  const doc = "Defines the storage library in the world it is evaluated in; its value is the library.";
  return source({ entry: "src/page/inject/storage/index.ts", global: "__svcStorage", name: "STORAGE", doc });
}

/** What tells of permissions: `src/page/inject/permissions/`. */
export function permissionHookSource(): Promise<string> {
  const doc = "Watches the functions that ask for permissions, in the page's own world; needs `CHANNEL`.";
  return source({ entry: "src/page/inject/permissions/index.ts", name: "PERMISSION_HOOK", doc });
}

async function source({ entry, global, name, doc, define = {} }: Bundle): Promise<string> {
  const built = await Bun.build({
    entrypoints: [entry],
    target: "browser",
    format: "iife",
    minify: { whitespace: true, syntax: true, identifiers: true },
    define,
  });
  const code = (await built.outputs[0]?.text())?.trim();
  if (!code) throw new Error(`the scripts for pages did not build: ${entry}`);
  return [
    `// Written by scripts/inject.ts from ${entry.replace("index.ts", "")}. Do not edit.`,
    `/** ${doc} */`,
    `export const ${name} = ${JSON.stringify(global === undefined ? code : `${code};globalThis.${global}`)};`,
    "",
  ].join("\n");
}
