/** Checks a command's arguments, runs it, and converts every result and error into an Outcome. */

import { type Args, isAddressed, isList } from "./args.ts";
import { type AnyCommand, type Contexts, keyValueLines, type Output } from "./command.ts";
import { asFailure, Failure, type FailureCode, systemFailure } from "./errors.ts";
import { isOfHome, OWN_HOME } from "./lib/atomic-file.ts";
import { withTimeout } from "./lib/deadline.ts";
import { log } from "./lib/log.ts";
import { helpHint } from "./manual/usage.ts";
import type { Outcome } from "./outcome.ts";

/** How long a handler may take to end after its deadline, unless the command declares its own time. */
const GRACE_MS = 150;

export interface Run {
  command: AnyCommand;
  /** The arguments by name, as values. */
  args: Record<string, unknown>;
  context: Contexts[keyof Contexts];
  signal: AbortSignal;
  timeoutMs: number;
  progress?: ((message: string) => void) | undefined;
  output?: Output | undefined;
  /** Throws when the command may not run with these arguments. */
  permit?: (checked: Record<string, unknown>) => void;
}

export async function run({
  command,
  args,
  context,
  signal,
  timeoutMs,
  progress,
  output,
  permit,
}: Run): Promise<Outcome> {
  const deadline = new AbortController();
  const isEndless = timeoutMs === Number.POSITIVE_INFINITY;
  const expire = () => deadline.abort(timeoutFailure(command.name, timeoutMs));
  const timer = isEndless ? undefined : setTimeout(expire, timeoutMs);
  const ended = AbortSignal.any([signal, deadline.signal]);
  try {
    const checked = checkArgs(command.args, args);
    permit?.(checked);
    const common = { args: checked, signal: ended, timeoutMs, progress: progress ?? (() => {}), output };
    const work = Promise.resolve(command.run({ ...context, ...common }));
    const data: object = await Promise.race([work, rejectAfterGrace(ended, command.graceMs ?? GRACE_MS)]);
    return { ok: true, data, text: (command.text ?? keyValueLines)(data) };
  } catch (error) {
    const reason = ended.aborted && !asFailure(error) ? ended.reason : error;
    const data = asFailure(reason)?.data;
    const described = describe(await elaborated(reason), command.name);
    if (described.code === "usage") described.hint ??= helpHint(command);
    return { ok: false, error: described, ...(data ? { data } : {}) };
  } finally {
    clearTimeout(timer);
  }
}

/** How long a failure may take to find out more about itself. */
const ELABORATE_MS = 300;

/** Returns the failure with an extended message, or unchanged when that takes too long. */
async function elaborated(error: unknown): Promise<unknown> {
  const failure = asFailure(error);
  if (!failure?.elaborate) return error;
  const more = await withTimeout(
    failure.elaborate().catch(() => undefined),
    ELABORATE_MS,
  );
  return more ? new Failure(failure.code, more, failure.hint, { cause: failure }) : failure;
}

export function timeoutFailure(name: string, timeoutMs: number): Failure {
  return new Failure(
    "timeout",
    `${name} did not finish within ${timeoutMs} ms`,
    "Give it longer with --timeout <ms>; `svc tab close` leaves a page that hangs.",
  );
}

/** Rejects with the signal's reason, `graceMs` after it was aborted. */
function rejectAfterGrace(signal: AbortSignal, graceMs: number): Promise<never> {
  return new Promise((_, reject) => {
    const abandon = () => setTimeout(() => reject(signal.reason), graceMs).unref();
    if (signal.aborted) abandon();
    else signal.addEventListener("abort", abandon, { once: true });
  });
}

/** Converts an error into data. A bug is logged with its stack, and the hint names the log. */
export function describe(error: unknown, what: string): { code: FailureCode; message: string; hint?: string } {
  const failure = asFailure(error) ?? unexpectedSystemFailure(error, what);
  if (!failure) {
    log.error(`bug in ${what}`, error);
    const message = error instanceof Error ? error.message : String(error);
    return { code: "internal", message: `unexpected: ${message}`, hint: `Read the stack in ${log.path ?? "the log"}.` };
  }
  return {
    code: failure.code,
    message: failure.message,
    ...(failure.hint === undefined ? {} : { hint: failure.hint }),
  };
}

/** Converts an error of the operating system that no other code expected. Its stack goes to the debug log. */
function unexpectedSystemFailure(error: unknown, what: string): Failure | undefined {
  const failure = systemFailure(error);
  if (!failure) return undefined;
  log.debug(`in ${what}`, error);
  const isHome = isOfHome((error as NodeJS.ErrnoException).path);
  return isHome ? new Failure(failure.code, failure.message, OWN_HOME, { cause: error }) : failure;
}

/** Checks every argument against its type and fills in defaults. Throws `usage` for unknown and missing ones. */
export function checkArgs(args: Args, given: Record<string, unknown>): Record<string, unknown> {
  const unknown = Object.keys(given).find((key) => !Object.hasOwn(args, key));
  if (unknown !== undefined) throw new Failure("usage", `unknown argument '${unknown}'`);
  const checked: Record<string, unknown> = {};
  for (const [key, arg] of Object.entries(args)) {
    const value = given[key];
    if (value === undefined) {
      if (arg.required && !isAddressed(args, key, given)) throw new Failure("usage", `missing argument '${key}'`);
      // A default path is resolved against the caller's folder, too.
      checked[key] =
        arg.type.names === "path" && arg.fallback && !isList(arg) ? arg.type.fromJson(arg.fallback) : arg.fallback;
    } else {
      checked[key] = named(key, () => (isList(arg) ? list(value, arg.type.fromJson) : arg.type.fromJson(value)));
    }
  }
  return checked;
}

function list(value: unknown, read: (item: unknown) => unknown): unknown[] {
  if (!Array.isArray(value)) throw new Failure("usage", "expected a list");
  return value.map(read);
}

/** Reads an argument. A failure names the argument. */
export function named<T>(key: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const failure = asFailure(error);
    if (!failure) throw error;
    throw new Failure(failure.code, `${key}: ${failure.message}`, failure.hint);
  }
}
