/**
 * The program's talk: to stderr for people, to `cli.log` from a daemon. The one door of consola (its core: the default
 * entry costs 10 ms of a 5 ms start). stdout belongs to data and is never written here.
 */
import { appendFileSync, renameSync, statSync, writeSync } from "node:fs";
import { type ConsolaInstance, createConsola, LogLevels } from "consola/core";

/** A log file larger than this is moved to `cli.log.1` when a daemon starts. */
const ROTATE_BYTES = 1_000_000;

let file: { path: string; prefix: string } | undefined;

function line(parts: unknown[]): string {
  return parts.map((part) => (part instanceof Error ? (part.stack ?? part.message) : String(part))).join(" ");
}

const core: ConsolaInstance = createConsola({
  level: process.env.SVC_DEBUG ? LogLevels.debug : LogLevels.info,
  throttle: 0,
  reporters: [
    {
      log({ type, args, date }) {
        if (!file) return void writeStderr(`${type === "info" || type === "log" ? "" : `${type}: `}${line(args)}\n`);
        try {
          appendFileSync(file.path, `${date.toISOString()} ${file.prefix} ${type} ${line(args)}\n`, { mode: 0o600 });
        } catch {
          // A full disk must not end the session; there is nowhere left to say it.
        }
      },
    },
  ],
});

/** stderr without an exception when nobody reads it any more. */
export function writeStderr(text: string): void {
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
  info: (...parts: unknown[]) => core.info(line(parts)),
  warn: (...parts: unknown[]) => core.warn(line(parts)),
  error: (...parts: unknown[]) => core.error(line(parts)),
  debug: (...parts: unknown[]) => core.debug(line(parts)),
};

/** From here on every line goes to the file, marked with `prefix`. */
export function logToFile(path: string, prefix: string): void {
  try {
    if (statSync(path).size > ROTATE_BYTES) renameSync(path, `${path}.1`);
  } catch {
    // There is no log yet.
  }
  file = { path, prefix };
}
