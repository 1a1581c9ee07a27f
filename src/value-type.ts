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
  /** The word `-` means: read the value from standard input. `stream`: the command itself reads it there, as it comes. */
  readonly stdin?: true | "stream";
  /** The word names a variable in the caller's environment; what it holds becomes the argument of this name. */
  readonly fills?: string;
  /** The value is the index of an element (or of two), which can be addressed by what it says instead. */
  readonly elements?: 1 | 2;
  /** It helps to say which element is meant, in place of the argument of this name. */
  readonly addresses?: string;
  /** What a shell offers for it. */
  readonly completes?: Completes;
  /**
   * No message repeats a word of a line that may be one, and no history keeps it. `perhaps`: a text that is a secret where the
   * line says so or the answer hides it; of a command that failed nobody knows.
   */
  readonly secret?: true | "perhaps";
  /** It is typed into a field of the page: that of the same command, else the one that has the focus. */
  readonly typed?: true;
  /** It is JavaScript that runs in the page. */
  readonly code?: true;
  /** The value is the path of a file or folder, or an address that may be one: rules for files look at it. */
  readonly names?: "path" | "address" | "json-or-path" | "json-or-@path";
  fromText(text: string): T;
  fromJson(value: unknown): T;
}

/** What can be offered for a word that is no fixed choice: names of files, or what exists only now. */
export type Completes =
  | "files"
  /** A file only where the word begins like a path. */
  | "addresses"
  | "sessions"
  | "tabs"
  | "profiles"
  /** Those that have profiles. */
  | "browsers"
  | "tunnels"
  | "settings"
  /** What the setting of the word before may be. */
  | "setting values"
  | "commands"
  | "topics";

/** The type, with what a shell offers for it. */
export function completing<T>(type: ValueType<T>, completes: Completes): ValueType<T> {
  return { ...type, completes };
}

export function expected(what: string, got: unknown): Failure {
  const shown = typeof got === "string" ? `'${shorten(got)}'` : shorten(JSON.stringify(got) ?? String(got));
  return new Failure("usage", `expected ${what}, got ${shown}`);
}
