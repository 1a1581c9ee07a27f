/** Bundles the page of the live view: `src/platform/live/page/`. */
import { readFileSync } from "node:fs";

const FOLDER = "src/platform/live/page";

export async function livePageSource(): Promise<string> {
  const script = await bundled("main.ts");
  const style = await bundled("style.css");
  const body = readFileSync(`${FOLDER}/body.html`, "utf8").replace(/>\s+</g, "><").trim();
  return [
    `// Written by scripts/live.ts from ${FOLDER}/. Do not edit.`,
    "/** The page of the live view, in its parts. */",
    `export const LIVE_PAGE = ${JSON.stringify({ script, style, body })};`,
    "",
  ].join("\n");
}

async function bundled(name: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [`${FOLDER}/${name}`],
    target: "browser",
    format: "iife",
    minify: { whitespace: true, syntax: true, identifiers: true },
  });
  const code = (await built.outputs[0]?.text())?.trim();
  if (!code) throw new Error(`the live view did not build: ${name}`);
  // It stands between tags.
  return code.replace(/<\/(script|style)/gi, "<\\/$1");
}
