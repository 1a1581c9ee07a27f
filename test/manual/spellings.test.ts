/** Names of commands and options of other browser tools, and their names here. */
import { expect, test } from "bun:test";
import { parseLine } from "../../src/cli/parse.ts";
import { commands } from "../../src/commands/index.ts";
import type { Failure } from "../../src/errors.ts";
import { splitWords } from "../../src/lib/words.ts";
import { ADVICE, COMMANDS } from "../../src/manual/spellings.ts";

function hintOf(line: string): string | undefined {
  try {
    parseLine(splitWords(line), commands);
  } catch (error) {
    return (error as Failure).hint;
  }
  throw new Error(`svc ${line} was to be refused`);
}

test.each([
  ["goto", "Run `svc open --help`."],
  ["visit example.com", "Did you mean `svc open example.com`?"],
  ["press Enter", "Did you mean `svc keys Enter`?"],
  ["press Control+a", "Did you mean `svc keys Control+a`?"],
  ["press hunter2", "Did you mean `svc keys [keys]`?"],
  ["fill-form 3=a", "Did you mean `svc fill [fields...]`?"],
  ["fill_form", "Did you mean `svc fill [fields...]`?"],
  ["fill 3 Ann", "`svc fill 3=<value>`"],
  ["fill --selector #a x", "Run `svc state --selector <css>`"],
  ["click --selector #save", "Run `svc state --selector <css>`"],
  ["get text --selector #id", "Run `svc state --selector <css>`"],
  ["get text '#id'", "`svc state --selector '#id'`"],
  ["click .save", "`svc state --selector '.save'`"],
  ["click 'Sign in'", "--text 'Sign in'"],
  ["click ref=e5", "Run `svc state`: it shows the index of each element"],
  ["click 100,200", "two words: 100 200"],
  ["get text 100 200", "`svc click 100 200`"],
  ["check 3 4", "takes one element"],
  ["screenshot --path x.png", "`svc screenshot [path]`"],
  ["screenshot -o x.png", "`svc screenshot [path]`"],
  ["screenshot --full-page", "Did you mean --full?"],
  ["snapshot", "Did you mean `svc state`?"],
  ["snapshot -i", "Did you mean `svc state`?"],
  ["state -i", "Leave it out"],
  ["innerText 3", "Did you mean `svc get text 3`?"],
  ["evaluate 1+1", "Did you mean `svc eval 1+1`?"],
  ["wait --for #x", "`svc wait selector '#done'`"],
  ["wait selector --for #x", "`svc wait selector <css>`"],
  ["wait --text Hello", "Did you mean `svc wait text <text>`?"],
  ["wait for #x", "Did you mean `svc wait selector '#x'`?"],
  ["wait #x", "Did you mean `svc wait selector '#x'`?"],
  ["waitForSelector .x", "Did you mean `svc wait selector .x`?"],
  ["sleep 2", "`svc wait time <ms>`"],
  ["type 3 hello", "`svc input <index> <text>`"],
  ["type hello --enter", "`svc keys Enter`"],
  ["select 3 --value a", "`svc select <index> <values...>`"],
  ["open --url example.com", "`svc open <url>`"],
  ["scroll 500", "Did you mean `svc scroll down --amount 500`?"],
  ["scroll to bottom", "Did you mean `svc scroll bottom`?"],
  ["new-tab", "Did you mean `svc tab new [url]`?"],
  ["tab select 2", "Did you mean `svc tab switch 2`?"],
  ["find Save", "`svc state --grep <text>`"],
  ["get html '#id'", "svc get html --help"],
  ["state --frobnicate", "Run `svc state --help`."],
  ["type --frobnicate", "write -- before it"],
])("%s", (line, hint) => {
  expect(hintOf(line)).toContain(hint);
});

test("every foreign name leads to an existing command and is not a command itself", () => {
  const names = new Set(commands.flatMap(({ name, aliases = [] }) => [name, ...aliases]));
  for (const [right, others] of Object.entries(COMMANDS)) {
    expect(names).toContain(right);
    for (const other of others.split("|")) {
      expect([other, names.has(other)]).toEqual([other, false]);
      expect(hintOf(other)).toContain(`svc ${right}`);
    }
  }
  for (const [others, advice] of Object.entries(ADVICE))
    for (const other of others.split("|"))
      if (!other.startsWith("-")) expect([other, hintOf(other)]).toEqual([other, advice]);
});
