/** Help texts, generated from the command list: all commands on one screen, the verbs of a noun, or one command. */

import { type Args, optionName } from "../args.ts";
import type { AnyCommand, Group } from "../command.ts";
import { Failure } from "../errors.ts";
import { shorten } from "../lib/shorten.ts";
import { addressNote, withoutAddress } from "./addresses.ts";
import { globals } from "./globals.ts";
import { COLUMN, note, optionLines } from "./option-help.ts";
import { suggestion } from "./suggest.ts";
import { folded, row } from "./tables.ts";
import { topics } from "./topics.ts";
import { usageLine } from "./usage.ts";

/** Titles of the command groups, in the order of help. */
export const GROUP_TITLES: Record<Group, string> = {
  navigation: "Navigation",
  inspection: "Inspection",
  interaction: "Interaction",
  tabs: "Tabs",
  cookies: "Cookies",
  data: "JavaScript and data",
  scripting: "Scripting",
  session: "Sessions",
  cloud: "Cloud platform, profiles and tunnels",
  setup: "Set-up",
  help: "Help",
};

/** The commands for most work, in the order in which they are used. */
const MOST_USED: readonly (readonly [words: string, doc: string])[] = [
  ["open <url>", "Open a page; starts the browser if needed"],
  ["state", "Show the page as text; every element gets an index"],
  ["click <index>", "Click an element; or by text: svc click --text Save"],
  ["input <index> <text>", "Fill a field; fill sets several, keys presses keys"],
  ["select <index> <value>", "Choose from a list; check and uncheck set boxes"],
  ["wait text|selector|url", "Wait for a text, an element or a URL"],
  ["get text|value|html", "Read one detail of the page or of an element"],
  ["run <task>", "Let a language model do a whole task"],
  ["screenshot [path]", "Take a screenshot"],
  ["tab list|new|switch", "Work with several tabs"],
  ["close", "End the browser (it also ends after 30 idle minutes)"],
];

/** The output of `svc --help`: the most used commands and the names of all others, in 40 lines of 80 columns. */
export function topHelp(commands: readonly AnyCommand[]): string {
  return [
    "svc controls a real browser: open a page, read its state, act on its elements.",
    "",
    "Usage: svc [options] <command> [arguments]",
    "",
    "Most used:",
    ...MOST_USED.map(([words, doc]) => `  ${words.padEnd(24)}${doc}`),
    "",
    "All commands (svc help <command> shows details):",
    ...groupLines(commands),
    "",
    "Options, anywhere on the line:",
    "  -s, --session <name>  --json  --timeout <ms>  -h, --help  -V, --version",
    ...wrapped("  ", launchOptionNames(), "  "),
    "",
    "To begin: svc open example.com, then svc state. No browser yet? svc install",
    "More help: svc help agents, svc help options, svc help topics",
  ].join("\n");
}

/** The options that are not on the first line of the top help, with their values. */
function launchOptionNames(): string[] {
  const shown = ["session", "json", "timeout", "help", "version", "browser"];
  return Object.entries(globals as Args)
    .filter(([key]) => !shown.includes(key))
    .map(([key, { place, bare, type }]) => {
      const value = place === "flag" ? "" : bare === undefined ? ` <${type.label}>` : ` [${type.label}]`;
      return `--${optionName(key)}${value}`;
    });
}

/** The nouns of each command group, wrapped. */
function groupLines(commands: readonly AnyCommand[]): string[] {
  return (Object.keys(GROUP_TITLES) as Group[]).flatMap((group) => {
    const firsts = byNoun(commands.filter((one) => one.group === group)).map(([noun]) => noun);
    return firsts.length === 0 ? [] : wrapped(`  ${SHORT_TITLES[group].padEnd(13)}`, firsts, " ");
  });
}

const SHORT_TITLES: Record<Group, string> = {
  navigation: "Navigation",
  inspection: "Inspection",
  interaction: "Interaction",
  tabs: "Tabs",
  cookies: "Cookies",
  data: "Data",
  scripting: "Scripting",
  session: "Sessions",
  cloud: "Cloud",
  setup: "Set-up",
  help: "Help",
};

/** Screen width. */
const COLUMNS = 80;

/** Wraps words to 80 columns. The first line begins with `head`, the others are indented as far. */
function wrapped(head: string, words: readonly string[], gap: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && line.length + gap.length + word.length <= COLUMNS) line += `${gap}${word}`;
    else {
      if (line !== "") lines.push(line);
      line = (lines.length === 0 ? head : " ".repeat(head.length)) + word;
    }
  }
  return [...lines, line];
}

/** The summary of a command, or of the noun of several commands. */
export function nounSummary(noun: string, commands: readonly AnyCommand[]): string {
  const own = commands.find(({ name }) => name === noun);
  const [first, ...others] = commands.filter(({ name }) => name.startsWith(`${noun} `));
  if (own && !first) return own.summary;
  return NOUN_SUMMARIES[noun] ?? own?.summary ?? (others.length === 0 ? first?.summary : undefined) ?? "";
}

