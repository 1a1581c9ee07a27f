/** The documents about the code name files and folders that exist, and stay short. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const DOCUMENTS = [
  ...["ARCHITECTURE.md", "CONTRIBUTING.md"],
  ...readdirSync("docs/decisions").map((name) => join("docs/decisions", name)),
];

/** A path may begin at one of these folders, or at the first folder that its line names. */
const ROOTS = ["", "src", "src/platform", "src/page", "src/page/inject", "src/page/navigation"];

/** Files that only a build or a run makes. */
const MADE = /^(dist|run|undo|\.cache)\//;

/** Paths in backticks with a folder and an extension, or a slash at the end. */
function pathsIn(line: string): string[] {
  return [...line.matchAll(/`((?:[\w.-]+\/)+(?:[\w.-]+\.(?:ts|md|sh|json|py))?)`/g)].map(([, path = ""]) => path);
}

function missingIn(line: string): string[] {
  const paths = pathsIn(line).filter((path) => !MADE.test(path));
  const roots = [...ROOTS, ...paths.slice(0, 1)];
  return paths.filter((path) => !roots.some((root) => existsSync(join(root, path))));
}

for (const name of DOCUMENTS)
  test(`${name} names what exists`, () => {
    expect(readFileSync(name, "utf8").split("\n").flatMap(missingIn)).toEqual([]);
  });

test("ARCHITECTURE.md has at most 200 lines", () => {
  expect(readFileSync("ARCHITECTURE.md", "utf8").split("\n").length).toBeLessThanOrEqual(201);
});
