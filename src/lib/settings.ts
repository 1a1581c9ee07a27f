/** Settings: their values in `config.json` and in the environment, and their defaults. A file that cannot be parsed is never overwritten. */
import { readFileSync } from "node:fs";
import { Failure } from "../errors.ts";
import { homeFailure, privateFolder, writeWhole } from "./atomic-file.ts";
import { holding } from "./lock.ts";
import { configFile } from "./paths.ts";
import { CLIENT_SETTINGS } from "./settings/client-settings.ts";
import { SERVER_SETTINGS } from "./settings/server-settings.ts";
import type { Setting, SettingValue } from "./settings/setting.ts";
import { quoteWord } from "./words.ts";

export type { Setting, SettingValue } from "./settings/setting.ts";

/** All settings by key. */
export const SETTINGS = { ...CLIENT_SETTINGS, ...SERVER_SETTINGS };

export type SettingKey = keyof typeof SETTINGS;

export function settingOf(key: SettingKey): Setting {
  return SETTINGS[key];
}

/** True for a variable that every request carries to the daemon. */
export function isCarried(variable: string): boolean {
  return Object.values<Setting>(SETTINGS).some(({ env, carried }) => carried && env === variable);
}

/** True for settings that only `serve` reads. */
export function isOfServer(key: string): boolean {
  return Object.hasOwn(SERVER_SETTINGS, key);
}

/** Returns the key. Throws `usage` with the known keys. */
export function checkKey(key: string): SettingKey {
  if (Object.hasOwn(SETTINGS, key)) return key as SettingKey;
  // Only the keys of the client or those of the server, to keep the list short.
  const isServer = key.startsWith("serv");
  const known = Object.keys(SETTINGS).filter((name) => isOfServer(name) === isServer);
  throw new Failure(
    "usage",
    `unknown setting '${key}'; there are ${known.join(", ")}`,
    `Run \`svc config list${isServer ? " --serve" : ""}\` to see what they mean.`,
  );
}

/** Parses the text as a value of the setting's type. Throws `usage`. */
export function parseSetting(key: SettingKey, text: string): SettingValue {
  if (text.trim() === "")
    throw new Failure("usage", `${key} must not be empty`, `Run \`svc config unset ${key}\` to remove it.`);
  const declared = settingOf(key);
  const value = parseAs(declared, text);
  if (value !== undefined) return value;
  throw new Failure("usage", `invalid value for ${key}: expected ${expectedOf(declared)}, got '${text}'`);
}

/** Returns undefined when the text does not fit the type. */
function parseAs({ type, choices = [], min = 0, max = Number.POSITIVE_INFINITY }: Setting, text: string) {
  if (type === "integer") {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  }
  if (type === "boolean") {
    if (/^(true|1|yes)$/i.test(text)) return true;
    return /^(false|0|no)$/i.test(text) ? false : undefined;
  }
  const fits = { text: true, choice: choices.includes(text), list: listOf(text).length > 0 };
  return (type === "duration" ? durationMs(text) !== undefined : fits[type]) ? text : undefined;
}

function expectedOf({ type, choices = [], min = 0, max = Number.POSITIVE_INFINITY }: Setting): string {
  const range = max < Number.POSITIVE_INFINITY ? ` from ${min} to ${max}` : min > 0 ? `, ${min} or more` : "";
  const expected = {
    text: "text",
    integer: `a whole number${range}`,
    boolean: "true or false",
    choice: `one of ${choices.join(", ")}`,
    list: "words separated by commas",
    duration: "a time like 90s, 30m or 2h, or 0",
  };
  return expected[type];
}

/** The words of a setting of type `list`, trimmed, without empty ones. */
export function listOf(value: SettingValue | undefined): string[] {
  return String(value ?? "")
    .split(/[\s,]+/)
    .filter(Boolean);
}

const UNITS: Record<string, number> = { ms: 1, s: 1_000, "": 1_000, m: 60_000, h: 3_600_000 };

/** Parses `90s`, `30m`, `2h` or `500ms` into milliseconds. A number alone means seconds; `0` and `never` are 0. Undefined for anything else. */
export function durationMs(text: string): number | undefined {
  if (text === "never") return 0;
  const [, digits, unit] = /^(\d{1,9})(ms|s|m|h|)$/.exec(text) ?? [];
  const factor = UNITS[unit ?? ""];
  return digits === undefined || factor === undefined ? undefined : Math.min(Number(digits) * factor, 2_147_483_647);
}

export function readSettings(home: string): Partial<Record<string, SettingValue>> {
  const path = configFile(home);
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw homeFailure(error, `cannot read ${path}`);
  }
  const corrupt = new Failure(
    "bad_file",
    `${path} is not a JSON object`,
    `Correct the file, or move it away: mv ${quoteWord(path)} ${quoteWord(`${path}.bad`)}`,
  );
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw corrupt;
    return value as Record<string, SettingValue>;
  } catch {
    throw corrupt;
  }
}

/** Changes one setting and keeps all others, those unknown to this version included. */
export function writeSetting(home: string, key: SettingKey, value: SettingValue | undefined): void {
  readSettings(home);
  privateFolder(home);
  const file = configFile(home);
  // Two that read, change and write at the same time would lose what one of them wrote.
  holding(`${file}.lock`, () => {
    const settings = readSettings(home);
    if (value === undefined) delete settings[key];
    else settings[key] = value;
    writeWhole(file, `${JSON.stringify(settings, null, 2)}\n`);
  });
}

export type SettingSource = "environment" | "file" | "default" | "unset";

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The value in force and where it comes from: environment, then file, then default. In the daemon `environment` is the
 * caller's, as far as a command asked for it.
 */
export function resolveSetting(
  home: string,
  key: SettingKey,
  environment: Environment = process.env,
): { value?: SettingValue; source: SettingSource } {
  const declared = settingOf(key);
  const fromEnv = declared.env === undefined ? undefined : environment[declared.env];
  if (fromEnv?.trim()) return { value: parseSetting(key, fromEnv), source: "environment" };
  const fileValue = readSettings(home)[key];
  if (fileValue !== undefined) return { value: fileValue, source: "file" };
  return declared.fallback === undefined ? { source: "unset" } : { value: declared.fallback, source: "default" };
}

export function setting(home: string, key: SettingKey, environment?: Environment): SettingValue | undefined {
  return resolveSetting(home, key, environment).value;
}
