/** The layers of ARCHITECTURE.md: an import goes downwards only, edges never import each other, few files import a package. */
import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { DEPENDENCIES } from "../scripts/dependencies.ts";

/** From the bottom up: folders and files. A file may import from its own entry and from lower rows. */
const ROWS: readonly (readonly string[])[] = [
  ["errors.ts", "version.ts"],
  ["outcome.ts"],
  ["lib"],
  ["value-type.ts", "values.ts", "web-values.ts", "args.ts", "command.ts"],
  ["cdp/errors.ts", "cdp/protocol.gen.ts", "cdp/raw-message.ts"],
  ["cdp/connection.ts", "cdp/trace.ts"],
  ["cdp/transport.ts"],
  ["cdp/shared", "cdp/websocket.ts"],
  ["manual"],
  ["run-command.ts", "authorization.ts"],
  ["tools"],
  ["page/extractor.gen.ts", "page/inject.gen.ts", "page/permission-hook.gen.ts", "page/storage.gen.ts"],
  ["page/events", "page/input", "page/navigation"],
  ["page/core"],
  ["page/locate"],
  ["page/snapshot"],
  ["page/reading", "page/actions"],
  ["page/controls"],
  ["browser/background-tabs.ts", "browser/browser-events.ts", "browser/downloads.ts"],
  ["browser/policy"],
  ["browser/storage"],
  ["browser/launch"],
  ["browser/browser-setup.ts", "browser/run-confinement.ts", "browser/suspect-tabs.ts"],
  ["browser/browser.ts"],
  ["browser/execute.ts", "browser/profiles"],
  ["models"],
  ["python", "extract", "cloud", "tunnel"],
  ["agent/evidence", "agent/guard", "agent/scripts"],
  ["agent/loop"],
  ["setup"],
  ["platform/refusal.ts", "platform/socket.ts"],
  ["platform/billing"],
  ["platform/store/database", "platform/egress"],
  ["platform/store/records"],
  ["platform/store/jobs"],
  ["platform/store/objects"],
  ["platform/workspaces"],
  ["platform/engine/lifecycle"],
  ["platform/engine/profiles", "platform/engine/files"],
  ["platform/webhooks"],
  ["platform/agents/runs"],
  ["platform/agents/sessions"],
  ["platform/skills"],
  ["platform/live/input", "platform/live/page.gen.ts"],
  ["platform/live/stream"],
  ["platform/live/recording"],
  ["platform/api/http"],
  ["platform/api/billing", "platform/api/browsers", "platform/api/webhooks", "platform/api/workspaces"],
  ["platform/api/files", "platform/api/sessions"],
  ["platform/api/skills", "platform/api/tasks"],
  ["platform/api/index.ts"],
  ["platform/api/document.ts"],
  ["platform/api/document-fields.ts", "platform/api/router.ts"],
  ["platform/api/reference.ts", "platform/api/table.ts"],
  ["platform/gateway", "platform/relay", "platform/web", "platform/mcp"],
  ["platform/metrics.ts"],
  ["platform/instance.ts", "platform/listen.ts", "platform/operations.ts", "platform/key-headers.ts"],
  ["platform/serve-options.ts"],
  ["platform/parts.ts", "platform/facts.ts", "platform/checks.ts"],
  ["platform/serve.ts"],
  ["commands/shared", "commands/tabs", "commands/cookies", "commands/session"],
  ["commands/navigation", "commands/inspection"],
  ["commands/interaction", "commands/data"],
  ["commands/setup", "commands/help", "commands/scripting"],
  ["commands/cloud"],
  ["commands/index.ts"],
  ["daemon"],
  ["cli", "mcp"],
  ["main.ts"],
];

/** The scripts that run inside pages: the same rule among themselves. */
const PAGE_ROWS: readonly (readonly string[])[] = [
  ["page/inject/dom"],
  ["page/inject/accessibility"],
  ["page/inject/identity", "page/inject/hit-testing"],
  ["page/inject/settling"],
  ["page/inject/pointer"],
  ["page/inject/snapshot", "page/inject/controls"],
  ["page/inject/index.ts"],
];

/** Edges of the platform: they never import each other, whatever their row. */
const EDGES = ["platform/api", "platform/gateway", "platform/live", "platform/relay", "platform/web", "platform/mcp"];

/** What a folder may import besides itself, where that is less than everything below it. */
const ONLY: Record<string, readonly string[]> = {
  lib: ["errors.ts", "lib"],
  cdp: ["errors.ts", "lib"],
  manual: ["args.ts", "command.ts", "value-type.ts", "values.ts", "web-values.ts", "errors.ts", "version.ts", "lib"],
};

/** All files that the fast path loads: the start of every warm command. */
const QUICK = [
  "cli/fast-path.gen.ts",
  "cli/fast-path.ts",
  "errors.ts",
  "lib/limits.ts",
  "lib/shell.ts",
  "main.ts",
  "version.ts",
];

/** Programs of their own: what they import is checked by their own rows, or by nobody but the compiler. */
const PAGES = ["page/inject/", "platform/web/page/", "platform/live/page/"];

const all = readdirSync("src", { recursive: true, encoding: "utf8" }).filter((name) => /(?<!\.d)\.tsx?$/.test(name));
const files = all.filter((name) => !PAGES.some((folder) => name.startsWith(folder)));
const transpilers = { ts: new Bun.Transpiler({ loader: "ts" }), tsx: new Bun.Transpiler({ loader: "tsx" }) };

