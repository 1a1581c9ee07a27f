/** Generated texts match the list of commands. */
import { expect, test } from "bun:test";
import { parseLine } from "../../src/cli/parse.ts";
import { commands } from "../../src/commands/index.ts";
import { FAILURES } from "../../src/errors.ts";
import { helpOn } from "../../src/manual/help.ts";
import { manualPage } from "../../src/manual/man.ts";
import { skillFile } from "../../src/manual/skill.ts";
import { topics } from "../../src/manual/topics.ts";
import { CHARS_PER_TOKEN } from "../../src/page/snapshot/state.ts";

/** A line of help as a shell sees it: with placeholders filled in, without remarks and other programs. */
function words(line: string): string[] {
  const command = line
    .replace(/\s+#.*$|\s[|<] .*$/g, "")
    .replace(/<(index|x|y)>/g, "1")
    .replace(/<\w+>/g, "x");
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "").slice(1);
}

/** The commands in the indented lines of a text, which may have two columns. Other lines are prose. */
function shown(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => line.startsWith("  "))
    .flatMap((line) => line.split(/\s{3,}|\s\(/))
    .filter((part) => part.trim().startsWith("svc "))
    .map((part) => part.trim());
}

function expectCommand(line: string): void {
  process.env.PASSWORD ??= "";
  let name: string | undefined;
  try {
    const { command, globals } = parseLine(words(line), commands);
    name = command?.name ?? (globals.mcp ? "--mcp" : undefined);
  } catch (error) {
    throw new Error(`${line}: ${(error as Error).message}`);
  }
  expect({ line, name }).toEqual({ line, name: expect.any(String) });
}

/** Lines longer than 80 columns. Examples may be longer, so that they can be copied. */
function tooWide(text: string): string[] {
  return text.split("\n").filter((line) => line.length > 80 && !line.startsWith("  svc "));
}

test("help texts of all commands and nouns fit the screen", () => {
  const words = commands.flatMap(({ name }) => [name.split(" "), name.split(" ").slice(0, 1)]);
  for (const one of words) expect(tooWide(helpOn(one, commands))).toEqual([]);
});

test("topics fit the screen, and all their example lines can be parsed", () => {
  for (const topic of topics) {
    const text = topic.text(commands);
    expect(helpOn([topic.name], commands)).toContain(text);
    expect(tooWide(text)).toEqual([]);
    for (const line of shown(text)) if (!line.includes(" <key> ")) expectCommand(line);
  }
});

test("topics name only existing commands", () => {
  const few = commands.filter(({ name }) => /^(open|state|click)$/.test(name));
  const text = topics.find(({ name }) => name === "agents")?.text(few) ?? "";
  expect(text).not.toContain("svc skill");
  expect(topics.find(({ name }) => name === "agents")?.text(commands)).toContain("svc skill install");
});

test("the skill file has front matter, the main part first, all commands, and limited length", () => {
  const skill = skillFile(commands);
  const [, front = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? [];
  const facts = Bun.YAML.parse(front) as { name: string; description: string };
  expect(facts.name).toBe("svc");
  expect(facts.description.length).toBeGreaterThan(50);
  // The limit of the format.
  expect(facts.description.length).toBeLessThan(1_024);
  expect(skill.length / CHARS_PER_TOKEN).toBeLessThan(4_000);
  expect(body.split("\n").indexOf("## All commands")).toBeLessThan(60);
  // A noun that is also a command has a summary.
  expect(body).not.toContain("``,");
  for (const { name } of commands) {
    const [noun = "", verb] = name.split(" ");
    expect({
      name,
      isThere: body.includes(`\`${name}`) || (body.includes(`\`${noun}\``) && body.includes(`\`${verb}`)),
    }).toEqual({
      name,
      isThere: true,
    });
  }
  const lines = [...body.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) => block.trim().split("\n"));
  expect(lines.length).toBeGreaterThan(10);
  for (const line of lines) expectCommand(line);
});

test("the manual page is valid roff and contains every command", () => {
  const page = manualPage(commands);
  for (const { name } of commands) expect(page).toContain(`.B svc ${name.replaceAll("-", "\\-")}`);
  if (!Bun.which("groff")) return console.log("left out: the manual page through groff, which is not there");
  const { stdout, stderr } = Bun.spawnSync(["groff", "-man", "-Tutf8", "-ww"], { stdin: Buffer.from(page) });
  expect(stderr.toString()).toBe("");
  const text = stdout.toString().replace(/\x1b\[[\d;]*m|.\x08/g, "");
  // Copied text must work in a shell: dashes and quotes are ASCII.
  expect(text).toContain("--max-tokens");
  expect(text).toContain("svc type 'hello world'");
});

test("no help text uses internal words", () => {
  const said = [
    ...commands.map((one) => helpOn([one.name], commands)),
    ...topics.map((topic) => topic.text(commands)),
    skillFile(commands),
    JSON.stringify(FAILURES),
  ].join("\n");
  expect(said.match(/\b(happenings?|suspects?|dress(es)?|hand over)\b/gi)).toBeNull();
});
