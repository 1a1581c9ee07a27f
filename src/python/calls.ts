/** Commands that code in Python asks for: run within the turn of the command that runs the code. */
import type { CommandRunner } from "../command.ts";
import { asFailure, Failure } from "../errors.ts";
import { inFolder } from "../lib/folder.ts";
import type { CommandEvent } from "../outcome.ts";
import { checkArgs, describe } from "../run-command.ts";
import type { Call, Reply } from "./job.ts";
import { isMethod } from "./methods.ts";
import { pythonHint } from "./spoken.ts";

export interface Calling {
  runner: CommandRunner;
  signal: AbortSignal;
  progress(message: string): void;
  /** What happened beside one of the commands. */
  happened(event: CommandEvent): void;
}

/** Runs what was called; whatever goes wrong is a reply. */
export async function answer(call: Call, { runner, signal, progress, happened }: Calling): Promise<Reply> {
  const command = runner.commands.find((one) => one.name === call.command);
  try {
    if (!command || !isMethod(command)) throw new Failure("usage", `${call.command} is not available in svc python`);
    // A path means the folder where the code stands, which it may have changed.
    const args = inFolder(call.cwd, () => checkArgs(command.args, call.args));
    const timeoutMs = call.timeoutMs ?? undefined;
    if (timeoutMs !== undefined && !(timeoutMs > 0))
      throw new Failure("usage", "timeout: expected a number of milliseconds of at least 1");
    const outcome = await runner.run(command, args, { signal, timeoutMs, progress });
    for (const event of outcome.events ?? []) happened(event);
    const events = outcome.events ? { events: outcome.events } : {};
    if (outcome.ok) return { ok: true, data: { ...outcome.data, ...events } };
    return { ok: false, ...spoken(outcome.error, runner), ...(outcome.data ? { data: outcome.data } : {}) };
  } catch (error) {
    const what = asFailure(error) ? call.command : `browser.${call.command}`;
    return { ok: false, ...spoken(describe(error, what), runner) };
  }
}

/** The failure with a hint that whoever writes Python can follow. */
function spoken<T extends { hint?: string }>({ hint, ...error }: T, { commands }: CommandRunner) {
  return { ...error, ...(hint === undefined ? {} : { hint: pythonHint(hint, commands) }) };
}
