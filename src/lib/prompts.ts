/** Questions to a person, on stderr and on a terminal alone: stdout belongs to data. The one door of `@clack/prompts`. */
import { confirm, intro, isCancel, log, multiselect, password, select, text } from "@clack/prompts";
import { Failure } from "../errors.ts";

export interface Choice<T> {
  value: T;
  label: string;
  hint?: string;
}

/** The first line of a longer conversation. */
export function sayFirst(text: string): void {
  intro(text, { output: process.stderr });
}

/** A line between questions: what was done, or what is to be known. */
export function say(text: string): void {
  log.message(text, { output: process.stderr });
}

/** All of them throw `interrupted` when the person leaves, and the signal's reason when that is why it ended. */
export async function askOne<T extends string>(
  message: string,
  choices: readonly Choice<T>[],
  signal: AbortSignal,
): Promise<T> {
  return answered(await select<string>({ message, options: [...choices], ...common(signal) }), signal) as T;
}

export async function askSome(
  message: string,
  choices: readonly Choice<string>[],
  signal: AbortSignal,
): Promise<string[]> {
  return answered(
    await multiselect<string>({ message, options: [...choices], required: true, ...common(signal) }),
    signal,
  );
}

export async function askYesNo(message: string, initialValue: boolean, signal: AbortSignal): Promise<boolean> {
  return answered(await confirm({ message, initialValue, ...common(signal) }), signal);
}

/** `check` says what is wrong with an answer; it is then asked again. */
export async function askText(
  message: string,
  signal: AbortSignal,
  check: (answer: string) => string | undefined = () => undefined,
): Promise<string> {
  return answered(await text({ message, validate: (answer) => check(answer ?? ""), ...common(signal) }), signal);
}

/** A text that is not shown. */
export async function askSecret(
  message: string,
  signal: AbortSignal,
  check: (answer: string) => string | undefined = () => undefined,
): Promise<string> {
  return answered(await password({ message, validate: (answer) => check(answer ?? ""), ...common(signal) }), signal);
}

/** The width of a terminal that does not know its own: serial lines and what scripts start say 0, one letter a line. */
const COLUMNS = 80;

function common(signal: AbortSignal) {
  if (process.stderr.columns === 0) process.stderr.columns = COLUMNS;
  return { output: process.stderr, signal };
}

function answered<T>(answer: T, signal: AbortSignal): Exclude<T, symbol> {
  if (isCancel(answer)) throw signal.aborted ? signal.reason : new Failure("interrupted", "interrupted");
  return answer as Exclude<T, symbol>;
}
