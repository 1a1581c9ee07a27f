/** The layers of ARCHITECTURE.md: an import goes downwards only, edges never import each other, few files import a package. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { DEPENDENCIES } from "../scripts/dependencies.ts";

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

/** What the short way of a line loads, all of it: the start of every warm command. */
const QUICK = ["cli/quick.ts", "errors.ts", "lib/shell.ts", "main.ts", "version.ts"];

/** What runs in pages knows nothing of the program. */
const PAGES = ["page/inject/", "platform/web/page/"];

function sources(isWanted: (name: string) => boolean): string[] {
  const names = readdirSync("src", { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts") && isWanted(name)).sort();
}

const files = sources((name) => !PAGES.some((folder) => name.startsWith(folder)));
const transpilers = { ts: new Bun.Transpiler({ loader: "ts" }), tsx: new Bun.Transpiler({ loader: "tsx" }) };

/** Imports that are left at run time: type imports are exempt. */
function importsOf(file: string): { path: string; kind: string }[] {
  const transpiler = file.endsWith("x") ? transpilers.tsx : transpilers.ts;
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

/** The package of an import, or undefined for a file, and for what Bun and Node bring along. */
function packageOf(path: string): string | undefined {
  if (path.startsWith(".") || /^(node:|bun(:|$))/.test(path)) return undefined;
  return path.split("/", path.startsWith("@") ? 2 : 1).join("/");
}

test("a package is imported only where scripts/dependencies.ts says", () => {
  const found = sources(() => true).flatMap((file) =>
    importsOf(file).flatMap(({ path }) => {
      const name = packageOf(path);
      return name === undefined ? [] : [{ name, file }];
    }),
  );
  const isListed = ({ name, file }: { name: string; file: string }) =>
    DEPENDENCIES[name]?.files.some((one) => (one.endsWith("/") ? file.startsWith(one) : file === one));
  expect(found.filter((one) => !isListed(one))).toEqual([]);
  const stale = Object.entries(DEPENDENCIES).flatMap(([name, { files }]) =>
    files
      .filter((one) => !found.some((other) => other.name === name && other.file.startsWith(one)))
      .map((one) => `${one} does not import ${name}`),
  );
  expect(stale).toEqual([]);
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
