/** The type of a help topic, and helpers to write its text. */
import type { AnyCommand } from "../command.ts";

export interface Topic {
  readonly name: string;
  readonly summary: string;
  text(commands: readonly AnyCommand[]): string;
}

/** Joins the lines; `false` is skipped. */
export function page(...lines: (string | false)[]): string {
  return lines.filter((line) => line !== false).join("\n");
}

export function has(commands: readonly AnyCommand[], name: string): boolean {
  return commands.some((one) => one.name === name);
}
