/** An outcome on stdout and stderr, and its exit code. stdout is data, stderr is talk. */
import { writeSync } from "node:fs";
import { FAILURES, Failure, fileFailure } from "../errors.ts";
import { fenced, untrusted } from "../lib/boundary.ts";
import { isStdoutClosed } from "../lib/closed-output.ts";
import { writeStderr } from "../lib/log.ts";
import type { Happening, Outcome } from "../outcome.ts";

/**
 * Writes all of it, however slowly the reader reads. False when the reader has seen enough and is gone; a full disk and an
 * output that is closed throw `io`.
 */
export function writeStdout(content: string | Uint8Array): boolean {
  if (isStdoutClosed()) throw new Failure("io", "cannot write to standard output: it is closed", "Leave out `>&-`.");
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "EPIPE") return false;
      if (code !== "EAGAIN") throw fileFailure(error, "cannot write to standard output");
      Bun.sleepSync(1);
    }
  }
  return true;
}

/** What the outcome prints, without the last line end, and its exit code; fenced where a boundary is given. Pure. */
export function render(
  outcome: Outcome,
  asJson: boolean,
  boundary?: string,
): { stdout: string; stderr: string; code: number } {
  const code = outcome.ok ? 0 : FAILURES[outcome.error.code].exit;
  if (asJson) return { stdout: harmless(jsonLine(outcome, boundary)), stderr: "", code };
  const first = outcome.ok ? outcome.text : errorText(outcome.error);
  const plain = harmless([first, ...eventLines(outcome.events)].filter(Boolean).join("\n"));
  const text = boundary === undefined || plain === "" ? plain : fenced(plain, boundary);
  return outcome.ok ? { stdout: text, stderr: "", code } : { stdout: "", stderr: text, code };
}

/** What commands a terminal, and may come from a page: control characters but for tabs and line ends, in both tables of them. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g;

/** Written as JSON writes them: a page must not colour, clear or retitle the terminal of whoever reads it. */
export function harmless(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Prints the outcome and returns the exit code. */
export function printOutcome(outcome: Outcome, asJson: boolean, boundary?: string): number {
  const { stdout, stderr, code } = render(outcome, asJson, boundary);
  if (stderr !== "") writeStderr(`${stderr}\n`);
  try {
    if (stdout !== "") writeStdout(`${stdout}\n`);
    return code;
  } catch (error) {
    // There is nowhere to print it but stderr, in whatever form was asked for.
    writeStderr(`Error: ${(error as Error).message}\n`);
    return FAILURES.io.exit;
  }
}

function errorText({ message, hint }: { message: string; hint?: string }): string {
  return `Error: ${message}${hint === undefined ? "" : `\nHint: ${hint}`}`;
}

/** One line an event; the same one after another is counted. */
function eventLines(events: Happening[] = []): string[] {
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

/** A line of JSON that a command prints while it runs, with the mark of a fence. */
export function markedLine(line: string, boundary: string): string {
  return line.replace("{", () => `{"untrusted":${JSON.stringify(untrusted(boundary))},`);
}

export function jsonLine(outcome: Outcome, boundary?: string): string {
  const events = outcome.events === undefined ? {} : { events: outcome.events };
  const mark = boundary === undefined ? {} : { untrusted: untrusted(boundary) };
  if (outcome.ok) return JSON.stringify({ success: true, ...mark, data: outcome.data, ...events });
  const { code, message, hint } = outcome.error;
  const more = { ...(hint === undefined ? {} : { hint }), ...(outcome.data ? { data: outcome.data } : {}), ...events };
  return JSON.stringify({ success: false, ...mark, error: message, code, ...more });
}
