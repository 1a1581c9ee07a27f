/** Help from the list: the whole on one screen, a group of verbs, or one command. Pure text. */

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

/** In the order of help. */
export const GROUP_TITLES: Record<Group, string> = {
  navigation: "Navigation",
  inspection: "Inspection",
  interaction: "Interaction",
  tabs: "Tabs",
  cookies: "Cookies",
  data: "JavaScript and data",
  scripting: "Scripting",
  session: "Sessions",
  cloud: "Profiles, tunnels and the cloud",
  setup: "Set-up",
  help: "Help",
};

/** What most work is done with, in the order of work. */
const MOST_USED: readonly (readonly [words: string, doc: string])[] = [
  ["open <url>", "Open a page; starts the browser if needed"],
  ["state", "Show the page: its text, and a number for each element"],
  ["click <index>", "Click an element; svc click --text Save works, too"],
  ["input <index> <text>", "Fill a field; fill takes several; keys press keys"],
  ["select <index> <value>", "Choose in a list; check and uncheck for boxes"],
  ["wait text|selector|url", "Wait until something is so"],
  ["get text|value|html", "Read one thing of the page or of an element"],
  ["run <task>", "Have a language model do a whole task"],
  ["screenshot [path]", "Take a picture"],
  ["tab list|new|switch", "Work with several tabs"],
  ["close", "End the browser (else it ends after 30 idle minutes)"],
];

/** The whole on one screen of 40 lines of 80 columns: what is used most, and the first words of all commands. */
export function topHelp(commands: readonly AnyCommand[]): string {
  return [
    "svc drives a real browser: open a page, read its state, act on the numbers.",
    "",
    "Usage: svc [options] <command> [arguments]",
    "",
    "Most used:",
    ...MOST_USED.map(([words, doc]) => `  ${words.padEnd(24)}${doc}`),
    "",
    "All commands (svc help <command> tells more):",
    ...groupLines(commands),
    "",
    "Options, anywhere on the line:",
    "  -s, --session <name>  --json  --timeout <ms>  -h, --help  -V, --version",
    ...wrapped("  ", launchOptionNames(), "  "),
    "",
    "First: svc open example.com, then svc state. No browser? svc install",
    "More:  svc help agents, svc help options, svc help topics",
  ].join("\n");
}

/** Options of the top help that say which browser is meant. */
function launchOptionNames(): string[] {
  const shown = ["session", "json", "timeout", "help", "version", "browser"];
  return Object.entries(globals as Args)
    .filter(([key]) => !shown.includes(key))
    .map(([key, { place, bare, type }]) => {
      const value = place === "flag" ? "" : bare === undefined ? ` <${type.label}>` : ` [${type.label}]`;
      return `--${optionName(key)}${value}`;
    });
}

/** The first words of a group's commands, in one line where they fit. */
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

/** The widest line of the top help. */
const COLUMNS = 80;

/** Words in lines of at most 80 columns, the first one after `head`, the others below it. */
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

/** What a first word stands for: the command's summary, or that of its noun. */
export function nounSummary(noun: string, commands: readonly AnyCommand[]): string {
  const own = commands.find(({ name }) => name === noun);
  const [first, ...others] = commands.filter(({ name }) => name.startsWith(`${noun} `));
  if (own && !first) return own.summary;
  return NOUN_SUMMARIES[noun] ?? own?.summary ?? (others.length === 0 ? first?.summary : undefined) ?? "";
}

const NOUN_SUMMARIES: Record<string, string> = {
  get: "Read one thing of the page or of an element",
  is: "Answer whether an element is so now",
  wait: "Wait until something is so: an element, a text, an address, a load",
  tab: "List, open, choose and close tabs",
  cookies: "Read, set, remove, save and load cookies",
  storage: "Save and load cookies and all that sites keep",
  dialog: "Answer the dialog that a page has opened, or show it",
  downloads: "List, wait for and copy what pages have downloaded",
  config: "Show and change settings",
  skill: "Show or install the skill that teaches agents to use svc",
  tunnel: "Give a local port a public address; list and stop such tunnels",
  cloud: "The cloud platform: log in, rent a browser, call its API",
  profile: "Your browsers' profiles: list, inspect, sync their cookies to the cloud",
};

function byNoun(commands: readonly AnyCommand[]): [string, AnyCommand[]][] {
  const nouns = new Map<string, AnyCommand[]>();
  for (const one of commands) {
    const noun = one.name.split(" ")[0] ?? one.name;
    nouns.set(noun, [...(nouns.get(noun) ?? []), one]);
  }
  return [...nouns];
}

/** What `svc help <words>` tells of a command, a noun, a topic, or of what has two of these names. `usage` for no such thing. */
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
    `there is no command and no topic '${shorten(name, 60)}'`,
    `Run \`svc help ${near ?? "topics"}\`.`,
  );
}

/** Help on the verbs of a noun such as `tab`; undefined when there is no such noun. */
export function nounHelp(noun: string, commands: readonly AnyCommand[]): string | undefined {
  const verbs = commands.filter((one) => one.name.startsWith(`${noun} `));
  if (verbs.length === 0) return undefined;
  const names = verbs.map((one) => `  ${usageLine(one).slice(4)}`);
  const width = Math.max(...names.map(({ length }) => length)) + 2;
  const lines = verbs.flatMap(({ summary }, n) => row(names[n] ?? "", width, summary));
  return [`Usage: svc ${noun} <command>`, "", ...lines, "", `More: svc ${noun} <command> --help`].join("\n");
}

/** Options that say something of the line as a whole, or in an old way. */
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
  lines.push("", ...folded(`Options of every command: ${shared.join(" ")}`, 0));
  return lines.join("\n");
}