/** Imports that are left at run time: type imports are exempt. */
function importsOf(file: string): { path: string; kind: string }[] {
  const transpiler = file.endsWith("x") ? transpilers.tsx : transpilers.ts;
  const imports = transpiler.scanImports(readFileSync(join("src", file), "utf8"));
  // For JSX the transpiler adds `require("react")`, whatever the JSX is compiled to.
  const isReal = ({ kind }: { kind: string }) => !(file.endsWith("x") && kind === "require-call");
  return imports.filter(isReal).map(({ path, kind }) => ({ path, kind }));
}

/** The entry of the rows that a file belongs to. */
function place(file: string, rows = ROWS): string | undefined {
  return rows.flat().find((entry) => file === entry || file.startsWith(`${entry}/`));
}

function row(file: string, rows = ROWS): number {
  const entry = place(file, rows);
  return rows.findIndex((members) => members.includes(entry ?? ""));
}

function target(file: string, path: string): string {
  return normalize(join(dirname(file), path));
}

function ownImports(file: string): string[] {
  return importsOf(file)
    .filter(({ path }) => path.startsWith(".") && !path.endsWith("package.json"))
    .map(({ path }) => target(file, path));
}

/** Every import that does not go to a lower row; files of the root that share a row are one layer. */
function upwards(members: readonly string[], rows: typeof ROWS): string[] {
  const isRoot = (file: string) => !file.includes("/");
  return members.flatMap((file) =>
    ownImports(file)
      .filter((to) => place(to, rows) !== place(file, rows) && row(to, rows) >= row(file, rows))
      .filter((to) => !(row(to, rows) === row(file, rows) && isRoot(to) && isRoot(file)))
      .map((to) => `${file} -> ${to}`),
  );
}

const inPages = all.filter((name) => /^page\/inject\/(?!extract\/|permissions\/|storage\/)/.test(name));

test("every file belongs to a layer", () => {
  expect(files.filter((file) => row(file) < 0)).toEqual([]);
  expect(inPages.filter((file) => row(file, PAGE_ROWS) < 0)).toEqual([]);
});

test("every layer names existing files", () => {
  const named = [...ROWS, ...PAGE_ROWS].flat();
  expect(named.filter((entry) => !all.some((file) => file === entry || file.startsWith(`${entry}/`)))).toEqual([]);
});

test("imports go only to lower layers", () => {
  expect(upwards(files, ROWS)).toEqual([]);
  // Types are declared beside the code that calls the scripts.
  expect(upwards(inPages, [["page/core", "page/snapshot"], ...PAGE_ROWS])).toEqual([]);
});

test("route handlers of the platform do not import each other", () => {
  const edge = (file: string) => EDGES.find((folder) => file.startsWith(`${folder}/`));
  const wrong = files.flatMap((file) =>
    ownImports(file)
      .filter((to) => edge(file) && edge(to) && edge(file) !== edge(to))
      .map((to) => `${file} -> ${to}`),
  );
  expect(wrong).toEqual([]);
});

test("there are no import cycles, types included", () => {
  const edges = new Map(
    all.map((file) => {
      const text = readFileSync(join("src", file), "utf8");
      const paths = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path = ""]) => path);
      return [file, paths.map((path) => target(file, path))] as const;
    }),
  );
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    (edges.get(from) ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
  expect(all.filter((file) => reaches(file, file))).toEqual([]);
});

test("test folders mirror source folders", () => {
  const own = /^(bench|conformance|e2e|property|scripts|sdk|sites|widgets|fixtures)\//;
  const folders = new Set(all.flatMap((file) => parentsOf(file)));
  const tests = readdirSync("test", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".test.ts"));
  expect(tests.filter((name) => !own.test(name) && name.includes("/") && !folders.has(dirname(name)))).toEqual([]);
});

/** What a test does not write itself, by the helper of test/support to use instead. */
const HELPERS = {
  temporaryFolder: /\bmkdtemp/,
  localServer: /\bBun\.serve\b/,
  failureOf: /(function|const) failureOf\b|\bcatch\(asFailure\)/,
  until: /\bwhile \(.*\) await Bun\.sleep\(|\bperformance\.now\(\)/,
};

/** Test files that read a clock, and why. None asserts a duration. */
const CLOCKS: Record<string, string> = {
  "browser/launch/quiet-run.ts": "counts packets during a time that its caller chooses",
  "commands/interaction/drag.test.ts": "its page ignores the first movements",
  "commands/interaction/pressing.test.ts": "its page moves the button",
  "conformance/own.ts": "keeps the deadline of the published client",
  "fixture.ts": "gives the recorder its start times",
  "property/late.ts": "its page measures by its own clock when an effect came",
  "run.ts": "prints how long a suite took",
};

test("a test uses the helpers of test/support", () => {
  const isChecked = (name: string) => name.endsWith(".ts") && !/^support\/|node_modules|^layers\.test/.test(name);
  const wrong = readdirSync("test", { recursive: true, encoding: "utf8" })
    .filter(isChecked)
    .flatMap((name) => {
      const text = readFileSync(join("test", name), "utf8");
      const used = Object.entries(HELPERS).flatMap(([helper, own]) => (own.test(text) ? [helper] : []));
      return used.map((helper) => `${name}: use ${helper}`);
    });
  expect(wrong.sort()).toEqual(Object.keys(CLOCKS).map((name) => `${name}: use until`));
});

function parentsOf(file: string): string[] {
  const parts = dirname(file).split("/");
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

test("lib and cdp import nothing above them", () => {
  const wrong = files.flatMap((file) => {
    const top = (path: string) => path.split("/")[0] ?? "";
    const allowed = ONLY[top(file)];
    if (!allowed) return [];
    return ownImports(file)
      .filter((to) => !allowed.includes(top(to)) && top(to) !== top(file))
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
  const found = all.flatMap((file) =>
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

test("the fast path loads seven small files and nothing of Node", () => {
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
