/** The manual page in roff (man macros), generated from the command list. `svc man | man -l -` shows it. */

import { type Arg, optionName } from "../args.ts";
import type { AnyCommand, Group } from "../command.ts";
import { FAILURES } from "../errors.ts";
import { SETTINGS, type SettingKey, settingOf } from "../lib/settings.ts";
import { VERSION } from "../version.ts";
import { addressNote, withoutAddress } from "./addresses.ts";
import { ENVIRONMENT } from "./environment.ts";
import { globals } from "./globals.ts";
import { GROUP_TITLES } from "./help.ts";
import { note } from "./option-help.ts";
import { usageLine } from "./usage.ts";

export function manualPage(commands: readonly AnyCommand[]): string {
  return `${[
    `.TH SVC 1 "" "svc ${VERSION}" "User Commands"`,
    ".SH NAME",
    "svc \\- control a real browser from the command line",
    ".SH SYNOPSIS",
    ".B svc",
    "[\\fIoptions\\fR] \\fIcommand\\fR [\\fIarguments\\fR]",
    ".SH DESCRIPTION",
    "Open a page, list its elements with",
    '.BR "svc state" ,',
    "and act on them by index.",
    "A background process (the daemon) keeps the browser open between commands.",
    "It starts with the first command and ends with",
    '.BR "svc close" ,',
    "or after 30 minutes without commands.",
    ".SH OPTIONS",
    "You can write these options anywhere on the command line.",
    ...Object.entries(globals).flatMap(([key, arg]) => entry(optionOf(key, arg), arg)),
    ".SH COMMANDS",
    ...(Object.keys(GROUP_TITLES) as Group[]).flatMap((group) => groupPart(group, commands)),
    ".SH SETTINGS",
    "\\fBsvc config\\fR changes the settings in \\fI\\(ti/.svc/config.json\\fR.",
    ...(Object.keys(SETTINGS) as SettingKey[]).flatMap(settingPart),
    ".SH ENVIRONMENT",
    ...ENVIRONMENT.flatMap(([name, meaning]) => [".TP", `.B ${plain(name)}`, line(meaning.replaceAll("`", ""))]),
    ".SH EXIT STATUS",
    ".TP",
    ".B 0",
    "Done",
    ...exitParts(),
    ".SH EXAMPLES",
    ".EX",
    "svc open example.com",
    "svc state",
    "svc click 1",
    "svc close",
    ".EE",
  ].join("\n")}\n`;
}

function groupPart(group: Group, commands: readonly AnyCommand[]): string[] {
  const members = commands.filter((one) => one.group === group);
  return members.length === 0 ? [] : [`.SS ${plain(GROUP_TITLES[group])}`, ...members.flatMap(commandPart)];
}

function commandPart(command: AnyCommand): string[] {
  const args = Object.entries(withoutAddress(command.args));
  const address = addressNote(command.args);
  const also = command.aliases?.length ? [`Also: ${command.aliases.map((one) => `svc ${one}`).join(", ")}.`] : [];
  return [
    ".TP",
    `.B ${plain(usageLine(command))}`,
    line(`${command.summary}.`),
    ...(args.length === 0 ? [] : [".RS", ...args.flatMap(([key, arg]) => entry(nameOf(key, arg), arg)), ".RE"]),
    ...(address === undefined ? [] : [".IP", line(`${address}.`)]),
    ...also.flatMap((text) => [".IP", line(text)]),
    ".IP",
    ".EX",
    ...command.examples.map((example) => plain(`svc ${example}`)),
    ".EE",
  ];
}

function entry(name: string, arg: Arg): string[] {
  return [".TP", name, line(`${arg.doc}${note(arg)}`)];
}

function nameOf(key: string, arg: Arg): string {
  return arg.place === "option" || arg.place === "flag" ? optionOf(key, arg) : `\\fI${plain(key)}\\fR`;
}

function optionOf(key: string, arg: Arg): string {
  const { place, short, bare, type } = arg;
  const name = `\\fB${plain(`--${optionName(key, arg)}`)}\\fR`;
  const label = `\\fI${plain(type.label)}\\fR`;
  const value = place === "flag" ? "" : bare === undefined ? ` ${label}` : ` [${label}]`;
  return `${short === undefined ? "" : `\\fB${plain(`-${short}`)}\\fR, `}${name}${value}`;
}

function settingPart(key: SettingKey): string[] {
  const { env, fallback, meaning } = settingOf(key);
  const notes = [env, fallback === undefined ? "" : `default ${fallback}`].filter(Boolean).join("; ");
  return [".TP", `.B ${plain(key)}`, line(`${meaning}${notes === "" ? "" : ` (${notes})`}`)];
}

/** One entry per exit code, with its error codes. */
function exitParts(): string[] {
  const exits = [...new Set(Object.values(FAILURES).map(({ exit }) => exit))];
  return exits.flatMap((exit) => [
    ".TP",
    `.B ${exit}`,
    ...Object.entries(FAILURES)
      .filter(([, one]) => one.exit === exit)
      .flatMap(([code, { meaning }], n) => [...(n === 0 ? [] : [".br"]), `\\fB${plain(code)}\\fR:`, line(meaning)]),
  ]);
}

/** Longest source line that `mandoc -T lint` accepts. */
const MAX_LINE = 78;

/** Escapes and wraps text. A leading dot or quote is protected, since roff would read the line as a request. */
function line(text: string): string {
  const lines: string[] = [];
  for (const word of plain(text).split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < MAX_LINE) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(/^[.']/.test(word) ? `\\&${word}` : word);
  }
  return lines.join("\n");
}

/** Escapes the special characters of roff. Dashes and quotes stay ASCII, so that examples can be copied into a shell. */
function plain(text: string): string {
  return text
    .replaceAll("\\", "\\e")
    .replaceAll("-", "\\-")
    .replaceAll("'", "\\(aq")
    .replaceAll("^", "\\(ha")
    .replaceAll("~", "\\(ti")
    .replaceAll("`", "\\(ga")
    .replace(/[^\x20-\x7e]/g, (char) => `\\[u${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}]`);
}
