/**
 * Writes the generated files, or with `--check` fails when one of them is not what it would be. They are committed, so
 * that a reader sees them and the program runs from source without a build.
 */
import { existsSync, readFileSync } from "node:fs";
import { commands } from "../src/commands/index.ts";
import { reference } from "../src/manual/reference.ts";
import { endpoints } from "../src/platform/api/index.ts";
import { endpointsReference } from "../src/platform/api/reference.ts";
import { endpointTable } from "../src/platform/api/table.ts";
import { pythonReference } from "../src/python/reference.ts";
import { extractorSource, injectSource, permissionHookSource, storageSource } from "./inject.ts";
import { dashboardSource, livePageSource } from "./page.ts";
import { protocolSource } from "./protocol.ts";
import { licensesText } from "./release/licenses.ts";
import { sdkFiles } from "./sdk/index.ts";

const files: Record<string, () => string | Promise<string>> = {
  "src/cdp/protocol.gen.ts": () => protocolSource,
  "src/page/inject.gen.ts": injectSource,
  "src/page/extractor.gen.ts": extractorSource,
  "src/page/storage.gen.ts": storageSource,
  "src/page/permission-hook.gen.ts": permissionHookSource,
  "src/platform/web/page.gen.ts": dashboardSource,
  "src/cloud/endpoints.gen.ts": endpointTable,
  "src/platform/live/page.gen.ts": livePageSource,
  "src/setup/licenses.gen.txt": licensesText,
  "docs/reference.md": () => reference(commands),
  "docs/python.md": () => pythonReference(commands),
  "docs/endpoints.md": endpointsReference,
  ...Object.fromEntries(Object.entries(sdkFiles(endpoints)).map(([path, text]) => [path, () => text])),
};

const check = process.argv.includes("--check");
let stale = 0;
for (const [path, make] of Object.entries(files)) {
  const wanted = await make();
  const held = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  if (held === wanted) continue;
  if (check) {
    console.error(`${path} is not up to date: run \`bun run gen\``);
    stale++;
  } else {
    await Bun.write(path, wanted);
    console.error(`wrote ${path}`);
  }
}
process.exit(stale === 0 ? 0 : 1);
