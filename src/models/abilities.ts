/**
 * What servers and their models can do, as far as it is known: read out of refusals, and remembered in the home. The order of
 * `NOTES` is the order in which they are done without.
 */
import { join } from "node:path";
import { readJson, writeWhole } from "../lib/atomic-file.ts";
import { holding } from "../lib/lock.ts";
import type { Capabilities } from "./model.ts";
import type { WireError } from "./wire.ts";

export interface Abilities extends Omit<Capabilities, "jsonSchema"> {
  /** Forms of an answer: schemas, JSON of any shape, or neither. */
  format: "schema" | "json" | "none";
  /** It takes a level of thinking. */
  thinking: boolean;
  /** It takes its own thoughts back. */
  thoughts: boolean;
}

export type Ability = keyof Abilities;

/** Until something else is known. */
export const ALL: Abilities = {
  tools: true,
  streamedTools: true,
  requiredTool: true,
  format: "schema",
  vision: true,
  usage: true,
  thinking: true,
  thoughts: true,
};

export function capabilitiesOf({ thinking: _, thoughts: __, format, ...rest }: Abilities): Capabilities {
  return { ...rest, jsonSchema: format === "schema" };
}

/** What is done instead, in words. */
export const NOTES: Record<Ability, string> = {
  tools: "does not support tools: they are described in the prompt, and calls are parsed from its text",
  streamedTools: "does not stream tool calls: streaming is turned off",
  requiredTool: "does not support required tool calls: the prompt asks for them",
  format: "does not support JSON Schema: its answers are validated here",
  vision: "does not support images: they are left out",
  usage: "does not report token usage: it is estimated",
  thinking: "does not support thinking levels",
  thoughts: "does not accept its earlier reasoning: it is left out",
};

/** Words that name what is refused. The first that fits counts: the later ones also occur in talk of the earlier ones. */
const WORDS: readonly (readonly [Ability, RegExp])[] = [
  ["usage", /stream_options|include_usage/i],
  ["thoughts", /reasoning_content/i],
  ["requiredTool", /tool[_ ]choice/i],
  ["format", /response_format|json_schema|json_object|output_format|output_config|structured/i],
  ["thinking", /reasoning|thinking/i],
  ["streamedTools", /stream\w*\b.{0,80}\btool|\btools?\b.{0,80}\bstream/is],
  ["vision", /image|vision|multi-?modal|mmproj|content.{0,20}must be a string/i],
  ["tools", /\btools\b|\btool.?(use|calling|calls|choice)\b|function.?call(s|ing)/i],
];

/** A refusal rather than a request that is wrong: an error about a tool's result names tools as well. */
const REFUSES =
  /not.{0,20}(support|allow|permit|available|enabled|implement)|not a multi|n't support|unsupported|no endpoints|requires? .{0,40}--|unknown|unrecognized|unexpected (field|key|param)|extra (inputs|fields)|must be (one of|a string|['"])|invalid (param|value|type)|missing data|at most 0|mmproj/is;

/** Statuses that say nothing of the request: of the key, of the load. */
const OTHERS = new Set([401, 402, 403, 408, 413, 429]);

/** What a server refused of that which it was sent; undefined when it failed for another reason. */
export function refusedBy(error: WireError, sent: ReadonlySet<Ability>): Ability | undefined {
  const { status, body } = error;
  if (status === undefined || status < 400 || OTHERS.has(status) || !REFUSES.test(body)) return undefined;
  return WORDS.find(([ability, words]) => sent.has(ability) && words.test(body))?.[0];
}

/** The abilities without this one. Schemas are given up for JSON of any shape first. */
export function without(abilities: Abilities, ability: Ability): Abilities {
  if (ability === "format") return { ...abilities, format: abilities.format === "schema" ? "json" : "none" };
  return { ...abilities, [ability]: false };
}

/** What is remembered of one model. */
interface Known {
  version: number;
  at: string;
  /** All was tried; else, this is what was met in use. */
  isProbed: boolean;
  abilities: Abilities;
  /** Tokens that its server holds, where it tells. */
  contextTokens?: number | undefined;
}

export type Remembered = Pick<Known, "isProbed" | "abilities" | "contextTokens">;

/** Changes when probes find out something else. */
const VERSION = 1;

/** Servers and models change under the same name. */
const MAX_AGE_MS = 14 * 24 * 3_600_000;

const fileOf = (home: string) => join(home, "model-capabilities.json");

/** What was found out about the model of this identity, unless that is too long ago. */
export function recall(home: string, identity: string): Remembered | undefined {
  const known = readJson<Record<string, Known>>(fileOf(home))?.[identity];
  return known && isFresh(known) ? known : undefined;
}

function isFresh({ version, at }: Known): boolean {
  return version === VERSION && Date.now() - Date.parse(at) < MAX_AGE_MS;
}

/** Keeps it for all processes. A home that cannot be written is no reason to give up a task: it is found out again. */
export function remember(home: string, identity: string, found: Remembered): void {
  const file = fileOf(home);
  try {
    holding(`${file}.lock`, () => {
      const held = Object.entries(readJson<Record<string, Known>>(file) ?? {}).filter(([, one]) => isFresh(one));
      const known: Known = { ...found, version: VERSION, at: new Date().toISOString() };
      writeWhole(file, `${JSON.stringify({ ...Object.fromEntries(held), [identity]: known }, null, 2)}\n`);
    });
  } catch {
    // It is known in this process.
  }
}
