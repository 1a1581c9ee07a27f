/** Abilities of servers and models: parsed from refusals, and cached in the home folder. */
import { join } from "node:path";
import { readJson, writeWhole } from "../lib/atomic-file.ts";
import { holding } from "../lib/lock.ts";
import type { Capabilities } from "./model.ts";
import type { WireError } from "./wire.ts";

export interface Abilities extends Omit<Capabilities, "jsonSchema"> {
  /** Supported answer format: JSON Schema, any JSON, or none. */
  format: "schema" | "json" | "none";
  /** It supports thinking levels. */
  thinking: boolean;
  /** It accepts its earlier reasoning. */
  thoughts: boolean;
}

export type Ability = keyof Abilities;

/** The initial assumption. */
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

/** Notes on missing abilities and their workarounds. */
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

/** Patterns that name a refused ability. The first match counts. */
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

/** Words of a refusal, as opposed to an invalid request. */
const REFUSES =
  /not.{0,20}(support|allow|permit|available|enabled|implement)|not a multi|n't support|unsupported|no endpoints|requires? .{0,40}--|unknown|unrecognized|unexpected (field|key|param)|extra (inputs|fields)|must be (one of|a string|['"])|invalid (param|value|type)|missing data|at most 0|mmproj/is;

/** Statuses that do not concern the content of a request. */
const UNRELATED_STATUSES = new Set([401, 402, 403, 408, 413, 429]);

/** The ability that a server refused; undefined for other errors. */
export function refusedBy(error: WireError, sent: ReadonlySet<Ability>): Ability | undefined {
  const { status, body } = error;
  if (status === undefined || status < 400 || UNRELATED_STATUSES.has(status) || !REFUSES.test(body)) return undefined;
  return WORDS.find(([ability, words]) => sent.has(ability) && words.test(body))?.[0];
}

/** The abilities without this one. `format` falls back from schema to JSON, then to none. */
export function without(abilities: Abilities, ability: Ability): Abilities {
  if (ability === "format") return { ...abilities, format: abilities.format === "schema" ? "json" : "none" };
  return { ...abilities, [ability]: false };
}

/** A cache entry. */
interface Known {
  version: number;
  at: string;
  /** From a probe, not only from use. */
  isProbed: boolean;
  abilities: Abilities;
  /** Context of the server in tokens, if it reports that. */
  contextTokens?: number | undefined;
}

export type Remembered = Pick<Known, "isProbed" | "abilities" | "contextTokens">;

/** Invalidates the cache when probes change. */
const VERSION = 1;

/** Maximum age: servers and models change under the same name. */
const MAX_AGE_MS = 14 * 24 * 3_600_000;

const fileOf = (home: string) => join(home, "model-capabilities.json");

/** Reads the cache entry of a model, unless it is outdated. */
export function recall(home: string, identity: string): Remembered | undefined {
  const known = readJson<Record<string, Known>>(fileOf(home))?.[identity];
  return known && isFresh(known) ? known : undefined;
}

function isFresh({ version, at }: Known): boolean {
  return version === VERSION && Date.now() - Date.parse(at) < MAX_AGE_MS;
}

/** Writes the cache entry. Ignores write errors: the model is then probed again. */
export function remember(home: string, identity: string, found: Remembered): void {
  const file = fileOf(home);
  try {
    holding(`${file}.lock`, () => {
      const held = Object.entries(readJson<Record<string, Known>>(file) ?? {}).filter(([, one]) => isFresh(one));
      const known: Known = { ...found, version: VERSION, at: new Date().toISOString() };
      writeWhole(file, `${JSON.stringify({ ...Object.fromEntries(held), [identity]: known }, null, 2)}\n`);
    });
  } catch {
    // This process has the result in memory.
  }
}
