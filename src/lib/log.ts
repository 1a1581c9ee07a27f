/**
 * The program's talk: to stderr for people, to `cli.log` from a daemon. The one door of consola (its core: the default
 * entry costs 10 ms of a 5 ms start). stdout belongs to data and is never written here.
 */
import { appendFileSync, renameSync, statSync, writeSync } from "node:fs";
import { type ConsolaInstance, createConsola, LogLevels } from "consola/core";
import { Failure } from "../errors.ts";

/** A log file larger than this is moved to `cli.log.1` when a daemon starts. */
const ROTATE_BYTES = 1_000_000;

let file: { path: string; prefix: string } | undefined;

/** One line as text, whatever it was made of; fields as `name=value`. */
function line(parts: unknown[]): string {
  return parts.map(shown).join(" ");
}

function shown(part: unknown): string {
  // Thrown on purpose: its words say all, and where it was thrown is for who looks for bugs.
  if (part instanceof Failure && !process.env.SVC_DEBUG) return part.message;
  if (part instanceof Error) return part.stack ?? part.message;
  return isFields(part) ? Object.entries(part).map(pair).join(" ") : String(part);
}

/** What a line says besides its words: a plain object. */
function isFields(part: unknown): part is Record<string, unknown> {
  return typeof part === "object" && part !== null && Object.getPrototypeOf(part) === Object.prototype;
}

function pair([name, value]: [string, unknown]): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return `${name}=${/[\s"=]/.test(text ?? "") ? JSON.stringify(text) : text}`;
}

let isJson = false;

/** One line as a JSON object: time, level, message, and the fields. */
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
          // A full disk must not end the session; there is nowhere left to say it.
        }
      },
    },
  ],
});

/** What is said for people. Where every line is JSON it is one, too: it is how a server that cannot start says so. */
export function writeStderr(text: string): void {
  put(isJson ? `${jsonLine("error", [text.trimEnd()], new Date())}\n` : text);
}

/** stderr without an exception when nobody reads it any more. */
function put(text: string): void {
  try {
    writeSync(2, text);
  } catch {
    // The reader is gone (EPIPE) or slow (EAGAIN): talk is not worth failing for.
  }
}

export const log = {
  get path(): string | undefined {
    return file?.path;
  },
  /** A plain object among the parts is fields of the line: `log.info("stopped", { browser: id })`. */
  info: (...parts: unknown[]) => write(core.info, parts),
  warn: (...parts: unknown[]) => write(core.warn, parts),
  error: (...parts: unknown[]) => write(core.error, parts),
  debug: (...parts: unknown[]) => write(core.debug, parts),
};

/** consola takes a lone object for options of its own: it never gets one as the first part. */
function write(level: (first: string, ...rest: unknown[]) => void, parts: unknown[]): void {
  level("", ...parts);
}

/**
 * From here on every line is a JSON object on stderr, for programs that collect logs: also what libraries say on the console,
 * and the warnings of the runtime.
 */
export function logAsJson(): void {
  isJson = true;
  const { info, warn, error, debug } = log;
  Object.assign(console, { log: info, info, warn, error, debug, trace: debug });
  // Bun prints a warning itself, whoever listens for it.
  process.emitWarning = (warning: string | Error) => log.warn(String(warning));
}

/** From here on every line goes to the file, marked with `prefix`. */
export function logToFile(path: string, prefix: string): void {
  try {
    if (statSync(path).size > ROTATE_BYTES) renameSync(path, `${path}.1`);
  } catch {
    // There is no log yet.
  }
  file = { path, prefix };
}
