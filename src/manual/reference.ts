/** `docs/reference.md`, written from the list of commands and the tables of settings and failures. */

import { type Arg, type Args, optionName } from "../args.ts";
import type { AnyCommand, Group } from "../command.ts";
import { FAILURES } from "../errors.ts";
import { SETTINGS, type SettingKey, settingOf } from "../lib/settings.ts";
import { addressNote, withoutAddress } from "./addresses.ts";
import { ENVIRONMENT } from "./environment.ts";
import { globals } from "./globals.ts";
import { GROUP_TITLES } from "./help.ts";
import { usageLine } from "./usage.ts";

export function reference(commands: readonly AnyCommand[]): string {
  const parts = [
    "<!-- Written by `bun run gen` from the list of commands. Do not edit. -->",
    "# Reference",
    '`svc [options] <command> [arguments]`. Options stand anywhere on the line. Text goes to standard output as `key: value` lines; with `--json` exactly one line: `{"success":true,"data":{…}}` or `{"success":false,"error":"…","code":"…","hint":"…"}`. What happened beside the command (a new tab, a dialog) stands under `events` there, and in text on lines that begin with the kind of event.',
    "## Options of every command",
    argTable(globals),
  ];
  for (const group of Object.keys(GROUP_TITLES) as Group[]) {
    const members = commands.filter((one) => one.group === group);
    if (members.length === 0) continue;
    parts.push(`## ${GROUP_TITLES[group]}`, ...members.map(commandPart));
  }
  parts.push(
    "## Settings",
    "Kept in `~/.svc/config.json`, changed by `svc config`. An environment variable goes before the file.",
    settingTable(),
  );
  parts.push("## Environment", environmentTable());
  parts.push(
    "## Exit codes",
    "`code` stands in the JSON of a failure; the exit code is the same in text and JSON.",
    failureTable(),
  );
  return `${parts.join("\n\n")}\n`;
}

function commandPart(command: AnyCommand): string {
  const facts = [
    `Effect: ${command.effect}.`,
    command.timeoutMs === undefined ? "" : `Deadline: ${command.timeoutMs} ms.`,
    command.aliases?.length ? `Also: ${command.aliases.map((alias) => `\`${alias}\``).join(", ")}.` : "",
  ];
  const parts = [`### ${command.name}`, `${command.summary}.`, `\`${usageLine(command)}\``];
  const own = withoutAddress(command.args);
  const address = addressNote(command.args);
  if (Object.keys(own).length > 0) parts.push(argTable(own));
  if (address !== undefined) parts.push(`${address}.`);
  parts.push(
    facts.filter(Boolean).join(" "),
    `\`\`\`sh\n${command.examples.map((one) => `svc ${one}`).join("\n")}\n\`\`\``,
  );
  return parts.join("\n\n");
}

function argTable(args: Args): string {
  const rows = Object.entries(args).map(
    ([key, arg]) => `| ${cell(argName(key, arg))} | ${escapeCell(arg.doc)} | ${escapeCell(argNote(arg))} |`,
  );
  return ["| argument | meaning | values |", "|---|---|---|", ...rows].join("\n");
}

function argName(key: string, arg: Arg): string {
  if (arg.place === "positional") return arg.required ? `<${key}>` : `[${key}]`;
  if (arg.place === "positionals") return `[${key}...]`;
  const short = arg.short === undefined ? "" : `-${arg.short}, `;
  const label = arg.place === "flag" ? "" : arg.bare === undefined ? ` <${arg.type.label}>` : ` [${arg.type.label}]`;
  return `${short}--${optionName(key, arg)}${label}`;
}

function argNote(arg: Arg): string {
  const parts = [];
  if (arg.type.choices) parts.push(arg.type.choices.map((one) => `\`${one}\``).join(", "));
  if (arg.place !== "flag" && arg.fallback !== undefined && !Array.isArray(arg.fallback))
    parts.push(`default \`${arg.fallback}\``);
  if (arg.bare !== undefined) parts.push(`bare: \`${arg.bare}\``);
  return parts.join("; ");
}

function settingTable(): string {
  const rows = (Object.keys(SETTINGS) as SettingKey[]).map((key) => {
    const { type, fallback, env, meaning } = settingOf(key);
    return `| \`${key}\` | ${type} | ${fallback === undefined ? "" : `\`${fallback}\``} | ${env ? `\`${env}\`` : ""} | ${escapeCell(meaning)} |`;
  });
  return ["| setting | type | default | environment | meaning |", "|---|---|---|---|---|", ...rows].join("\n");
}

function environmentTable(): string {
  return [
    "| variable | meaning |",
    "|---|---|",
    ...ENVIRONMENT.map(([name, meaning]) => `| \`${name}\` | ${meaning} |`),
  ].join("\n");
}

function failureTable(): string {
  const rows = Object.entries(FAILURES).map(
    ([code, { exit, retry, meaning }]) => `| ${exit} | \`${code}\` | ${meaning} | ${retry ? "yes" : ""} |`,
  );
  return [
    "| exit | code | meaning | may succeed when repeated |",
    "|---|---|---|---|",
    "| 0 | | Done | |",
    ...rows,
  ].join("\n");
}

function cell(text: string): string {
  return `\`${escapeCell(text)}\``;
}

function escapeCell(text: string): string {
  return text.replaceAll("|", "\\|");
}
