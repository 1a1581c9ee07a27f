/** Asks the person at the terminal to confirm a command. */

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

/** Returns true for a yes. Throws `unconfirmed` for any other answer, including an empty line and the end of the input. */
export async function askPerson(
  command: AnyCommand,
  shown: string,
  reason: string,
  signal: AbortSignal,
): Promise<true> {
  writeStderr(`${shown}\n${command.name} needs your confirmation: ${reason}. Run it? [y/N] `);
  const typed = await Promise.race([nextLine(), rejectOnAbort(signal)]);
  if (/^y(es)?$/i.test(typed.trim())) return true;
  throw new Failure(
    "unconfirmed",
    `${command.name} was not run: the answer was not "yes"`,
    "Run the command again, and answer y.",
  );
}

/** Reads once, which returns one line of a terminal. A stream would read on and take the input of the command itself. */
async function nextLine(): Promise<string> {
  const { buffer, bytesRead } = await promisify(read)(STDIN, new Uint8Array(1024), 0, 1024, null);
  return new TextDecoder().decode(buffer.subarray(0, bytesRead));
}

/** The line to confirm, on one line of the terminal, without secrets. */
export function shownLine(command: AnyCommand, args: Record<string, unknown>, argv: readonly string[]): string {
  const key = String(args.key);
  const isSecret = args.secret === true || (Object.hasOwn(SETTINGS, key) && settingOf(key as SettingKey).secret);
  const words = isSecret ? [...command.name.split(" "), "…"] : argv.map(quoteWord);
  return harmless(`svc ${words.join(" ")}`).replace(/\r?\n/g, "\\n");
}
