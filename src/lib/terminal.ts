/** Detects terminals, and makes text safe for them. */

/** True when a person can see a question on stderr and type an answer. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** Control characters that command a terminal: all except tabs and line ends, of both ranges. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g;

/** Escapes control characters as JSON does, so that a page cannot change the colours, content or title of a terminal. */
export function harmless(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
