/** Facts about the command line and standard output that are needed before parsing. Imports nothing, because the fast path loads it. */

/** True when the line has `--json` before any `--`. */
export function asksForJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const at = argv.indexOf("--json");
  return at >= 0 && (end < 0 || at < end);
}

/** The file in which Linux describes the descriptor of standard output. */
export const STDOUT_DESCRIPTOR = "/proc/self/fdinfo/1";

const CLOSE_ON_EXEC = 0o2000000;

/**
 * True when `info`, the content of that file, describes an output that was closed at the start (`>&-`). Bun opens
 * /dev/null in its place with the flag close-on-exec, which an inherited descriptor cannot have.
 */
export function isClosedDescriptor(info: string): boolean {
  const at = info.indexOf("flags:");
  return at >= 0 && (Number.parseInt(info.slice(at + "flags:".length), 8) & CLOSE_ON_EXEC) !== 0;
}
