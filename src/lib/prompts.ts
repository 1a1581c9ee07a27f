/** Asks a person on a terminal. Everything goes to stderr, because stdout belongs to data. */
import { confirm, intro, isCancel, log, multiselect, password, select, text } from "@clack/prompts";
import { Failure } from "../errors.ts";

export interface Choice<T> {
  value: T;
  label: string;
  hint?: string;
}

/** Prints the first line of a conversation. */
export function showIntro(text: string): void {
  intro(text, { output: process.stderr });
}

/** Prints a line between questions. */
export function showMessage(text: string): void {
  log.message(text, { output: process.stderr });
}

/** All questions throw `interrupted` when the person cancels, and the signal's reason when it is aborted. */
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

/** `check` returns what is wrong with an answer; then the question is asked again. */
export async function askText(
  message: string,
  signal: AbortSignal,
  check: (answer: string) => string | undefined = () => undefined,
): Promise<string> {
  return answered(await text({ message, validate: (answer) => check(answer ?? ""), ...common(signal) }), signal);
}

/** Asks for a text without showing it. */
export async function askSecret(
  message: string,
  signal: AbortSignal,
  check: (answer: string) => string | undefined = () => undefined,
): Promise<string> {
  return answered(await password({ message, validate: (answer) => check(answer ?? ""), ...common(signal) }), signal);
}

/** The width of a terminal that reports 0, such as a serial line. Otherwise each line would have one letter. */
const COLUMNS = 80;

function common(signal: AbortSignal) {
  if (process.stderr.columns === 0) process.stderr.columns = COLUMNS;
  return { output: process.stderr, signal };
}

function answered<T>(answer: T, signal: AbortSignal): Exclude<T, symbol> {
  if (isCancel(answer)) throw signal.aborted ? signal.reason : new Failure("interrupted", "interrupted");
  return answer as Exclude<T, symbol>;
}
