/**
 * What can stand at the end of a line that is being typed: commands, verbs, options, their choices, and what exists only
 * now (sessions, tabs, profiles), which the caller looks up. Knows no shell and reads nothing itself.
 */

import { type Arg, type Args, optionName } from "../args.ts";
import type { AnyCommand } from "../command.ts";
import { SETTINGS, type SettingKey, settingOf } from "../lib/settings.ts";
import type { Completes } from "../value-type.ts";
import { globals } from "./globals.ts";
import { nounSummary } from "./help.ts";
import { topics } from "./topics.ts";

export interface Candidate {
  value: string;
  /** One line, for shells that show it. */
  doc: string;
}

export interface Completion {
  candidates: Candidate[];
  /** A file may stand there as well: the shell knows best how to offer those. */
  files: boolean;
}

/** What must be looked up. Each answers quickly, and an empty list when it cannot tell. */
export interface Live {
  sessions(): Promise<Candidate[]>;
  tabs(session: string | undefined): Promise<Candidate[]>;
  /** Of one browser, or of all. */
  profiles(browser: string | undefined): Promise<Candidate[]>;
  browsers(): Promise<Candidate[]>;
  tunnels(): Promise<Candidate[]>;
}

/** The line as far as it is written. */
interface Written {
  /** The word at the cursor, so far. */
  current: string;
  command: AnyCommand | undefined;
  /** The first word, while a second one may still be part of the name. */
  noun: string | undefined;
  /** Noun and verb are both there. */
  hasVerb: boolean;
  positionals: string[];
  /** Keys of the options that stand there already. */
  used: Set<string>;
  /** The option whose value comes next. */
  pending: Arg | undefined;
  session: string | undefined;
  /** Of whose profiles the line speaks. */
  browser: string | undefined;
  /** After `--` nothing is an option. */
  isLiteral: boolean;
}

/** What fits `current`, the last word so far, after `words` (the line without `svc`). */
export async function complete(
  words: readonly string[],
  current: string,
  commands: readonly AnyCommand[],
  live: Live,
): Promise<Completion> {
  const written = readWords(words, current, commands);
  const { candidates, files } = await offers(written, commands, live);
  const fitting = candidates.filter(({ value }) => value.startsWith(current) && !CONTROLS.test(value));
  return { candidates: fitting.map(oneLine), files };
}

async function offers(written: Written, commands: readonly AnyCommand[], live: Live): Promise<Completion> {
  const { current, pending, isLiteral } = written;
  if (pending && pending.bare === undefined) return await valuesOf(pending, written, commands, live);
  if (!isLiteral && current.startsWith("-")) return await optionOffers(written, commands, live);
  const words = await wordOffers(written, commands, live);
  if (!pending) return words;
  const values = await valuesOf(pending, written, commands, live);
  return { candidates: [...values.candidates, ...words.candidates], files: words.files };
}

function readWords(words: readonly string[], current: string, commands: readonly AnyCommand[]): Written {
  const written: Written = {
    current,
    command: undefined,
    noun: undefined,
    hasVerb: false,
    positionals: [],
    used: new Set(),
    pending: undefined,
    session: undefined,
    browser: undefined,
    isLiteral: false,
  };
  for (let n = 0; n < words.length; n++) {
    const word = words[n] ?? "";
    const isOption = !written.isLiteral && /^-./.test(word) && !/^-\.?\d/.test(word);
    if (word === "--" && !written.isLiteral) written.isLiteral = true;
    else if (isOption) n += readOption(written, word, words[n + 1], commands);
    else readName(written, word, commands);
  }
  return written;
}

/** Takes the option in, and says how many of the words after it belong to it. */
function readOption(written: Written, word: string, next: string | undefined, commands: readonly AnyCommand[]): number {
  const [name = "", value] = word.split("=", 2);
  const [key, arg] = optionsOf(written).find(([key, arg]) => matches(name, key, arg)) ?? [];
  if (key === undefined || arg === undefined) return 0;
  written.used.add(key);
  if (key === "session") written.session = value ?? next;
  if (arg.type.completes === "browsers") written.browser = value ?? next;
  if (arg.place === "flag" || value !== undefined) return 0;
  // A bare --profile before a command is just that.
  if (arg.bare !== undefined && (next?.startsWith("-") || commands.some(({ name }) => name.split(" ")[0] === next)))
    return 0;
  if (next === undefined) written.pending = arg;
  return 1;
}

function readName(written: Written, word: string, commands: readonly AnyCommand[]): void {
  if (written.noun === undefined) {
    written.noun = word;
    written.command = named(word, commands);
    return;
  }
  const full = named(`${written.noun} ${word}`, commands);
  if (full && !written.hasVerb && written.positionals.length === 0) {
    written.command = full;
    written.hasVerb = true;
    return;
  }
  // A name of three words.
  const isNext = written.hasVerb && written.positionals.length === 0;
  const longer = isNext ? named(`${written.command?.name} ${word}`, commands) : undefined;
  if (longer) written.command = longer;
  else written.positionals.push(word);
}

function named(name: string, commands: readonly AnyCommand[]): AnyCommand | undefined {
  return commands.find((one) => one.name === name || one.aliases?.includes(name));
}

