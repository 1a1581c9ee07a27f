/** What a topic of `svc help` is, and how its page is put together. */
import type { AnyCommand } from "../command.ts";

export interface Topic {
  readonly name: string;
  readonly summary: string;
  text(commands: readonly AnyCommand[]): string;
}

/** The lines, but for those that were left out. */
export function page(...lines: (string | false)[]): string {
  return lines.filter((line) => line !== false).join("\n");
}

export function has(commands: readonly AnyCommand[], name: string): boolean {
  return commands.some((one) => one.name === name);
}
