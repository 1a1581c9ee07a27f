/** The list of commands as a whole: what every one of them must keep. */
import { expect, test } from "bun:test";
import { CARRIED_VARIABLES, LOCAL_WORDS } from "../src/cli/fast-path.ts";
import { parseLine } from "../src/cli/parse.ts";
import { type Args, argsSchema, optionName } from "../src/command.ts";
import { commands } from "../src/commands/index.ts";
import { isCarried, SETTINGS, type Setting } from "../src/lib/settings.ts";
import { globals } from "../src/manual/globals.ts";
import { commandHelp, topHelp } from "../src/manual/help.ts";

/** A shell's view of an example: words, and texts in single quotes. */
function words(example: string): string[] {
  return [...example.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

test("names and aliases are given once", () => {
  const names = commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
  expect(names.length).toBe(new Set(names).size);
});

test("every example parses to its own command", () => {
  // Examples name it.
  process.env.PASSWORD ??= "";
  for (const command of commands) {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const example of command.examples)
      expect(parseLine(words(example), commands).command?.name).toBe(command.name);
  }
});

test("no option of a command hides an option of all commands", () => {
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

test("every command documents itself: help, schema, summary without a full stop", () => {
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

test("the short way leaves alone what runs in the client, and nothing else", () => {
  const isLocal = ({ needs, launch, environment }: (typeof commands)[number]) =>
    needs === "nothing" || launch !== undefined || !(environment ?? []).every(isCarried);
  const firsts = (chosen: typeof commands) =>
    new Set(chosen.flatMap(({ name, aliases = [] }) => [name, ...aliases]).map((name) => name.split(" ")[0] ?? ""));
  expect([...LOCAL_WORDS].sort()).toEqual([...firsts(commands.filter(isLocal))].sort());
  for (const word of firsts(commands.filter((one) => !isLocal(one)))) expect(LOCAL_WORDS.has(word)).toBe(false);
});

test("the short way carries the variables that settings say it does", () => {
  const carried = Object.values<Setting>(SETTINGS).flatMap(({ env, carried: isOne }) => (isOne && env ? [env] : []));
  expect([...CARRIED_VARIABLES].sort()).toEqual(carried.sort());
});
