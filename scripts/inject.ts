/** Bundles `src/page/inject/` into one expression, to be evaluated in a page's isolated world. */
export async function injectSource(): Promise<string> {
  const built = await Bun.build({
    entrypoints: ["src/page/inject/index.ts"],
    target: "browser",
    format: "iife",
    minify: { whitespace: true, syntax: true, identifiers: true },
  });
  const code = (await built.outputs[0]?.text())?.trim();
  if (!code) throw new Error("the scripts for pages did not build");
  return [
    "// Written by scripts/inject.ts from src/page/inject/. Do not edit.",
    "/** Defines the page library in the world it is evaluated in; its value is the library. */",
    `export const INJECTED = ${JSON.stringify(`${code};globalThis.__svcPage`)};`,
    "",
  ].join("\n");
}
