import { statSync } from "node:fs";
import { flag, positional } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure, fileFailure } from "../../errors.ts";
import { configFile } from "../../lib/paths.ts";
import { isSafetySetting, ruleSources } from "../../lib/rules.ts";
import {
  checkKey,
  isOfServer,
  parseSetting,
  readSettings,
  resolveSetting,
  SETTINGS,
  type SettingKey,
  type SettingSource,
  type SettingValue,
  settingOf,
  writeSetting,
} from "../../lib/settings.ts";
import { completing } from "../../value-type.ts";
import { bool, path, text } from "../../values.ts";
import { checkUse, type SettingContext } from "./setting-checks.ts";

/** True where a rule of safety is set and is to be something else: adding one needs nobody's yes. */
function changesRule(home: string, name: string, value: string | undefined): boolean {
  if (!Object.hasOwn(SETTINGS, name) || !isSafetySetting(name as SettingKey)) return false;
  const held = readSettings(home)[name];
  return held !== undefined && held !== false && (value === undefined || String(held) !== value);
}

/** The value as it is kept. Throws what its use would throw. */
async function checked(name: SettingKey, value: SettingValue, asked: SettingContext): Promise<SettingValue> {
  const kept = isPath(name, String(value)) ? path("path").fromText(String(value)) : value;
  if (name === "file_root") return checkFolder(String(kept));
  await checkUse(name, String(kept), asked);
  return kept;
}

/** Kept as a whole path: it is used from other folders. Of Python a name on the PATH will do. */
function isPath(name: SettingKey, value: string): boolean {
  if (name === "python") return value.includes("/") || value.includes("\\");
  return /^(file_root|browser_path|models_file|serve_countries|serve_tls_cert|serve_tls_key)$/.test(name);
}

function checkFolder(folder: string): string {
  try {
    if (statSync(folder).isDirectory()) return folder;
  } catch (error) {
    throw fileFailure(error, `file_root: cannot use ${folder}`);
  }
  throw new Failure("usage", `file_root: ${folder} is not a folder`, "Choose an existing folder.");
}

const key = positional(completing(text("key"), "settings"), "Name of the setting");

interface InForce {
  value: SettingValue | undefined;
  source: SettingSource;
  /** A rule of safety that the file and the environment both set: this one holds as well. */
  also?: { value: SettingValue; source: SettingSource };
}

function inForce(home: string, name: SettingKey): InForce {
  if (!isSafetySetting(name)) return { value: undefined, ...resolveSetting(home, name) };
  const sources = ruleSources(home, name, process.env);
  // A switch that one of them turns on is on.
  const [first, second] = sources.toSorted((a, b) => Number(b.value === true) - Number(a.value === true));
  if (!first)
    return { value: settingOf(name).fallback, source: settingOf(name).fallback === undefined ? "unset" : "default" };
  const isTwofold = second !== undefined && typeof first.value !== "boolean" && first.value !== second.value;
  return isTwofold ? { ...first, also: second } : first;
}

interface ShownSetting {
  value: SettingValue | null;
  source: SettingSource;
  also?: InForce["also"];
  meaning: string;
  /** The variable that goes before the file. */
  env: string | null;
}

/** Secrets are never printed: only that they are there, and their last four characters to tell them apart. */
function shown(name: SettingKey, value: SettingValue): SettingValue {
  if (!settingOf(name).secret) return value;
  const tail = String(value).slice(-4);
  return String(value).length > 12 ? `••••${tail}` : "••••";
}

export const configList = command({
  name: "config list",
  aliases: ["config"],
  group: "setup",
  summary: "Show all settings, with their values and sources",
  effect: "read",
  needs: "nothing",
  args: { serve: flag(bool(), "Show only the settings of `serve`; without it, only those of them that are set") },
  examples: ["config list", "config list --serve"],
  run({ home, args }) {
    const settings: Record<string, ShownSetting> = {};
    for (const name of Object.keys(SETTINGS) as SettingKey[]) {
      if (args.serve && !isOfServer(name)) continue;
      const { value, ...from } = inForce(home, name);
      settings[name] = {
        value: value === undefined ? null : shown(name, value),
        ...from,
        meaning: settingOf(name).meaning,
        env: settingOf(name).env ?? null,
      };
    }
    return { file: configFile(home), settings };
  },
  text: ({ file, settings }) => {
    const all = Object.entries(settings);
    const isServersAlone = all.every(([name]) => isOfServer(name));
    const shown = all.filter(
      ([name, { source }]) => isServersAlone || !isOfServer(name) || /^(file|environment)$/.test(source),
    );
    const lines = shown.map(([name, { value, source, also, meaning, env }]) => {
      const both = also ? ` and ${also.value} (${also.source})` : "";
      const held = value === null ? "not set" : `${value} (${source})${both}`;
      return `  ${value === null ? "○" : "✓"} ${name}: ${held}\n      ${meaning}${env ? ` [${env}]` : ""}`;
    });
    if (shown.length < all.length)
      lines.push(`${all.length - shown.length} more, of \`serve\`: svc config list --serve`);
    return `Config (${file}):\n${lines.join("\n")}`;
  },
});

export const configGet = command({
  name: "config get",
  group: "setup",
  summary: "Show one setting",
  effect: "read",
  needs: "nothing",
  args: { key },
  examples: ["config get idle_timeout"],
  run({ home, args }) {
    const name = checkKey(args.key);
    const { value, ...from } = inForce(home, name);
    if (value === undefined)
      throw new Failure("not_found", `${name} is not set`, `Run \`svc config set ${name} <value>\`.`);
    return { key: name, value: shown(name, value), ...from };
  },
  text: ({ value, also }) => [value, ...(also ? [also.value] : [])].join("\n"),
});

export const configSet = command({
  name: "config set",
  group: "setup",
  summary: "Set a setting",
  effect: "write",
  needs: "nothing",
  args: {
    key,
    value: positional(
      completing(text("value", { secret: "perhaps", stdin: true }), "setting values"),
      "Value; - reads standard input, which keeps secrets off the command line",
    ),
  },
  examples: ["config set idle_timeout 2h", "config set llm_api_key -"],
  loosens: (args, home) => changesRule(home, args.key, args.value),
  async run({ home, args, runner, signal }) {
    const name = checkKey(args.key);
    const value = await checked(name, parseSetting(name, args.value), { commands: runner.commands, signal });
    writeSetting(home, name, value);
    return { key: name, value: shown(name, value) };
  },
  text: ({ key, value }) => `${key} = ${value}`,
});

export const configUnset = command({
  name: "config unset",
  group: "setup",
  summary: "Remove a setting, so that its default applies",
  effect: "write",
  needs: "nothing",
  args: { key },
  examples: ["config unset browser_path"],
  loosens: (args, home) => changesRule(home, args.key, undefined),
  run({ home, args }) {
    const name = checkKey(args.key);
    const wasSet = readSettings(home)[name] !== undefined;
    if (wasSet) writeSetting(home, name, undefined);
    return { removed: name, was_set: wasSet };
  },
  text: ({ removed, was_set }) => (was_set ? `${removed} removed` : `${removed} was not set in the file`),
});
