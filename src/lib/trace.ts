/**
 * Traces: one line for each message that the program exchanges with others. Code that can be traced calls
 * `trace.<kind>?.(…)`: without a listener that is one property access, and the arguments are not evaluated. Texts that
 * may be secret are replaced by their length.
 */
import { appendFileSync } from "node:fs";
import { Failure } from "../errors.ts";
import { log, writeStderr } from "./log.ts";
import { shorten } from "./shorten.ts";

/** The kinds of traces, with descriptions. */
export const TRACE_KINDS = {
  cdp: "messages to and from the browser (Chrome DevTools Protocol)",
  wire: "messages between svc and the daemon of its session",
  http: "requests to the API, and those that svc serve answers",
  sql: "statements of the database of svc serve",
  agent: "questions to language models, and their answers",
} as const;

export type TraceKind = keyof typeof TRACE_KINDS;

type Sink = (line: string) => void;

/** Writes one line, by kind. Undefined without a listener. */
export const trace: Partial<Record<TraceKind, (text: string) => void>> = {};

const listeners = new Map<Sink, ReadonlySet<TraceKind>>();

/** Passes every line of these kinds to `sink`. Returns a function that stops it. */
export function listen(kinds: Iterable<TraceKind>, sink: Sink): () => void {
  // The same sink may listen twice.
  const own: Sink = (line) => sink(line);
  listeners.set(own, new Set(kinds));
  connect();
  return () => {
    listeners.delete(own);
    connect();
  };
}

function connect(): void {
  for (const kind of Object.keys(TRACE_KINDS) as TraceKind[]) {
    const sinks = [...listeners].filter(([, kinds]) => kinds.has(kind)).map(([sink]) => sink);
    if (sinks.length === 0) delete trace[kind];
    else trace[kind] = (text) => deliver(sinks, `${new Date().toISOString().slice(11, 23)} ${kind.padEnd(5)} ${text}`);
  }
}

function deliver(sinks: readonly Sink[], line: string): void {
  for (const sink of sinks) sink(line);
}

/** Parses `cdp,http` or `all`. Throws `usage` for another word. */
export function readKinds(text: string): TraceKind[] {
  const words = text.split(",").map((word) => word.trim());
  const all = Object.keys(TRACE_KINDS) as TraceKind[];
  const unknown = words.find((word) => word !== "all" && !Object.hasOwn(TRACE_KINDS, word));
  if (unknown === undefined) return words.includes("all") ? all : (words as TraceKind[]);
  throw new Failure(
    "usage",
    `'${shorten(unknown)}' cannot be traced: expected ${all.join(", ")} or all, with commas between`,
    "Name one or more of them, as in `svc trace cdp,agent` or `SVC_TRACE=cdp,http`.",
  );
}

/** The kinds in SVC_TRACE. */
export function kindsFromEnvironment(): TraceKind[] {
  const value = process.env.SVC_TRACE;
  return value ? readKinds(value) : [];
}

/** Writes a line to the file in SVC_TRACE_FILE, otherwise to stderr. */
export function writeTrace(line: string): void {
  const path = process.env.SVC_TRACE_FILE;
  if (!path) return void writeStderr(`${line}\n`);
  try {
    appendFileSync(path, `${line}\n`, { mode: 0o600 });
  } catch (error) {
    delete process.env.SVC_TRACE_FILE;
    log.warn(`cannot write the trace to ${path}: ${(error as Error).message}`);
  }
}

/** Names of members whose text may be a secret, or was typed by somebody. */
const SECRET =
  /pass|secret|token|authori[sz]ation|cookie|credential|api[-_]?key|^(value|text|texts|unmodifiedText|key|keyIdentifier|code|commands|data|postData|body|binaryResponse\w*|binding|payload|(windows|native)VirtualKeyCode|arguments|env(ironment)?)$/i;

/** Longest single text and longest whole value, in characters. */
const TEXT = 80;
const VALUE = 400;

/** Formats a value on one line. Long texts are shortened, and possible secrets are replaced by their length. */
export function outlineOf(value: unknown): string {
  return value === undefined ? "" : shorten(JSON.stringify(concealed(value, "", 0)) ?? "", VALUE);
}

/** Formats a value on one line without any text, because arguments and results of commands may hold anything. */
export function sizesOf(value: unknown): string {
  const sized = (_: string, one: unknown) => (typeof one === "string" ? `(${one.length} characters)` : one);
  return value === undefined ? "" : shorten(JSON.stringify(value, sized) ?? "", VALUE);
}

function concealed(value: unknown, name: string, depth: number): unknown {
  if (typeof value === "string")
    return SECRET.test(name) ? `(${value.length} characters)` : shorten(withoutQuery(value), TEXT);
  if (typeof value === "number") return SECRET.test(name) ? "(hidden)" : value;
  if (typeof value !== "object" || value === null) return value;
  if (SECRET.test(name) && name !== "data") return Array.isArray(value) ? `(${value.length} values)` : "(hidden)";
  if (depth === 4) return "…";
  // The items of a list have the name of the list.
  if (Array.isArray(value)) return value.slice(0, 10).map((one) => concealed(one, name, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, concealed(one, key, depth + 1)]));
}

/** The query may hold tokens, and the part before the host a password. */
function withoutQuery(text: string): string {
  const url = /^(https?|wss?):/i.test(text) ? URL.parse(text) : null;
  if (!url) return text;
  return `${url.protocol}//${url.host}${url.pathname}${url.search === "" ? "" : "?…"}`;
}

/** The time since `startedMs` of `performance.now()`, as `3.2 ms`. */
export function since(startedMs: number): string {
  return `${(performance.now() - startedMs).toFixed(1)} ms`;
}
