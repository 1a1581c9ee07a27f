/** Whether a person sits there, and what is printed for one. Asks nothing. */

/** What is typed comes from a terminal, and a question on stderr can be seen. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}

/** What commands a terminal, and may come from a page: control characters but for tabs and line ends, in both tables of them. */
const CONTROLS = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]|\r(?!\n)/g;

/** Written as JSON writes them: a page must not colour, clear or retitle the terminal of whoever reads it. */
export function harmless(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
