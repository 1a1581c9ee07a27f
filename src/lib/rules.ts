/**
 * The safety settings as rules that hold: of the file and of whoever asks, the stricter of both. Knows what is set, not
 * what it means for a browser or a command.
 */
import { type Stats, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { Failure } from "../errors.ts";
import { homeFailure } from "./atomic-file.ts";
import { configFile } from "./paths.ts";
import { listOf, parseSetting, readSettings, type SettingKey, type SettingValue, settingOf } from "./settings.ts";

/** Settings that only ever forbid: whoever may change them can lift them. */
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
  /** Each of these lists must allow a host. None: all are allowed. */
  readonly allowed: readonly (readonly string[])[];
  readonly blocked: readonly string[];
  readonly confirm: readonly string[];
  /** A path must lie in each of these folders. */
  readonly fileRoots: readonly string[];
  readonly boundaries: boolean;
}

/** What a browser keeps to from its start: rules that differ in this need another browser. */
export function boundsOf(rules: Rules): string {
  const { allowed, blocked, fileRoots } = rules;
  const bounds = bounding.get(rules) ?? JSON.stringify([allowed, blocked, fileRoots]);
  bounding.set(rules, bounds);
  return bounds;
}

const bounding = new WeakMap<Rules, string>();

/** Variables of an environment by name, as far as they set rules. */
export type CallerRules = Readonly<Record<string, string>>;

/** What an environment says of the rules. Empty values say nothing: they lift no rule. */
export function readCallerRules(environment: NodeJS.ProcessEnv): CallerRules {
  const callerRules: Record<string, string> = {};
  for (const key of SAFETY_SETTINGS) {
    const name = settingOf(key).env ?? "";
    const value = environment[name];
    if (value?.trim()) callerRules[name] = value;
  }
  return callerRules;
}

/** The part of it that a browser keeps to from its start. */
export function bindingPart(callerRules: CallerRules): CallerRules {
  const binding = (["allowed_domains", "blocked_domains", "file_root"] as const).map((key) => settingOf(key).env);
  return Object.fromEntries(Object.entries(callerRules).filter(([name]) => binding.includes(name)));
}

/** The rules in force. Throws `usage` or `bad_file` where a source cannot be understood: it might have forbidden it. */
export function rulesOf(home: string, callerRules: CallerRules): Rules {
  const sources = [heldIn(home), fromCaller(callerRules)].filter((one) => one !== undefined);
  if (sources.length === 0) return NO_RULES;
  const [only] = sources;
  if (sources.length > 1 || !only) return combined(sources);
  // A list of thousands is taken apart once.
  const rules = ofFile.get(only) ?? combined(sources);
  ofFile.set(only, rules);
  return rules;
}

const ofFile = new WeakMap<Source, Rules>();

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

/** The words of `confirm`: commas alone part them, since names of commands have two words. */
export function confirmWords(value: SettingValue): string[] {
  return String(value)
    .split(",")
    .map((word) => word.trim().replace(/\s+/g, " "))
    .filter(Boolean);
}

/** What the file and the environment say of a safety setting, each on its own: both hold. A text that is no value stays one. */
export function ruleSources(
  home: string,
  key: SettingKey,
  environment: NodeJS.ProcessEnv,
): { value: SettingValue; source: "file" | "environment" }[] {
  const held: unknown = readSettings(home)[key];
  const fromEnvironment = readCallerRules(environment)[settingOf(key).env ?? ""];
  const sources = [
    { value: held, source: "file" as const },
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

/** A value as its type has it. An empty one in the file says nothing, as in the environment. */
function checked(key: SettingKey, value: unknown): SettingValue {
  const text = Array.isArray(value) ? value.join(",") : String(value);
  if (key === "file_root" && !isAbsolute(text))
    throw new Failure(
      "usage",
      `file_root must be an absolute path, got '${text}'`,
      "Write the whole path of the folder.",
    );
  return parseSetting(key, text);
}

/** The rules of a file as last read: every command asks, and the file seldom changes. */
const cache = new Map<string, { stamp: string; source: Source | undefined }>();

function heldIn(home: string): Source | undefined {
  const path = configFile(home);
  const there = looked(path);
  if (!there) return undefined;
  const stamp = `${there.mtimeMs} ${there.ctimeMs} ${there.size} ${there.ino}`;
  const known = cache.get(path);
  if (known?.stamp === stamp) return known.source;
  const source = read(home);
  cache.set(path, { stamp, source });
  return source;
}

/** Undefined where no file is. One that cannot be looked at may hold rules. */
function looked(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOTDIR") return undefined;
    throw homeFailure(error, `cannot read ${path}`);
  }
}

function read(home: string): Source | undefined {
  const held = readSettings(home);
  const source: Source = {};
  for (const key of SAFETY_SETTINGS) {
    const value: unknown = held[key];
    if (!isBlank(value)) source[key] = checked(key, value);
  }
  return Object.keys(source).length === 0 ? undefined : source;
}
