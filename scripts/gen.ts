/**
 * Writes the generated files, or with `--check` fails when one of them is not what it would be. They are committed, so
 * that a reader sees them and the program runs from source without a build. With `--bundles` it writes the bundled
 * scripts of pages and nothing else.
 */
import { existsSync, readFileSync } from "node:fs";
import { commands } from "../src/commands/index.ts";
import { reference } from "../src/manual/reference.ts";
import { endpoints } from "../src/platform/api/index.ts";
import { endpointsReference } from "../src/platform/api/reference.ts";
import { endpointTable } from "../src/platform/api/table.ts";
import { pythonReference } from "../src/python/reference.ts";
import { DEPENDENCIES_PAGE, dependenciesPage } from "./dependencies-page.ts";
import { fastPathSource } from "./fast-path.ts";
import { extractorSource, injectSource, permissionHookSource, storageSource } from "./inject.ts";
import { dashboardSource, livePageSource } from "./page.ts";
import { protocolSource } from "./protocol.ts";
import { licensesText } from "./release/licenses.ts";
import { repliesSource } from "./replies.ts";
import { sdkFiles } from "./sdk/index.ts";
import { stringsPage } from "./strings.ts";

type Files = Record<string, () => string | Promise<string>>;

const bundles: Files = {
  "src/page/inject.gen.ts": injectSource,
  "src/page/extractor.gen.ts": extractorSource,
  "src/page/storage.gen.ts": storageSource,
  "src/page/permission-hook.gen.ts": permissionHookSource,
  "src/platform/web/page.gen.ts": dashboardSource,
  "src/platform/live/page.gen.ts": livePageSource,
};

const all: Files = {
  ...bundles,
  "src/cdp/protocol.gen.ts": () => protocolSource,
  "src/cli/fast-path.gen.ts": fastPathSource,
  "src/cloud/endpoints.gen.ts": endpointTable,
  "src/manual/replies.gen.json": repliesSource,
  "src/setup/licenses.gen.txt": licensesText,
  "docs/reference.md": () => reference(commands),
  "docs/python.md": () => pythonReference(commands),
  "docs/endpoints.md": endpointsReference,
  "docs/strings.md": stringsPage,
  [DEPENDENCIES_PAGE]: dependenciesPage,
  ...Object.fromEntries(Object.entries(sdkFiles(endpoints)).map(([path, text]) => [path, () => text])),
};

const check = process.argv.includes("--check");
const files = process.argv.includes("--bundles") ? bundles : all;
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