function optionsOf({ command }: Written): [string, Arg][] {
  const own = command?.args as Args | undefined;
  // Its own come first, also in place of one of the same name that all have.
  const all: Args = { ...own, ...globals, ...own };
  return Object.entries(all).filter(([, { place }]) => place === "option" || place === "flag");
}

function matches(name: string, key: string, arg: Arg): boolean {
  const { short } = arg;
  return name === `--${optionName(key, arg)}` || (short !== undefined && name === `-${short}`);
}

async function optionOffers(written: Written, commands: readonly AnyCommand[], live: Live): Promise<Completion> {
  const { current } = written;
  const options = optionsOf(written);
  const equals = current.indexOf("=");
  if (equals < 0) {
    const left = options.filter(([key, { repeats }]) => repeats || !written.used.has(key));
    return {
      candidates: left.map(([key, arg]) => ({ value: `--${optionName(key, arg)}`, doc: arg.doc })),
      files: false,
    };
  }
  const name = current.slice(0, equals);
  const [, arg] = options.find(([key, one]) => one.place === "option" && matches(name, key, one)) ?? [];
  if (!arg) return NOTHING;
  const { candidates } = await valuesOf(arg, written, commands, live);
  return { candidates: candidates.map(({ value, doc }) => ({ value: `${name}=${value}`, doc })), files: false };
}

const NOTHING: Completion = { candidates: [], files: false };

async function wordOffers(written: Written, commands: readonly AnyCommand[], live: Live): Promise<Completion> {
  const { command, noun, hasVerb, positionals } = written;
  if (noun === undefined) return { candidates: firstWords(commands), files: false };
  const verbs = positionals.length > 0 ? [] : verbsOf(hasVerb ? (command?.name ?? noun) : noun, commands);
  const args = (command?.args ?? {}) as Args;
  const isAddressed = (key: string) => [...written.used].some((one) => args[one]?.type.addresses === key);
  const places = Object.entries(args)
    .filter(([key, { place }]) => place.startsWith("positional") && !(place === "positional" && isAddressed(key)))
    .map(([, arg]) => arg);
  const next = places[positionals.length] ?? places.find(({ place }) => place === "positionals");
  const own = next ? await valuesOf(next, written, commands, live) : NOTHING;
  return { candidates: [...verbs, ...own.candidates], files: own.files };
}

function firstWords(commands: readonly AnyCommand[]): Candidate[] {
  const firsts = [...new Set(commands.map(({ name }) => name.split(" ")[0] ?? name))];
  return firsts.map((value) => ({ value, doc: nounSummary(value, commands) }));
}

function verbsOf(noun: string, commands: readonly AnyCommand[]): Candidate[] {
  return commands
    .map(({ name, summary }) => ({ value: name.slice(noun.length + 1), doc: summary, name }))
    .filter(({ name, value }) => name.startsWith(`${noun} `) && !value.includes(" "))
    .map(({ value, doc }) => ({ value, doc }));
}

async function valuesOf(
  { type, doc }: Arg,
  written: Written,
  commands: readonly AnyCommand[],
  live: Live,
): Promise<Completion> {
  const { completes, choices } = type;
  if (completes === "files" || (completes === "addresses" && /^[./~]/.test(written.current)))
    return { candidates: [], files: true };
  if (choices) return { candidates: choices.map((value) => ({ value, doc })), files: false };
  const all =
    completes === undefined || completes === "addresses" ? [] : await lookUp(completes, written, commands, live);
  return { candidates: all.filter(({ value }) => !written.positionals.includes(value)), files: false };
}

async function lookUp(
  completes: Completes,
  { positionals, session, browser }: Written,
  commands: readonly AnyCommand[],
  live: Live,
): Promise<Candidate[]> {
  const [first] = positionals;
  if (completes === "sessions") return await live.sessions();
  if (completes === "tabs") return await live.tabs(session);
  if (completes === "profiles") return await live.profiles(browser);
  if (completes === "browsers") return await live.browsers();
  if (completes === "tunnels") return await live.tunnels();
  if (completes === "settings") return SETTING_KEYS.map((value) => ({ value, doc: settingOf(value).meaning }));
  if (completes === "setting values") return settingValues(first ?? "");
  if (first !== undefined) return positionals.length === 1 ? verbsOf(first, commands) : [];
  const known = completes === "topics" ? topics.map(({ name, summary }) => ({ value: name, doc: summary })) : [];
  const firsts = firstWords(commands);
  return [...firsts, ...known.filter(({ value }) => !firsts.some((one) => one.value === value))];
}

const SETTING_KEYS = Object.keys(SETTINGS) as SettingKey[];

function settingValues(key: string): Candidate[] {
  if (!Object.hasOwn(SETTINGS, key)) return [];
  const { type, choices = [], meaning } = settingOf(key as SettingKey);
  const words = type === "boolean" ? ["true", "false"] : choices;
  return words.map((value) => ({ value, doc: meaning }));
}

/** Longer ones would wrap in the shell's list. */
const MAX_DOC = 70;

const CONTROLS = /[\0-\x1f\x7f-\x9f]/;

/** A title comes from a page: what commands a terminal, or ends the line, is left out. */
function oneLine({ value, doc }: Candidate): Candidate {
  const line = doc.replace(new RegExp(CONTROLS, "g"), " ").trim();
  return { value, doc: line.length > MAX_DOC ? `${[...line].slice(0, MAX_DOC - 1).join("")}…` : line };
}
