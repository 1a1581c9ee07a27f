/** What a newcomer follows is true: the first command of CONTRIBUTING.md, the forms for issues, and the container. */

import { expect, test } from "bun:test";
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/folder.ts";

const ROOT = join(import.meta.dir, "../..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** The blocks of TypeScript in the first section of CONTRIBUTING.md: the command, its import, and its test. */
function blocks(): { command: string; entry: string; test: string } {
  const [section = ""] = read("CONTRIBUTING.md").split("\n## Commands for daily work");
  const [command, entry, test] = [...section.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code);
  if (!command || !entry || !test) throw new Error("CONTRIBUTING.md has not the three blocks");
  return { command, entry, test };
}

test("the first command of CONTRIBUTING.md compiles, and its test passes", async () => {
  using copy = temporaryFolder();
  for (const name of ["src", "test", "scripts", "package.json", "tsconfig.json", "LICENSE"])
    cpSync(join(ROOT, name), join(copy.path, name), {
      recursive: true,
      filter: (path) => !path.includes("node_modules"),
    });
  symlinkSync(join(ROOT, "node_modules"), join(copy.path, "node_modules"));
  const guide = blocks();
  writeFileSync(join(copy.path, "src/commands/inspection/words.ts"), guide.command);
  writeFileSync(join(copy.path, "test/commands/inspection/words.test.ts"), guide.test);
  const list = read("src/commands/index.ts");
  const at = list.lastIndexOf("  getUrl,\n");
  writeFileSync(
    join(copy.path, "src/commands/index.ts"),
    `${guide.entry}${list.slice(0, at)}  getUrl,\n  getWords,\n${list.slice(at + "  getUrl,\n".length)}`,
  );
  const project = {
    extends: "./tsconfig.json",
    include: ["src/**/*.d.ts", "src/commands/index.ts", "test/commands/inspection/words.test.ts"],
  };
  writeFileSync(join(copy.path, "guide.json"), JSON.stringify(project));
  const run = (...line: string[]) =>
    Bun.spawnSync([process.execPath, ...line], { cwd: copy.path, stdout: "pipe", stderr: "pipe" });
  expect(run("node_modules/typescript/bin/tsc", "-p", "guide.json").stdout.toString()).toBe("");
  const tests = run("test", "--timeout", "60000", "./test/commands/inspection/words.test.ts");
  expect(tests.stderr.toString()).toContain("1 pass");
  expect(tests.exitCode).toBe(0);
}, 120_000);

/** A form for issues, as far as it is checked. */
interface Form {
  name: string;
  description: string;
  body: { type: string; id?: string; attributes: { label?: string; value?: string } }[];
}

test("the forms for issues are complete", () => {
  const names = readdirSync(join(ROOT, ".github/ISSUE_TEMPLATE")).filter((name) => name !== "config.yml");
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    const { name: title, description, body } = Bun.YAML.parse(read(`.github/ISSUE_TEMPLATE/${name}`)) as Form;
    expect([title, description].every((text) => text.length > 0)).toBe(true);
    for (const { type, id, attributes } of body)
      if (type === "markdown") expect(attributes.value).toBeString();
      else expect({ id, label: attributes.label }).toEqual({ id: expect.any(String), label: expect.any(String) });
  }
});

test("the container has the packages that a test run would install", () => {
  const config = JSON.parse(read(".devcontainer/devcontainer.json"));
  const dockerfile = read(`.devcontainer/${config.build.dockerfile}`);
  const installed = dockerfile.slice(dockerfile.indexOf("apt-get install")).split(/[\s\\]+/);
  const needed = [...read("test/run.ts").matchAll(/await needed\("[^"]+", "([^"]+)"/g)].map(([, name]) => name);
  expect(needed).toContain("xvfb");
  expect(needed.filter((name) => !installed.includes(name as string))).toEqual([]);
});
