/** Arguments to words and back, for every command. */
import { expect, test } from "bun:test";
import type { Arg, Args } from "../../src/args.ts";
import { parseLine } from "../../src/cli/parse.ts";
import type { AnyCommand } from "../../src/command.ts";
import { commands } from "../../src/commands/index.ts";
import { splitWords } from "../../src/lib/words.ts";
import { lineOf, wordsOf } from "../../src/manual/line.ts";

function readBack(line: string) {
  const words = line.startsWith("[") ? (JSON.parse(line) as string[]) : splitWords(line);
  const { command, args, globals } = parseLine(words, commands);
  return { name: command?.name, args, timeout: globals.timeout };
}

function roundTrip(command: AnyCommand, args: Record<string, unknown>, timeoutMs?: number) {
  const words = wordsOf(command, args, timeoutMs);
  if (!words) throw new Error(`no line says ${command.name} ${JSON.stringify(args)}`);
  return readBack(lineOf(words));
}

function named(name: string): AnyCommand {
  const found = commands.find((one) => one.name === name);
  if (!found) throw new Error(name);
  return found;
}

test("the examples of all commands survive parsing and formatting", () => {
  process.env.PASSWORD ??= "";
  for (const command of commands) {
    for (const example of command.examples) {
      const { args } = parseLine(splitWords(example), commands);
      // The name of a variable replaces the text, which is read again.
      const filled = Object.values(command.args as Args).flatMap(({ type }, n) =>
        type.fills && args[Object.keys(command.args)[n] ?? ""] !== undefined ? [type.fills] : [],
      );
      const kept = Object.fromEntries(Object.entries(args).filter(([key]) => !filled.includes(key)));
      // The argument reads standard input, which no line can express.
      if (Object.entries(args).some(([key, value]) => value === "-" && command.args[key].type.stdin)) {
        expect(wordsOf(command, kept)).toBeUndefined();
        continue;
      }
      const back = roundTrip(command, kept);
      expect([example, back.name, back.args]).toEqual([example, command.name, args]);
    }
  }
});

/** A text that looks like other syntax. */
const TEXTS = ["--json", "-", "-x", "a b", "it's", "", "two\nlines", "#", "é", "list", "-5"];

test("texts that look like options or verbs survive formatting and parsing", () => {
  for (const command of commands) {
    const texts = Object.entries(command.args as Args).filter(([, arg]) => isFreeText(arg));
    for (const [key] of texts)
      for (const text of TEXTS) {
        const args = { ...required(command), [key]: isList(command, key) ? [text] : text };
        const words = wordsOf(command, args);
        if (text === "-" && command.args[key].type.stdin) expect(words).toBeUndefined();
        else if (words && accepts(command.args[key], text))
          expect([lineOf(words), readBack(lineOf(words)).args]).toMatchObject([lineOf(words), args]);
      }
  }
});

function isList({ args }: AnyCommand, key: string): boolean {
  const { place, repeats } = (args as Args)[key] as Arg;
  return place === "positionals" || repeats === true;
}

function isFreeText({ type, place, bare }: Arg): boolean {
  return (
    type.schema.type === "string" &&
    !type.choices &&
    type.fills === undefined &&
    /^(positional|option)/.test(place) &&
    bare === undefined
  );
}

function accepts({ type }: Arg, text: string): boolean {
  try {
    return type.fromText(text) === text;
  } catch {
    return false;
  }
}

/** A value for every required positional. */
function required({ args }: AnyCommand): Record<string, unknown> {
  const wanted = Object.entries(args as Args).filter(([, arg]) => arg.required);
  return Object.fromEntries(
    wanted.map(([key, arg]) => [key, arg.place === "positionals" ? [sample(arg.type)] : sample(arg.type)]),
  );
}

function sample(type: Arg["type"]): unknown {
  if (type.choices) return type.choices[0];
  if (type.schema.type !== "string") return type.schema.minimum ?? 1;
  for (const word of ["word", "/tmp/file", "http://127.0.0.1:1/", "3f2b8c1e-0d4a-4c59-9a7e-5b1d2e6f7a80", "a=b"]) {
    try {
      return type.fromText(word);
    } catch {
      // Not of this type.
    }
  }
  return "word";
}

test("keeps timeouts, and returns undefined for arguments that no line can express", () => {
  expect(roundTrip(named("click"), { target: [3] }, 500)).toMatchObject({ args: { target: [3] }, timeout: 500 });
  expect(roundTrip(named("type"), { text: "-x" }, 500)).toMatchObject({ args: { text: "-x" }, timeout: 500 });
  expect(wordsOf(named("scroll"), { index: 3 })).toBeUndefined();
  expect(wordsOf(named("type"), { text: "-" })).toBeUndefined();
  expect(lineOf(["type", "two\nlines"])).toBe('["type","two\\nlines"]');
});
