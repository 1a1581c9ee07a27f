/** An outcome on stdout and stderr, and its exit code. stdout is data, stderr is talk. */
import { writeSync } from "node:fs";
import { FAILURES } from "../errors.ts";
import { writeStderr } from "../lib/log.ts";
import type { Happening, Outcome } from "../outcome.ts";

/** Writes all of it, however slowly the reader reads. A reader that is gone ends the writing quietly. */
export function writeStdout(text: string): void {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN") return;
      Bun.sleepSync(1);
    }
  }
}

/** What the outcome prints, without the last line end, and its exit code. Pure. */
export function render(outcome: Outcome, asJson: boolean): { stdout: string; stderr: string; code: number } {
  const code = outcome.ok ? 0 : FAILURES[outcome.error.code].exit;
  if (asJson) return { stdout: jsonLine(outcome), stderr: "", code };
  const first = outcome.ok ? outcome.text : errorText(outcome.error);
  const text = [first, ...eventLines(outcome.events)].filter(Boolean).join("\n");
  return outcome.ok ? { stdout: text, stderr: "", code } : { stdout: "", stderr: text, code };
}

/** Prints the outcome and returns the exit code. */
export function printOutcome(outcome: Outcome, asJson: boolean): number {
  const { stdout, stderr, code } = render(outcome, asJson);
  if (stdout !== "") writeStdout(`${stdout}\n`);
  if (stderr !== "") writeStderr(`${stderr}\n`);
  return code;
}

function errorText({ message, hint }: { message: string; hint?: string }): string {
  return `Error: ${message}${hint === undefined ? "" : `\nHint: ${hint}`}`;
}

function eventLines(events: Happening[] = []): string[] {
  return events.map(({ kind, text }) => `${kind}: ${text}`);
}

export function jsonLine(outcome: Outcome): string {
  const events = outcome.events === undefined ? {} : { events: outcome.events };
  if (outcome.ok) return JSON.stringify({ success: true, data: outcome.data, ...events });
  const { code, message, hint } = outcome.error;
  return JSON.stringify({ success: false, error: message, code, ...(hint === undefined ? {} : { hint }), ...events });
}
