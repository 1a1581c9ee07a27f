/** Asks the person at the terminal whether a line may run. Knows no command; where nobody sits there, it does not ask. */

import { read } from "node:fs";
import { promisify } from "node:util";
import type { AnyCommand } from "../command.ts";
import { Failure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { writeStderr } from "../lib/log.ts";
import { SETTINGS, type SettingKey, settingOf } from "../lib/settings.ts";
import { harmless } from "../lib/terminal.ts";
import { quoteWord } from "../lib/words.ts";

const STDIN = 0;

/** True for a yes. Throws `unconfirmed` for anything else that is typed, an empty line and an end of input included. */
export async function ask(command: AnyCommand, shown: string, why: string, signal: AbortSignal): Promise<true> {
  writeStderr(`${shown}\n${command.name} needs your yes: ${why}. Run it? [y/N] `);
  const typed = await Promise.race([nextLine(), rejectOnAbort(signal)]);
  if (/^y(es)?$/i.test(typed.trim())) return true;
  throw new Failure(
    "unconfirmed",
    `${command.name} was not run: the answer was not yes`,
    "Run the line again to be asked again.",
  );
}

/** One read, which is one line of a terminal. No stream: that would read on, and take what is typed for the command itself. */
async function nextLine(): Promise<string> {
  const { buffer, bytesRead } = await promisify(read)(STDIN, new Uint8Array(1024), 0, 1024, null);
  return new TextDecoder().decode(buffer.subarray(0, bytesRead));
}

/** The line as it will run, on one line of the terminal. A secret stays out of it. */
export function shownLine(command: AnyCommand, args: Record<string, unknown>, argv: readonly string[]): string {
  const key = String(args.key);
  const isSecret = args.secret === true || (Object.hasOwn(SETTINGS, key) && settingOf(key as SettingKey).secret);
  const words = isSecret ? [...command.name.split(" "), "…"] : argv.map(quoteWord);
  return harmless(`svc ${words.join(" ")}`).replace(/\r?\n/g, "\\n");
}
