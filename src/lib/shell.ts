/** What a shell hands to this program, before anything is parsed. Loads nothing: the short way of a line asks. */

/** True where the answer is to be JSON. What stands behind `--` is text, whatever it looks like. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const at = argv.indexOf("--json");
  return at >= 0 && (end < 0 || at < end);
}

/** Where Linux tells how this process holds its standard output. */
export const STDOUT_FACTS = "/proc/self/fdinfo/1";

const CLOSE_ON_EXEC = 0o2000000;

/**
 * True where these facts are of an output that was closed at the start (`>&-`). Bun puts /dev/null there so that no other file
 * gets the number, with a flag that nothing inherited can have: what has it is closed when a program starts.
 */
export function tellsClosed(facts: string): boolean {
  const at = facts.indexOf("flags:");
  return at >= 0 && (Number.parseInt(facts.slice(at + "flags:".length), 8) & CLOSE_ON_EXEC) !== 0;
}
