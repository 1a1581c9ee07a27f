/** What a command answers, as data and as text: its result or failure, and the events that happened beside it. */
import type { FailureCode } from "./errors.ts";

/** Something that happened beside the command: `kind` names it, `text` is its one line. */
export interface CommandEvent {
  kind:
    | "tab"
    | "dialog"
    | "download"
    | "crash"
    | "recovered"
    | "python"
    | "denied"
    | "cloud"
    | "session"
    | "navigation"
    | "permission"
    | "unsettled";
  text: string;
  [detail: string]: unknown;
}

export type Outcome =
  | { ok: true; data: object; text: string; events?: CommandEvent[] }
  /** `data` is what was done before it failed. */
  | { ok: false; error: { code: FailureCode; message: string; hint?: string }; data?: object; events?: CommandEvent[] };

/** What an outcome prints, and below it a line for each thing that happened beside it. Pure. */
export function outcomeText(outcome: Outcome): string {
  const first = outcome.ok ? outcome.text : errorText(outcome.error);
  return [first, ...eventLines(outcome.events)].filter(Boolean).join("\n");
}

function errorText({ message, hint }: { message: string; hint?: string }): string {
  return `Error: ${message}${hint === undefined ? "" : `\nHint: ${hint}`}`;
}

/** One line an event; the same one after another is counted. */
function eventLines(events: CommandEvent[] = []): string[] {
  const lines: { line: string; count: number }[] = [];
  for (const { kind, text } of events) {
    // A line end in it would let a page write lines of its own, such as one of a download.
    const line = `${kind}: ${text.replace(/\r?\n/g, "\\n")}`;
    const last = lines.at(-1);
    if (last?.line === line) last.count++;
    else lines.push({ line, count: 1 });
  }
  return lines.map(({ line, count }) => (count === 1 ? line : `${line} (${count} times)`));
}
