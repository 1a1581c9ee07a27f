/** Bundles the pages that the platform serves, with their scripts and styles, so that the executable holds them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The dashboard: files that its server sends by name. */
export async function dashboardSource(): Promise<string> {
  const folder = "src/platform/web/page";
  return source(folder, "PAGE", "The files of the dashboard by name.", {
    "index.html": readFileSync(join(folder, "index.html"), "utf8"),
    "app.js": await bundled(folder, "main.tsx"),
    "style.css": await bundled(folder, "style.css"),
  });
}

/** The live view: parts of one document, which may be framed by others and loads nothing. */
export async function livePageSource(): Promise<string> {
  const folder = "src/platform/live/page";
  return source(folder, "LIVE_PAGE", "The page of the live view, in its parts.", {
    script: between(await bundled(folder, "main.tsx")),
    style: between(await bundled(folder, "style.css")),
  });
}

async function bundled(folder: string, name: string): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(folder, name)],
    target: "browser",
    format: "iife",
    minify: true,
    jsx: { runtime: "automatic", importSource: "preact", development: false },
  });
  const code = (await built.outputs[0]?.text())?.trim();
  if (!code) throw new Error(`the page did not build: ${join(folder, name)}`);
  return code;
}

/** As it may stand between tags. */
function between(code: string): string {
  return code.replace(/<\/(script|style)/gi, "<\\/$1");
}

function source(folder: string, name: string, told: string, parts: Record<string, string>): string {
  return [
    `// Written by scripts/page.ts from ${folder}/. Do not edit.`,
    `/** ${told} */`,
    `export const ${name} = ${JSON.stringify(parts)};`,
    "",
  ].join("\n");
}
