/** README and docs: their commands are commands, their links lead somewhere, and they become a site. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildSite } from "../scripts/site.ts";
import { parseLine } from "../src/cli/parse.ts";
import { commands } from "../src/commands/index.ts";
import { asFailure } from "../src/errors.ts";
import { splitWords } from "../src/lib/words.ts";
import { fixture } from "./fixture.ts";
import { temporaryFolder } from "./support/folder.ts";

/** Written by hand. The reference has its examples from the commands, which are tested with them. */
const PAGES = ["README.md", ...readdirSync("docs").map((name) => join("docs", name))].filter(
  (name) => name.endsWith(".md") && !/(reference|strings|endpoints|python)\.md$/.test(name),
);

const SOME_ID = "3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80";

/** Commands that go over several lines, each on one. */
function oneLine(block: string): string {
  return block.replaceAll("\\\n", " ").replace(/'[^'#]*'/g, (text) => text.replaceAll("\n", " "));
}

/** The lines of a page's shell blocks that run `svc`, without comments, pipes and what follows an operator. */
function svcLines(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/```(?:sh|console)\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  const lines = blocks.flatMap((block) => oneLine(block).split("\n"));
  return lines.flatMap((line) => {
    const found = /^\$? ?(?:[A-Z_]+=\S+ )*svc (.+)$/.exec(line)?.[1];
    return found === undefined
      ? []
      : [
          found
            .replace(/<(?:\w+-)?id>/g, SOME_ID)
            .replace(/\s+#.*$| [|&<>].*$/g, "")
            .trim(),
        ];
  });
}

function wrongIn(line: string): string | undefined {
  try {
    parseLine(splitWords(line), commands);
    return undefined;
  } catch (error) {
    const message = asFailure(error)?.message ?? String(error);
    // Variables of the examples are set only where somebody follows them.
    return message.includes("the environment variable") ? undefined : `svc ${line}: ${message}`;
  }
}

for (const name of PAGES)
  test(`${name}: every command parses, and every link leads to a file`, () => {
    const markdown = readFileSync(name, "utf8");
    expect(svcLines(markdown).flatMap((line) => wrongIn(line) ?? [])).toEqual([]);
    const links = [...markdown.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].map(([, address = ""]) => address);
    const local = links.filter((address) => !/^(https?|mailto):/.test(address));
    expect(local.filter((address) => !existsSync(join(dirname(name), address)))).toEqual([]);
  });

test("the loop of an agent in the README works", async () => {
  await using t = await fixture();
  const url = t.site("<title>Example Domain</title><a href=/more>Learn more</a>", { "/more": "<title>More</title>" });
  const [, block = ""] = readFileSync("README.md", "utf8").split("**The loop of an agent**");
  const [open, state, click] = svcLines(block.slice(0, block.indexOf("## ")));
  const run = (line = "") => t.text(...splitWords(line.replace("example.com", url)));
  expect(await run(open)).toContain("title: Example Domain");
  expect(await run(state)).toContain("[1]<a href=/more>Learn more");
  expect(await run(click)).toContain("title: More");
});

test("the pages become a site whose links lead to its own pages", () => {
  using folder = temporaryFolder();
  const pages = buildSite(".", folder.path);
  expect(pages).toContain("index.html");
  for (const page of pages) {
    const html = readFileSync(join(folder.path, page), "utf8");
    const addresses = [...html.matchAll(/(?:href|src)="([^"#]+)(?:#[^"]*)?"/g)].map(([, address = ""]) => address);
    const local = addresses.filter((address) => !/^(https?|mailto):/.test(address));
    expect(local.filter((address) => !existsSync(join(folder.path, address)))).toEqual([]);
    expect([...html.matchAll(/<(?:script|link|img)[^>]+(?:src|href)="https?:/g)]).toEqual([]);
  }
});
