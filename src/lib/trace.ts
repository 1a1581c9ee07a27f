/**
 * Traces: what the program exchanges with others, one line per message, for whoever looks for a fault. A place that can be
 * traced calls `trace.<kind>?.(…)`: while nobody listens that is one look at a property, and its arguments are not made.
 * Texts that may be secrets are told by their length alone.
 */
import { appendFileSync } from "node:fs";
import { Failure } from "../errors.ts";
import { log, writeStderr } from "./log.ts";
import { shorten } from "./shorten.ts";

/** What can be traced, and what it is about. */
export const TRACE_KINDS = {
  cdp: "messages to and from the browser (Chrome DevTools Protocol)",
  wire: "messages between svc and the daemon of its session",
  http: "requests to the API, and those that svc serve answers",
  sql: "statements of the database of svc serve",
  agent: "questions to language models, and their answers",
} as const;

export type TraceKind = keyof typeof TRACE_KINDS;

type Sink = (line: string) => void;

/** By kind: writes one line. Undefined while nobody listens. */
export const trace: Partial<Record<TraceKind, (text: string) => void>> = {};

const listeners = new Map<Sink, ReadonlySet<TraceKind>>();

/** Hands every line of these kinds to `sink`. Returns what ends it. */
export function listen(kinds: Iterable<TraceKind>, sink: Sink): () => void {
  // One sink may listen twice.
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

/** `cdp,http` or `all`. Throws `usage` for another word. */
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

/** What the environment asks for: SVC_TRACE. */
export function askedKinds(): TraceKind[] {
  const asked = process.env.SVC_TRACE;
  return asked ? readKinds(asked) : [];
}

/** Writes a line where SVC_TRACE_FILE says, else on standard error. */
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

/** Names of members whose text may be a secret, or what somebody typed. */
const SECRET =
  /pass|secret|token|authori[sz]ation|cookie|credential|api[-_]?key|^(value|text|texts|unmodifiedText|key|keyIdentifier|code|commands|data|postData|body|binaryResponse\w*|binding|payload|(windows|native)VirtualKeyCode|arguments|env(ironment)?)$/i;

/** Characters of one text, and of a whole value. */
const TEXT = 80;
const VALUE = 400;

/** A value on one line: long texts are cut, and what may be a secret is told by its length. */
export function outlineOf(value: unknown): string {
  return value === undefined ? "" : shorten(JSON.stringify(concealed(value, "", 0)) ?? "", VALUE);
}

/** A value on one line with no text in it: arguments and answers of commands may be anything. */
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
  // What a list holds goes by the name of the list.
  if (Array.isArray(value)) return value.slice(0, 10).map((one) => concealed(one, name, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, concealed(one, key, depth + 1)]));
}

/** Addresses carry tokens in their query, and names with passwords before the host. */
function withoutQuery(text: string): string {
  const url = /^(https?|wss?):/i.test(text) ? URL.parse(text) : null;
  if (!url) return text;
  return `${url.protocol}//${url.host}${url.pathname}${url.search === "" ? "" : "?…"}`;
}

/** `3.2 ms`, from a `performance.now()` on. */
export function since(startedMs: number): string {
  return `${(performance.now() - startedMs).toFixed(1)} ms`;
}
