/** What a line asks for before it is parsed. Loads nothing: the short way of a line asks. */

/** True where the answer is to be JSON. What stands behind `--` is text, whatever it looks like. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const at = argv.indexOf("--json");
  return at >= 0 && (end < 0 || at < end);
}
