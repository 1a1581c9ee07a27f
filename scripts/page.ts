/** Bundles the pages that the platform serves, each with its script and style, so that the executable holds them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** `src/platform/web/page/`: the dashboard. */
export function dashboardSource(): Promise<string> {
  return source("src/platform/web/page");
}

async function source(folder: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(folder, "main.ts")],
    target: "browser",
    format: "esm",
    minify: true,
  });
  const script = (await built.outputs[0]?.text())?.trim();
  if (!script) throw new Error(`the page did not build: ${folder}`);
  const held = (name: string) => readFileSync(join(folder, name), "utf8");
  const files = {
    "index.html": held("index.html"),
    "app.js": `${script}\n`,
    "style.css": held("style.css").replace(/\n\s*/g, "\n"),
  };
  return [
    `// Written by scripts/page.ts from ${folder}/. Do not edit.`,
    "/** The files of the page by name. */",
    `export const PAGE = ${JSON.stringify(files)};`,
    "",
  ].join("\n");
}
