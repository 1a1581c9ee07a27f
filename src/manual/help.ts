/** Help from the list: the whole on one screen, a group of verbs, or one command. Pure text. */
import { type AnyCommand, type Arg, type Args, type Group, optionName } from "../command.ts";
import { globals } from "./globals.ts";
import { usageLine } from "./usage.ts";

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

/** All commands by group, one line a command; verbs of one noun share a line. */
export function topHelp(commands: readonly AnyCommand[]): string {
  const lines = ["svc drives a real browser from the command line.", "Usage: svc [options] <command> [arguments]", ""];
  for (const group of Object.keys(GROUP_TITLES) as Group[]) {
    const members = commands.filter((one) => one.group === group);
    if (members.length === 0) continue;
    lines.push(`${GROUP_TITLES[group]}:`);
    for (const [noun, verbs] of byNoun(members)) {
      const [first] = verbs;
      if (!first) continue;
      const words = verbs.filter((one) => one.name !== noun).map((one) => one.name.slice(noun.length + 1));
      const name = words.length === 0 ? noun : `${noun} ${words.join("|")}`;
      const summary = verbs.length === 1 ? first.summary : (NOUN_SUMMARIES[noun] ?? first.summary);
      lines.push(name.length > 33 ? `  ${name}\n  ${"".padEnd(34)}${summary}` : `  ${name.padEnd(34)}${summary}`);
    }
  }
  lines.push(
    "",
    "Options, anywhere on the line:",
    ...optionLines(globals),
    "",
    "First: svc open example.com, svc state, svc click 3.  More: svc <command> --help",
  );
  return lines.join("\n");
}

const NOUN_SUMMARIES: Record<string, string> = {
  get: "Read one thing of the page or of an element",
  is: "Answer whether an element is so now",
  wait: "Wait until something is so: an element, a text, an address, a load",
  tab: "List, open, choose and close tabs",
  cookies: "Read, set, remove, save and load cookies",
  dialog: "Answer the dialog that a page has opened, or show it",
  downloads: "List, wait for and copy what pages have downloaded",
  config: "Show and change settings",
  tunnel: "Give a local port a public address; list and stop such tunnels",
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

/** Help on the verbs of a noun such as `tab`; undefined when there is no such noun. */
export function nounHelp(noun: string, commands: readonly AnyCommand[]): string | undefined {
  const verbs = commands.filter((one) => one.name.startsWith(`${noun} `));
  if (verbs.length === 0) return undefined;
  const lines = verbs.map((one) => `  ${usageLine(one).slice(4).padEnd(36)}${one.summary}`);
  return [`Usage: svc ${noun} <command>`, "", ...lines, "", `More: svc ${noun} <command> --help`].join("\n");
}

export function commandHelp(command: AnyCommand): string {
  const args = command.args as Args;
  const places = Object.entries(args).filter(([, arg]) => arg.place === "positional" || arg.place === "positionals");
  const options = Object.fromEntries(
    Object.entries(args).filter(([, arg]) => arg.place === "option" || arg.place === "flag"),
  );
  const lines = [
    command.summary,
    "",
    `Usage: ${usageLine(command)}${Object.keys(options).length > 0 ? " [options]" : ""}`,
  ];
  if (places.length > 0)
    lines.push("", "Arguments:", ...places.map(([key, arg]) => `  ${key.padEnd(26)}${arg.doc}${note(arg)}`));
  if (Object.keys(options).length > 0) lines.push("", "Options:", ...optionLines(options));
  lines.push("", "Examples:", ...command.examples.map((example) => `  svc ${example}`));
  if (command.aliases?.length) lines.push("", `Also: ${command.aliases.map((alias) => `svc ${alias}`).join(", ")}`);
  const shared = Object.entries(globals)
    .filter(([key]) => key !== "browser" && key !== "connect" && !Object.hasOwn(args, key))
    .map(([key]) => `--${optionName(key)}`);
  lines.push("", `Options of every command: ${shared.join(" ")}`);
  return lines.join("\n");
}

function note(arg: Arg): string {
  const parts = [];
  if (arg.type.choices) parts.push(arg.type.choices.join(", "));
  if (arg.place !== "flag" && arg.fallback !== undefined && !Array.isArray(arg.fallback))
    parts.push(`default ${arg.fallback}`);
  return parts.length === 0 ? "" : ` (${parts.join("; ")})`;
}

function optionLines(args: Args): string[] {
  return Object.entries(args).map(([key, arg]) => {
    const short = arg.short === undefined ? "" : `-${arg.short}, `;
    const label = arg.place === "flag" ? "" : arg.bare === undefined ? ` <${arg.type.label}>` : ` [${arg.type.label}]`;
    const name = `${short}--${optionName(key)}${label}`;
    const doc = `${arg.doc}${arg.type.choices && label.includes("|") ? note({ ...arg, type: { ...arg.type, choices: undefined } as never }) : note(arg)}`;
    return name.length > 25 ? `  ${name}\n  ${"".padEnd(26)}${doc}` : `  ${name.padEnd(26)}${doc}`;
  });
}
