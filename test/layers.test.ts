/** The layers of ARCHITECTURE.md: an import goes downwards only, edges never import each other, a package has one door. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** From the bottom up. A file may import from its own folder and from lower rows. */
const ROWS: readonly (readonly string[])[] = [
  ["errors.ts", "version.ts"],
  ["lib"],
  ["values.ts", "command.ts"],
  ["cdp"],
  ["manual"],
  ["outcome.ts", "gate.ts"],
  ["tools"],
  ["page"],
  ["browser"],
  ["models"],
  ["python", "extract", "cloud", "tunnel"],
  ["agent"],
  ["setup"],
  ["platform/refusal.ts", "platform/socket.ts"],
  ["platform/billing"],
  ["platform/store", "platform/egress"],
  ["platform/workspaces"],
  ["platform/engine"],
  ["platform/webhooks"],
  ["platform/agents"],
  ["platform/skills"],
  ["platform/gateway", "platform/live", "platform/relay", "platform/api", "platform/web", "platform/mcp"],
  [
    "platform/hosts.ts",
    "platform/instance.ts",
    "platform/listen.ts",
    "platform/metrics.ts",
    "platform/operations.ts",
    "platform/key-headers.ts",
    "platform/throttle.ts",
  ],
  ["platform/options.ts"],
  ["platform/parts.ts", "platform/facts.ts", "platform/checks.ts"],
  ["platform/serve.ts"],
  ["commands"],
  ["daemon"],
  ["cli", "mcp"],
  ["main.ts"],
];

/** What a folder may import besides itself, where that is less than everything below it. */
const ONLY: Record<string, readonly string[]> = {
  lib: ["errors.ts", "lib"],
  cdp: ["errors.ts", "lib"],
  manual: ["command.ts", "values.ts", "errors.ts", "version.ts", "lib"],
};

/** Package to the one file that may import it, or the one of each program that has its own build of it. */
const DOORS: Record<string, string | readonly string[]> = {
  "@cfworker": "extract/fits.ts",
  "@jitl": "agent/script.ts",
  "quickjs-emscripten-core": "agent/script.ts",
  citty: "cli/parse.ts",
  ws: "cdp/websocket.ts",
  devalue: "daemon/wire.ts",
  consola: "lib/log.ts",
  yauzl: "setup/archive.ts",
  "@clack": "lib/prompts.ts",
  "@modelcontextprotocol": ["mcp/server.ts", "platform/mcp/sdk.ts"],
  zod: "mcp/jitless.ts",
  "@hono": "platform/api/hono.ts",
  socks: "platform/egress/socks.ts",
  "ipaddr.js": "platform/egress/addresses.ts",
  mediabunny: "platform/live/webm.ts",
  "prom-client": "platform/metrics.ts",
  otpauth: "agent/guard/totp.ts",
  "@ai-sdk": "models/wire.ts",
};

/** What the short way of a line loads, all of it: the start of every warm command. */
const QUICK = ["cli/quick.ts", "errors.ts", "lib/shell.ts", "main.ts", "version.ts"];

/** What runs in pages knows nothing of the program. */
const PAGES = ["page/inject/", "platform/web/page/", "platform/live/page/"];

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !PAGES.some((folder) => name.startsWith(folder)),
);
const transpiler = new Bun.Transpiler({ loader: "ts" });

/** Imports that are left at run time: type imports are exempt. */
function importsOf(file: string): { path: string; kind: string }[] {
  return transpiler.scanImports(readFileSync(join("src", file), "utf8")).map(({ path, kind }) => ({ path, kind }));
}

/** The folder of a file; of the platform the one below it. */
function place(file: string): string {
  const parts = file.split("/");
  return parts[0] === "platform" ? parts.slice(0, 2).join("/") : (parts[0] ?? "");
}

function row(file: string): number {
  return ROWS.findIndex((members) => members.includes(place(file)));
}

function target(file: string, path: string): string {
  return normalize(join(dirname(file), path));
}

test("every file has a place in the layers", () => {
  expect(files.filter((file) => row(file) < 0)).toEqual([]);
});

test("an import goes downwards", () => {
  const upwards = files.flatMap((file) =>
    importsOf(file)
      .filter(({ path }) => path.startsWith(".") && !path.endsWith("package.json"))
      .map(({ path }) => target(file, path))
      .filter((to) => place(to) !== place(file) && row(to) >= row(file))
      // Files of the root that share a row are one layer.
      .filter((to) => !(row(to) === row(file) && to.indexOf("/") < 0 && file.indexOf("/") < 0))
      .map((to) => `${file} -> ${to}`),
  );
  expect(upwards).toEqual([]);
});

test("leaves and cdp know nothing above them", () => {
  const wrong = files.flatMap((file) => {
    const allowed = ONLY[place(file)];
    if (!allowed) return [];
    return importsOf(file)
      .filter(({ path }) => path.startsWith("."))
      .map(({ path }) => target(file, path))
      .filter((to) => !allowed.includes(place(to)) && place(to) !== place(file))
      .map((to) => `${file} -> ${to}`);
  });
  expect(wrong).toEqual([]);
});

test("a package enters through one file", () => {
  const wrong = files.flatMap((file) =>
    importsOf(file)
      .filter(({ path }) => !path.startsWith(".") && !path.startsWith("node:") && !path.startsWith("bun"))
      .filter(({ path }) => ![DOORS[path.split("/")[0] ?? ""]].flat().includes(file))
      .map(({ path }) => `${file} -> ${path}`),
  );
  expect(wrong).toEqual([]);
});

test("the short way of a line loads five files and nothing of Node", () => {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const { path, kind } of importsOf(file)) {
      if (kind !== "import-statement" || path.endsWith("package.json")) continue;
      expect(`${file} imports ${path}`).toMatch(/ \.\.?\//);
      visit(target(file, path));
    }
  };
  visit("main.ts");
  expect([...loaded].sort()).toEqual(QUICK);
});
