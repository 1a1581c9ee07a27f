/**
 * Questions to a person on a terminal. The one door of @clack/prompts. They are talk: all of it goes to stderr, so that
 * stdout stays data. Ctrl-C and an aborted signal end in `interrupted`.
 */
import * as clack from "@clack/prompts";
import { Failure } from "../errors.ts";

export interface Choice<T extends string> {
  value: T;
  label: string;
}

export interface Prompts {
  heading(text: string): void;
  /** A line between questions: what was done, or what is to be known. */
  say(text: string): void;
  choose<T extends string>(question: string, choices: readonly Choice<T>[], first?: T): Promise<T>;
  confirm(question: string, first: boolean): Promise<boolean>;
  /** Shown as dots. Empty when the person only pressed Enter. */
  secret(question: string, check: (text: string) => string | undefined): Promise<string>;
}

export function prompts(signal: AbortSignal): Prompts {
  const common = { output: process.stderr, signal };
  const answered = <T>(answer: T | typeof clack.CANCEL_SYMBOL): T => {
    if (!clack.isCancel(answer)) return answer;
    throw signal.aborted ? signal.reason : new Failure("interrupted", "interrupted");
  };
  return {
    heading: (text) => clack.intro(text, common),
    say: (text) => clack.log.message(text, common),
    async choose<T extends string>(question: string, choices: readonly Choice<T>[], first?: T) {
      const options = choices.map((one) => ({ ...one })) as clack.Option<T>[];
      const asked = { ...common, message: question, options, ...(first === undefined ? {} : { initialValue: first }) };
      return answered(await clack.select<T>(asked));
    },
    confirm: async (question, first) =>
      answered(await clack.confirm({ ...common, message: question, initialValue: first })),
    async secret(question, check) {
      const validate = (text: string | undefined) => (text ? check(text) : undefined);
      return answered(await clack.password({ ...common, message: question, validate })) ?? "";
    },
  };
}
