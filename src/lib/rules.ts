/** The safety settings as rules in force: those of the file and those of the caller's environment, the stricter of both. */
import { type Stats, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { Failure } from "../errors.ts";
import { homeFailure } from "./atomic-file.ts";
import { configFile } from "./paths.ts";
import { listOf, parseSetting, readSettings, type SettingKey, type SettingValue, settingOf } from "./settings.ts";

/** Settings that only ever forbid. Whoever can change them can lift them. */
export const SAFETY_SETTINGS = [
  "allowed_domains",
  "blocked_domains",
  "confirm",
  "content_boundaries",
  "file_root",
] as const satisfies readonly SettingKey[];

export function isSafetySetting(key: SettingKey): boolean {
  return (SAFETY_SETTINGS as readonly SettingKey[]).includes(key);
}

export interface Rules {
  /** Each of these lists must allow a host. Without lists all hosts are allowed. */
  readonly allowed: readonly (readonly string[])[];
  readonly blocked: readonly string[];
  readonly confirm: readonly string[];
  /** A path must lie in each of these folders. */
  readonly fileRoots: readonly string[];
  readonly boundaries: boolean;
}

/** The rules that a browser keeps from its start, as a comparable text. Other values need another browser. */
export function boundsOf(rules: Rules): string {
  const { allowed, blocked, fileRoots } = rules;
  const bounds = boundsCache.get(rules) ?? JSON.stringify([allowed, blocked, fileRoots]);
  boundsCache.set(rules, bounds);
  return bounds;
}

const boundsCache = new WeakMap<Rules, string>();

/** Environment variables by name that set rules. */
export type CallerRules = Readonly<Record<string, string>>;

/** Reads the rules from an environment. Empty values are ignored: they lift no rule. */
export function readCallerRules(environment: NodeJS.ProcessEnv): CallerRules {
  const callerRules: Record<string, string> = {};
  for (const key of SAFETY_SETTINGS) {
    const name = settingOf(key).env ?? "";
    const value = environment[name];
    if (value?.trim()) callerRules[name] = value;
  }
  return callerRules;
}

/** The rules among them that a browser keeps from its start. */
export function bindingPart(callerRules: CallerRules): CallerRules {
  const binding = (["allowed_domains", "blocked_domains", "file_root"] as const).map((key) => settingOf(key).env);
  return Object.fromEntries(Object.entries(callerRules).filter(([name]) => binding.includes(name)));
}

/** Returns the rules in force. Throws `usage` or `bad_file` when a source cannot be parsed, because it might forbid the command. */
export function rulesOf(home: string, callerRules: CallerRules): Rules {
  const sources = [fromFile(home), fromCaller(callerRules)].filter((one) => one !== undefined);
  if (sources.length === 0) return NO_RULES;
  const [only] = sources;
  if (sources.length > 1 || !only) return combined(sources);
  // Cached: a list may have thousands of entries.
  const rules = fileRules.get(only) ?? combined(sources);
  fileRules.set(only, rules);
  return rules;
}

const fileRules = new WeakMap<Source, Rules>();

type Source = Partial<Record<SettingKey, SettingValue>>;

export const NO_RULES: Rules = { allowed: [], blocked: [], confirm: [], fileRoots: [], boundaries: false };

function combined(sources: Source[]): Rules {
  const texts = (key: SettingKey) => sources.map((one) => one[key]).filter((value) => value !== undefined);
  return {
    allowed: texts("allowed_domains").map(listOf),
    blocked: texts("blocked_domains").flatMap(listOf),
    confirm: texts("confirm").flatMap(confirmWords),
    fileRoots: texts("file_root").map(String),
    boundaries: texts("content_boundaries").includes(true),
  };
}

/** The words of `confirm`, separated by commas only, because command names contain spaces. */
export function confirmWords(value: SettingValue): string[] {
  return String(value)
    .split(",")
    .map((word) => word.trim().replace(/\s+/g, " "))
    .filter(Boolean);
}

/** The values of a safety setting from the file and from the environment. Both are in force. An invalid value is returned as text. */
export function ruleSources(
  home: string,
  key: SettingKey,
  environment: NodeJS.ProcessEnv,
): { value: SettingValue; source: "file" | "environment" }[] {
  const settings: unknown = readSettings(home)[key];
  const fromEnvironment = readCallerRules(environment)[settingOf(key).env ?? ""];
  const sources = [
    { value: settings, source: "file" as const },
    { value: fromEnvironment, source: "environment" as const },
  ];
  return sources
    .filter(({ value }) => !isBlank(value))
    .map(({ value, source }) => ({ value: shownAs(key, value), source }));
}

function shownAs(key: SettingKey, value: unknown): SettingValue {
  try {
    return checked(key, value);
  } catch {
    return String(value);
  }
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || String(value).trim() === "";
}

function fromCaller(callerRules: CallerRules): Source | undefined {
  const source: Source = {};
  for (const key of SAFETY_SETTINGS) {
    const text = callerRules[settingOf(key).env ?? ""];
    if (text?.trim()) source[key] = checked(key, text);
  }
  return Object.keys(source).length === 0 ? undefined : source;
}

/** Converts a value to its type. An empty value in the file is ignored, as in the environment. */
function checked(key: SettingKey, value: unknown): SettingValue {
  const text = Array.isArray(value) ? value.join(",") : String(value);
  if (key === "file_root" && !isAbsolute(text))
    throw new Failure(
      "usage",
      `file_root must be an absolute path, got '${text}'`,
      "Write the absolute path of the folder.",
    );
  return parseSetting(key, text);
}

/** The rules of the settings file as last read. Every command needs them, and the file seldom changes. */
const cache = new Map<string, { stamp: string; source: Source | undefined }>();

function fromFile(home: string): Source | undefined {
  const path = configFile(home);
  const there = statsOf(path);
  if (!there) return undefined;
  const stamp = `${there.mtimeMs} ${there.ctimeMs} ${there.size} ${there.ino}`;
  const known = cache.get(path);
  if (known?.stamp === stamp) return known.source;
  const source = read(home);
  cache.set(path, { stamp, source });
  return source;
}

/** Undefined when the file does not exist. Throws when it cannot be read, because it may hold rules. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw homeFailure(error, `cannot read ${path}`);
  }
}

function read(home: string): Source | undefined {
  const settings = readSettings(home);
  const source: Source = {};
  for (const key of SAFETY_SETTINGS) {
    const value: unknown = settings[key];
    if (!isBlank(value)) source[key] = checked(key, value);
  }
  return Object.keys(source).length === 0 ? undefined : source;
}
