/** The type declarations of `browser` are correct Python, and tell a checker what a reply holds. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { commands } from "../../src/commands/index.ts";
import { pythonStub } from "../../src/python/stub.ts";
import { temporaryFolder } from "../support/folder.ts";

const PYRIGHT = join(import.meta.dir, "../../node_modules/pyright/index.js");

const RIGHT = `
answer = browser.open("example.com")
print(answer.url.upper(), answer.get("status"))
for row in browser.state(max_tokens=100).elements:
    browser.click(row.index)
    browser.input(row.index, row.name)
browser.click(text="Save", timeout=500)
browser.input("Ann", label="Name")
browser.select("blue", label="Colour")
browser.fill({"Full name": "Ann", 7: True})
picture: bytes = browser.screenshot("a.png")
try:
    browser.scroll("down", 200)
except browser.Error as error:
    print(error.code, error.hint)
`;

const WRONG = `
browser.clik(3)
browser.open("example.com").adress
browser.click(3, force="yes")
browser.get_count(".item").count.upper()
`;

test("pyright in strict mode accepts correct code, and finds each mistake", async () => {
  using folder = temporaryFolder();
  const check = async (code: string) => {
    await Bun.write(join(folder.path, "job.py"), code);
    const { stdout } = Bun.spawnSync(["node", PYRIGHT, "-p", folder.path, "--outputjson"]);
    const { generalDiagnostics } = JSON.parse(stdout.toString());
    return generalDiagnostics.map(({ range, rule }: { range: { start: { line: number } }; rule: string }) => [
      range.start.line,
      rule,
    ]);
  };
  await Bun.write(join(folder.path, "__builtins__.pyi"), pythonStub(commands));
  await Bun.write(join(folder.path, "pyrightconfig.json"), '{ "typeCheckingMode": "strict", "pythonVersion": "3.11" }');
  expect(await check(RIGHT)).toEqual([]);
  const found = await check(WRONG);
  expect([...new Set(found.map(([line]: [number, string]) => line))]).toEqual([1, 2, 3, 4]);
});
