/** The command list as data, for programs (`svc describe`). */

import { type Arg, type Args, argsSchema, isAddressable, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { FAILURES } from "../errors.ts";
import { SETTINGS, type SettingKey, settingOf } from "../lib/settings.ts";
import type { JsonSchema } from "../value-type.ts";
import { VERSION } from "../version.ts";
import { ENVIRONMENT } from "./environment.ts";
import { globals } from "./globals.ts";
import { type ReplySchema, replySchema, replySchemas } from "./replies.ts";
import { usageLine } from "./usage.ts";

export interface ArgDescription {
  name: string;
  place: Arg["place"];
  required: boolean;
  /** Such as `--max-tokens`; absent for positionals. */
  option?: string;
  short?: string;
  /** Value of the option if it is given without a value. */
  bare?: string;
  /** `-` as the value reads standard input. */
  stdin?: true;
}

export interface CommandDescription {
  name: string;
  aliases: readonly string[];
  group: string;
  summary: string;
  usage: string;
  effect: "read" | "write" | "destroy";
  /** `nothing` runs without a browser; `session` and `page` start a browser if none runs. */
  needs: "nothing" | "session" | "page";
  /** Timeout in milliseconds, if it differs from the default. */
  timeoutMs?: number;
  args: ArgDescription[];
  /** JSON Schema of the arguments by name. */
  schema: { type: "object"; properties: Record<string, JsonSchema>; required: string[] };
  /** JSON Schema of the `data` that it replies with `--json`. New versions may add fields. */
  reply: ReplySchema;
  examples: string[];
}

export interface SettingDescription {
  name: string;
  type: string;
  choices?: readonly string[] | undefined;
  default?: unknown;
  secret?: true | undefined;
  /** The environment variable that goes before the file. */
  env?: string | undefined;
  meaning: string;
}

export interface ListDescription {
  name: "svc";
  version: string;
  globals: ArgDescription[];
  globalsSchema: CommandDescription["schema"];
  commands: CommandDescription[];
  settings: SettingDescription[];
  environment: { name: string; meaning: string }[];
  failures: { code: string; exit: number; retry: boolean; meaning: string }[];
  /** Types that the replies refer to. */
  $defs: Record<string, ReplySchema>;
}

/** All options, commands, settings, environment variables and error codes. */
export function describeList(commands: readonly AnyCommand[]): ListDescription {
  return {
    name: "svc",
    version: VERSION,
    globals: argDescriptions(globals),
    globalsSchema: argsSchema(globals),
    commands: commands.map((one) => ({ ...describeCommand(one), reply: replySchemas().replies[one.name] ?? {} })),
    settings: (Object.keys(SETTINGS) as SettingKey[]).map((name) => {
      const { type, choices, fallback, secret, env, meaning } = settingOf(name);
      return { name, type, choices, default: fallback, secret, env, meaning };
    }),
    environment: ENVIRONMENT.map(([name, meaning]) => ({ name, meaning })),
    failures: Object.entries(FAILURES).map(([code, { exit, retry, meaning }]) => ({ code, exit, retry, meaning })),
    $defs: replySchemas().$defs,
  };
}

export function describeCommand(command: AnyCommand): CommandDescription {
  const { name, aliases = [], group, summary, effect, needs, timeoutMs, examples } = command;
  return {
    name,
    aliases,
    group,
    summary,
    usage: usageLine(command),
    effect,
    needs,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    args: argDescriptions(command.args as Args),
    schema: argsSchema(command.args as Args),
    reply: replySchema(name),
    examples: examples.map((example) => `svc ${example}`),
  };
}

function argDescriptions(args: Args): ArgDescription[] {
  return Object.entries(args).map(([name, { place, required, short, bare, type, written }]) => ({
    name,
    place,
    required: required && !isAddressable(args, name),
    ...(place === "option" || place === "flag" ? { option: `--${written ?? optionName(name)}` } : {}),
    ...(short === undefined ? {} : { short: `-${short}` }),
    ...(bare === undefined ? {} : { bare }),
    ...(type.stdin ? { stdin: true as const } : {}),
  }));
}
