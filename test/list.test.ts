/** The list of commands as a whole: what every one of them must keep. */
import { expect, test } from "bun:test";
import { type Args, argsSchema, optionName } from "../src/args.ts";
import { CARRIED_VARIABLES, CLIENT_COMMANDS, CLIENT_OPTIONS, RULE_VARIABLES } from "../src/cli/fast-path.gen.ts";
import { parseLine } from "../src/cli/parse.ts";
import { commands } from "../src/commands/index.ts";
import { globals } from "../src/manual/globals.ts";
import { commandHelp, topHelp } from "../src/manual/help.ts";

/** A shell's view of an example: words, and texts in single quotes. */
function words(example: string): string[] {
  return [...example.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

test("names and aliases are unique", () => {
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(names.length).toBe(new Set(names).size);
});

test("every example parses to its command", () => {
  // Examples name it.
  process.env.PASSWORD ??= "";
  for (const command of commands) {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples)
      expect(parseLine(words(example), commands).command?.name).toBe(command.name);
  }
});

test("no option of a command hides a common option", () => {
  for (const { name, args } of commands) {
    // `profile sync --browser B --profile P` names what to sync: these commands start no session that could mean it too.
    const own = name.startsWith("profile ") ? ["browser", "profile"] : [];
    const common = Object.keys(globals)
      .map((key) => optionName(key))
      .filter((one) => !own.includes(one));
    const options = Object.entries(args as Args).filter(([, arg]) => arg.place === "option" || arg.place === "flag");
    expect({
      name,
      hidden: options.map(([key, arg]) => optionName(key, arg)).filter((one) => common.includes(one)),
    }).toEqual({
      name,
      hidden: [],
    });
  }
});

test("every command has help, a schema and a summary without a full stop", () => {
  for (const command of commands) {
    expect(command.summary).toMatch(/^[A-Z].*[^.]$/);
    // Folded where it is longer than a terminal is wide.
    expect(commandHelp(command).replace(/\s+/g, " ")).toContain(command.summary);
    const schema = argsSchema(command.args as Args);
    for (const property of Object.values(schema.properties)) expect(property.description).toBeTruthy();
  }
});

test("the top help fits one screen and names every command", () => {
  const lines = topHelp(commands).split("\n");
  expect(lines.length).toBeLessThanOrEqual(40);
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  const words = new Set(lines.flatMap((line) => line.split(/[\s,]+/)));
  for (const { name } of commands) expect([...words]).toContain(name.split(" ")[0] ?? name);
});

test("lines with client options never take the fast path", () => {
  for (const { name, needs } of commands.filter((one) => one.needs === "nothing"))
    expect([name, needs, CLIENT_COMMANDS.has(name.split(" ")[0] ?? "")]).toEqual([name, "nothing", true]);
  for (const name of ["click", "state", "get title", "open", "tab list"])
    expect(CLIENT_COMMANDS.has(name.split(" ")[0] ?? "")).toBe(false);
  for (const option of ["-", "--headed", "--profile", "-h", "--from-env", "--template"])
    expect([option, CLIENT_OPTIONS.has(option)]).toEqual([option, true]);
  for (const option of ["--session", "-s", "--json", "--timeout"]) expect(CLIENT_OPTIONS.has(option)).toBe(false);
});

test("the fast path carries the variables of per-command settings", () => {
  expect(RULE_VARIABLES).toContain("SVC_FILE_ROOT");
  expect(CARRIED_VARIABLES).toContain("SVC_SETTLE");
});
