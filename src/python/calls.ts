/** Runs the commands that Python code calls, within the turn of the `python` command. */
import type { CommandRunner } from "../command.ts";
import { asFailure, Failure } from "../errors.ts";
import { inFolder } from "../lib/folder.ts";
import type { CommandEvent } from "../outcome.ts";
import { checkArgs, describe } from "../run-command.ts";
import type { Call, Reply } from "./job.ts";
import { isMethod } from "./methods.ts";
import { pythonHint } from "./python-hint.ts";

export interface CallContext {
  runner: CommandRunner;
  signal: AbortSignal;
  progress(message: string): void;
  /** Events of the commands. */
  onEvent(event: CommandEvent): void;
}

/** Runs a call. Failures are returned, not thrown. */
export async function runCall(call: Call, { runner, signal, progress, onEvent }: CallContext): Promise<Reply> {
  const command = runner.commands.find((one) => one.name === call.command);
  try {
    if (!command || !isMethod(command)) throw new Failure("usage", `${call.command} is not available in svc python`);
    // Relative paths refer to the code's current folder, which the code may have changed.
    const args = inFolder(call.cwd, () => checkArgs(command.args, call.args));
    const timeoutMs = call.timeoutMs ?? undefined;
    if (timeoutMs !== undefined && !(timeoutMs > 0))
      throw new Failure("usage", "timeout: expected a number of milliseconds of at least 1");
    const outcome = await runner.run(command, args, { signal, timeoutMs, progress });
    for (const event of outcome.events ?? []) onEvent(event);
    const events = outcome.events ? { events: outcome.events } : {};
    if (outcome.ok) return { ok: true, data: { ...outcome.data, ...events } };
    return { ok: false, ...translated(outcome.error, runner), ...(outcome.data ? { data: outcome.data } : {}) };
  } catch (error) {
    const what = asFailure(error) ? call.command : `browser.${call.command}`;
    return { ok: false, ...translated(describe(error, what), runner) };
  }
}

/** The failure with its hint translated to Python. */
function translated<T extends { hint?: string }>({ hint, ...error }: T, { commands }: CommandRunner) {
  return { ...error, ...(hint === undefined ? {} : { hint: pythonHint(hint, commands) }) };
}
