/** No hint, example or document puts a key on a command line, where histories and process lists would show it. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "..", "..");

/**
 * Commands that take a key, followed by anything but `-`, which reads standard input. A word in brackets is a usage
 * line.
 */
const TYPED =
  /svc (?:cloud login|profile auth --apikey|config set \w*(?:api_key|secret|access_key)) +(?!-(?:[\s`"'.]|$))[<\w]\S*/g;

test("no command line that svc shows contains a key", async () => {
  const shown: string[] = [];
  for (const pattern of ["src/**/*.{ts,py}", "docs/*.md", "*.md"]) {
    for await (const name of new Glob(pattern).scan(ROOT)) {
      if (name.includes("node_modules")) continue;
      const text = await Bun.file(join(ROOT, name)).text();
      // Prose follows the command after two spaces or in other words.
      for (const [found] of text.matchAll(TYPED)) if (!/ {2}/.test(found)) shown.push(`${name}: ${found}`);
    }
  }
  expect(shown).toEqual([]);
});
