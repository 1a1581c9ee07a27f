/** Which tests `bun run test:watch` runs for a changed file. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { readTests, testsFor } from "../../scripts/test-watch.ts";

const TESTS = new Map([
  ["test/commands/click.test.ts", ["test/fixture.ts"]],
  ["test/commands/tab.test.ts", ["test/fixture.ts"]],
  ["test/lib/files.test.ts", ["src/lib/files.ts"]],
  ["test/lib/log.test.ts", ["src/lib/log.ts", "src/lib/files.ts"]],
]);

test("a test file runs itself, a source file the test of its name and those that import it", () => {
  expect(testsFor(["test/lib/log.test.ts"], TESTS)).toEqual(["test/lib/log.test.ts"]);
  expect(testsFor(["src/commands/click.ts"], TESTS)).toEqual(["test/commands/click.test.ts"]);
  expect(testsFor(["src/lib/files.ts"], TESTS)).toEqual(["test/lib/files.test.ts", "test/lib/log.test.ts"]);
  expect(testsFor(["src/lib/files.ts", "src/lib/log.ts"], TESTS)).toEqual([
    "test/lib/files.test.ts",
    "test/lib/log.test.ts",
  ]);
});

test("a file that no test knows runs the tests of its folder", () => {
  expect(testsFor(["src/lib/lock.ts"], TESTS)).toEqual(["test/lib/files.test.ts", "test/lib/log.test.ts"]);
  expect(testsFor(["src/python/start.ts"], TESTS)).toEqual([]);
});

test("words choose the tests, and generated files and documents run none", () => {
  expect(testsFor(["src/lib/lock.ts"], TESTS, ["click", "tab"])).toEqual([
    "test/commands/click.test.ts",
    "test/commands/tab.test.ts",
  ]);
  expect(testsFor(["src/page/inject.gen.ts", "test/notes.md"], TESTS, ["click"])).toEqual([]);
});

test("the imports of the project's own tests are files that exist", () => {
  const tests = readTests();
  expect(tests.get("test/scripts/test-watch.test.ts")).toEqual(["scripts/test-watch.ts"]);
  expect([...tests.values()].flat().filter((file) => !existsSync(file))).toEqual([]);
});
