/** Whether a person is there to be asked. */

/** Answers come from stdin and questions go to stderr, so both must be a terminal; stdout may lead anywhere. */
export function isPersonThere(): boolean {
  return Boolean(process.stdin.isTTY && process.stderr.isTTY);
}
