/**
 * Log lines: to stderr for people, to `cli.log` from a daemon. stdout belongs to data and is never written here. Uses
 * the core of consola, because its default entry costs 10 ms of a 5 ms start.
 */
import { appendFileSync, renameSync, statSync, writeSync } from "node:fs";
import { type ConsolaInstance, createConsola, LogLevels } from "consola/core";
import { Failure } from "../errors.ts";

/** A larger log file is renamed to `cli.log.1` when a daemon starts. */
const ROTATE_BYTES = 1_000_000;

let file: { path: string; prefix: string } | undefined;

/** Formats the parts of a log line as text; fields as `name=value`. */
function line(parts: unknown[]): string {
  return parts.map(shown).join(" ");
}

function shown(part: unknown): string {
  // A `Failure` is thrown on purpose: its message is enough. The stack is only for debugging.
  if (part instanceof Failure && !process.env.SVC_DEBUG) return part.message;
  if (part instanceof Error) return part.stack ?? part.message;
  return isFields(part) ? Object.entries(part).map(pair).join(" ") : String(part);
}

/** True for a plain object: the fields of a log line. */
function isFields(part: unknown): part is Record<string, unknown> {
  return typeof part === "object" && part !== null && Object.getPrototypeOf(part) === Object.prototype;
}

function pair([name, value]: [string, unknown]): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `${name}=${/[\s"=]/.test(text ?? "") ? JSON.stringify(text) : text}`;
}

let isJson = false;

/** Formats a log line as a JSON object: time, level, message and the fields. */
function jsonLine(type: string, parts: unknown[], date: Date): string {
  const message = line(parts.filter((part) => !isFields(part)));
  const level = type === "log" ? "info" : type;
  return JSON.stringify({ time: date.toISOString(), level, message, ...Object.assign({}, ...parts.filter(isFields)) });
}

const core: ConsolaInstance = createConsola({
  level: process.env.SVC_DEBUG ? LogLevels.debug : LogLevels.info,
  throttle: 0,
  reporters: [
    {
      log({ type, args: [, ...args], date }) {
        if (isJson) return void put(`${jsonLine(type, args, date)}\n`);
        if (!file) return void put(`${type === "info" || type === "log" ? "" : `${type}: `}${line(args)}\n`);
        try {
          appendFileSync(file.path, `${date.toISOString()} ${file.prefix} ${type} ${line(args)}\n`, { mode: 0o600 });
        } catch {
          // A full disk must not end the session, and there is no other place to report it.
        }
      },
    },
  ],
});

/** Writes a text for people. In JSON mode it becomes a log line, because a server that cannot start reports it this way. */
export function writeStderr(text: string): void {
  put(isJson ? `${jsonLine("error", [text.trimEnd()], new Date())}\n` : text);
}

/** Writes to stderr without an exception when nobody reads it. */
function put(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // The reader is gone (EPIPE) or slow (EAGAIN): a log line is not worth a failure.
  }
}

export const log = {
  get path(): string | undefined {
    return file?.path;
  },
  /** A plain object among the parts holds fields of the line: `log.info("stopped", { browser: id })`. */
  info: (...parts: unknown[]) => write(core.info, parts),
  warn: (...parts: unknown[]) => write(core.warn, parts),
  error: (...parts: unknown[]) => write(core.error, parts),
  debug: (...parts: unknown[]) => write(core.debug, parts),
};

/** consola interprets a single object as its options, so the first part is always a text. */
function write(level: (first: string, ...rest: unknown[]) => void, parts: unknown[]): void {
  level("", ...parts);
}

/** Switches to JSON lines on stderr, for programs that collect logs. This includes console output of libraries and warnings of the runtime. */
export function logAsJson(): void {
  isJson = true;
  const { info, warn, error, debug } = log;
  Object.assign(console, { log: info, info, warn, error, debug, trace: debug });
  // Bun prints warnings itself, whether or not somebody listens for them.
  process.emitWarning = (warning: string | Error) => log.warn(String(warning));
}

/** Switches to a log file. Each line is marked with `prefix`. */
export function logToFile(path: string, prefix: string): void {
  try {
    if (statSync(path).size > ROTATE_BYTES) renameSync(path, `${path}.1`);
  } catch {
    // There is no log yet.
  }
  file = { path, prefix };
}
