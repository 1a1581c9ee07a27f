/** Every limit of the code is enforced: a project that breaks each of them once is reported once for each. */

import { expect, test } from "bun:test";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { violations } from "../../scripts/limits.ts";
import { temporaryFolder } from "../support/folder.ts";

const ROOT = join(import.meta.dir, "../..");

const lines = (count: number, line: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => line(n)).join("\n");

/** One file for each limit, with what it must be reported for, and files that break none. */
const FILES: Record<string, string> = {
  "src/main.ts": `
    import { complex } from "./complex.ts";
    import { left } from "./left.ts";
    import { float } from "./float.ts";
    import { longFile } from "./long-file.ts";
    import { longFunction } from "./long-function.ts";
    import { used } from "./unused.ts";
    console.log(complex, left, float, longFile, longFunction, used);`,
  "src/complex.ts": `export function complex(a: number): void { ${"if (a) { if (a) { if (a) { if (a) { if (a) { if (a) {"} ${"}".repeat(6)} }`,
  "src/left.ts": `import type { Right } from "./right.ts";\nexport const left: { right?: Right } = {};`,
  "src/right.ts": `import type { left } from "./left.ts";\nexport type Right = typeof left;`,
  "src/float.ts": `async function slow(): Promise<void> {}\nexport function float(): void {\n  slow();\n}`,
  "src/long-file.ts": `export const longFile = 0;\n${lines(300, (n) => `console.log(${n});`)}`,
  "src/long-function.ts": `export function longFunction(): void {\n${lines(41, (n) => `console.log(${n});`)}\n}`,
  "src/unused.ts": "export const used = 1;\nexport const unused = 2;",
  "src/alone.ts": "console.log(1);",
  "src/cdp/some.gen.ts": `export const generated = 1;\n${lines(500, (n) => `console.log(${n});`)}`,
  "test/long.test.ts": `import { test } from "bun:test";\ntest("a long one", () => {\n${lines(400, (n) => `console.log(${n});`)}\n});`,
};

test("each limit reports what exceeds it, and nothing else", async () => {
  using root = temporaryFolder();
  for (const name of ["biome.json", "knip.json", "package.json", "tsconfig.json"])
    cpSync(join(ROOT, name), join(root.path, name));
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(dirname(join(root.path, path)), { recursive: true });
    writeFileSync(join(root.path, path), text);
  }
  const found = (await violations(root.path)).map(({ path, rule }) => `${path} ${rule}`);
  expect(found).toEqual([
    "src/alone.ts unusedFile",
    "src/complex.ts noExcessiveCognitiveComplexity",
    "src/float.ts noFloatingPromises",
    "src/left.ts noImportCycles",
    "src/long-file.ts noExcessiveLinesPerFile",
    "src/long-function.ts noExcessiveLinesPerFunction",
    "src/right.ts noImportCycles",
    "src/unused.ts unusedExport",
  ]);
}, 60_000);
