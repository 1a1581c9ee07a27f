/** A type of argument: how a word of the command line and a JSON value become its value. */
import { Failure } from "./errors.ts";
import { shorten } from "./lib/shorten.ts";

export interface JsonSchema {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly default?: unknown;
}

export interface ValueType<T> {
  /** Placeholder in usage lines, such as `index` or `ms`. */
  readonly label: string;
  readonly schema: JsonSchema;
  readonly choices?: readonly string[];
  /** The word `-` reads the value from standard input. `stream`: the command reads standard input itself. */
  readonly stdin?: true | "stream";
  /** The word names a variable in the caller's environment, whose value becomes the argument of this name. */
  readonly fills?: string;
  /** The value is the index of an element (or of two). A locator may be given instead. */
  readonly elements?: 1 | 2;
  /** The option is part of a locator that replaces the argument of this name. */
  readonly addresses?: string;
  /** What shell completion offers. */
  readonly completes?: Completes;
  /**
   * The value is secret: no message repeats it, and no history stores it. `perhaps`: it may be a secret, as the line or
   * the result says. When the command fails it counts as one.
   */
  readonly secret?: true | "perhaps";
  /** The value is typed into a field of the page: the field of the same command, otherwise the focused one. */
  readonly typed?: true;
  /** The value is JavaScript that runs in the page. */
  readonly code?: true;
  /** The value is the path of a file or folder, or an address that may be one. `file_root` applies to it. */
  readonly names?: "path" | "address" | "json-or-path" | "json-or-@path";
  fromText(text: string): T;
  fromJson(value: unknown): T;
}

/** What shell completion offers for a word without fixed choices. */
export type Completes =
  | "files"
  /** Files only when the word begins like a path. */
  | "addresses"
  | "sessions"
  | "tabs"
  | "profiles"
  /** Browsers that have profiles. */
  | "browsers"
  | "tunnels"
  | "settings"
  /** Values of the setting that the previous word names. */
  | "setting values"
  | "commands"
  | "topics";

/** The type with a kind of completion. */
export function completing<T>(type: ValueType<T>, completes: Completes): ValueType<T> {
  return { ...type, completes };
}

export function expected(what: string, got: unknown): Failure {
  const shown = typeof got === "string" ? `'${shorten(got)}'` : shorten(JSON.stringify(got) ?? String(got));
  return new Failure("usage", `expected ${what}, got ${shown}`);
}
