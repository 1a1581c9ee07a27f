/** Whether a person sits there. Asks nothing. */

/** What is typed comes from a terminal, and a question on stderr can be seen. */
export function canAsk(): boolean {
  return process.stdin.isTTY === true && process.stderr.isTTY === true;
}