const NOUN_SUMMARIES: Record<string, string> = {
  get: "Read one detail of the page or of an element",
  is: "Check the state of an element: visible, enabled, checked, …",
  wait: "Wait for an element, a text, a URL or the end of loading",
  tab: "List, open, switch and close tabs",
  cookies: "Read, set, delete, export and import cookies",
  storage: "Save and load cookies and site storage",
  dialog: "Show or answer the dialog that a page opened",
  downloads: "List, wait for and copy downloads",
  config: "Show and change settings",
  skill: "Show or install the skill that teaches agents to use svc",
  tunnel: "Give a local port a public URL; list and stop tunnels",
  cloud: "Use the cloud platform: log in, start a browser, run tasks, call its API",
  profile: "List and inspect your browser profiles; copy their cookies to the cloud",
};

function byNoun(commands: readonly AnyCommand[]): [string, AnyCommand[]][] {
  const nouns = new Map<string, AnyCommand[]>();
  for (const one of commands) {
    const noun = one.name.split(" ")[0] ?? one.name;
    nouns.set(noun, [...(nouns.get(noun) ?? []), one]);
  }
  return [...nouns];
}

/** The help text for a command, noun or topic; for a name with several meanings, all of them. Throws `usage` for an unknown name. */
export function helpOn(words: readonly string[], commands: readonly AnyCommand[]): string {
  const [noun] = words;
  if (noun === undefined) return topHelp(commands);
  const name = words.join(" ");
  const command = commands.find((one) => one.name === name || one.aliases?.includes(name));
  const topic = topics.find((one) => one.name === words.join("-").toLowerCase());
  const verbs = words.length === 1 ? nounHelp(noun, commands) : undefined;
  const own = command && !(verbs && command.name !== name) ? commandHelp(command) : undefined;
  const found = [own, verbs, topic?.text(commands)].filter((part) => part !== undefined);
  if (found.length > 0) return found.join("\n\n");
  const known = [
    ...commands.flatMap((one) => [one.name, one.name.split(" ")[0] ?? ""]),
    ...topics.map((one) => one.name),
  ];
  const near = suggestion(name, known) ?? suggestion(noun, known);
  throw new Failure(
    "usage",
    `no command or topic is called '${shorten(name, 60)}'`,
    `Run \`svc help ${near ?? "topics"}\`.`,
  );
}

/** Help on the verbs of a noun such as `tab`, or undefined if the noun is unknown. */
export function nounHelp(noun: string, commands: readonly AnyCommand[]): string | undefined {
  const verbs = commands.filter((one) => one.name.startsWith(`${noun} `));
  if (verbs.length === 0) return undefined;
  const names = verbs.map((one) => `  ${usageLine(one).slice(4)}`);
  const width = Math.max(...names.map(({ length }) => length)) + 2;
  const lines = verbs.flatMap(({ summary }, n) => row(names[n] ?? "", width, summary));
  return [`Usage: svc ${noun} <command>`, "", ...lines, "", `More: svc ${noun} <command> --help`].join("\n");
}

/** Options left out of the help on a single command: they concern the whole command line, or are older forms. */
const OF_NO_COMMAND: ReadonlySet<string> = new Set(["browser", "connect", "mcp", "tools"]);

export function commandHelp(command: AnyCommand): string {
  const args = command.args as Args;
  const places = Object.entries(args).filter(([, arg]) => arg.place === "positional" || arg.place === "positionals");
  const options = Object.fromEntries(
    Object.entries(withoutAddress(args)).filter(([, arg]) => arg.place === "option" || arg.place === "flag"),
  );
  const lines = [
    ...folded(command.summary, 0),
    "",
    `Usage: ${usageLine(command)}${Object.keys(options).length > 0 ? " [options]" : ""}`,
  ];
  if (places.length > 0)
    lines.push("", "Arguments:", ...places.flatMap(([key, arg]) => row(`  ${key}`, COLUMN, arg.doc + note(arg))));
  if (Object.keys(options).length > 0) lines.push("", "Options:", ...optionLines(options));
  const address = addressNote(args);
  if (address !== undefined) lines.push("", ...folded(address, 0));
  lines.push("", "Examples:", ...command.examples.map((example) => `  svc ${example}`));
  if (command.aliases?.length) lines.push("", `Also: ${command.aliases.map((alias) => `svc ${alias}`).join(", ")}`);
  const shared = Object.entries(globals)
    .filter(([key]) => !OF_NO_COMMAND.has(key) && !Object.hasOwn(args, key))
    .map(([key]) => `--${optionName(key)}`);
  lines.push("", ...folded(`Common options (svc help options): ${shared.join(" ")}`, 0));
  return lines.join("\n");
}
