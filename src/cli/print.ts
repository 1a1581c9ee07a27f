/** Prints an outcome and determines the exit code. stdout is for data, stderr for messages. */
import { writeSync } from "node:fs";
import { FAILURES, Failure, fileFailure } from "../errors.ts";
import { fenced, newBoundary, untrusted } from "../lib/boundary.ts";
import { isStdoutClosed } from "../lib/closed-output.ts";
import { writeStderr } from "../lib/log.ts";
import { harmless } from "../lib/terminal.ts";
import { type Outcome, outcomeText } from "../outcome.ts";

/**
 * Writes everything, however slow the reader is. Returns false when the reader has closed the pipe. Throws `io` for a
 * full disk and for a closed output.
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

/** Returns the text of the outcome without its last line end, and the exit code. With a boundary the text is enclosed. */
export function render(
  outcome: Outcome,
  asJson: boolean,
  boundary?: string,
): { stdout: string; stderr: string; code: number } {
  const code = outcome.ok ? 0 : FAILURES[outcome.error.code].exit;
  if (asJson) return { stdout: harmless(jsonLine(outcome, boundary)), stderr: "", code };
  const plain = harmless(outcomeText(outcome));
  const text = boundary === undefined || plain === "" ? plain : fenced(plain, boundary);
  return outcome.ok ? { stdout: text, stderr: "", code } : { stdout: "", stderr: text, code };
}

/** Prints the outcome and returns the exit code. */
export function printOutcome(outcome: Outcome, asJson: boolean, boundary?: string): number {
  const { stdout, stderr, code } = render(outcome, asJson, boundary);
  if (stderr !== "") writeStderr(`${stderr}\n`);
  try {
    if (stdout !== "") writeStdout(`${stdout}\n`);
    return code;
  } catch (error) {
    // Only stderr is left, with --json too.
    writeStderr(`Error: ${(error as Error).message}\n`);
    return FAILURES.io.exit;
  }
}

/** Encloses one of several answers that a command prints while it runs. A line of JSON gets a member with the boundary instead. */
export function fencedAnswer(text: string): string {
  const boundary = newBoundary();
  if (!text.startsWith("{")) return `${fenced(text.trimEnd(), boundary)}\n`;
  return text.replace("{", () => `{"untrusted":${JSON.stringify(untrusted(boundary))},`);
}

export function jsonLine(outcome: Outcome, boundary?: string): string {
  const events = outcome.events === undefined ? {} : { events: outcome.events };
  const mark = boundary === undefined ? {} : { untrusted: untrusted(boundary) };
  if (outcome.ok) return JSON.stringify({ success: true, ...mark, data: outcome.data, ...events });
  const { code, message, hint } = outcome.error;
  const more = { ...(hint === undefined ? {} : { hint }), ...(outcome.data ? { data: outcome.data } : {}), ...events };
  return JSON.stringify({ success: false, ...mark, error: message, code, ...more });
}
