/** Patterns of addresses for `wait url`: plain text, globs and regular expressions. */
import { Failure } from "../../errors.ts";

/**
 * Returns a function that tests addresses. `/regex/` and `/regex/i` are regular expressions; other flags could be the end of a
 * path. A text with `*` is a glob for the whole address, or, if it begins with a slash, for the part after the host: `*`
 * matches anything but a slash, `**` anything. In a glob that begins with a single `*`, `*` matches anything, as in a shell.
 * Any other text matches addresses that contain it. Errors: `usage` for an invalid regular expression.
 */
export function addressPattern(pattern: string): (address: string) => boolean {
  const matches = matcher(pattern);
  return (address) => [address, decoded(address)].some(matches);
}

function matcher(pattern: string): (address: string) => boolean {
  const [, source, flags = ""] = /^\/(.+)\/(i?)$/s.exec(pattern) ?? [];
  // `/docs/*/` is a path: in a regular expression no star follows a slash.
  if (source !== undefined && !/\/\*|\*\*/.test(pattern)) {
    const expression = regex(source, flags, pattern);
    return (address) => expression.test(address);
  }
  if (!pattern.includes("*")) return (address) => address.includes(pattern);
  const expression = regex(`^${globSource(pattern)}$`, "s", pattern);
  if (!pattern.startsWith("/")) return (address) => expression.test(address);
  return (address) => expression.test(address.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, ""));
}

function globSource(glob: string): string {
  const isShell = /^\*(?!\*)/.test(glob);
  return glob
    .split(/(\*+)/)
    .map((part) => (part.startsWith("*") ? (isShell || part.length > 1 ? ".*" : "[^/]*") : RegExp.escape(part)))
    .join("");
}

function regex(source: string, flags: string, pattern: string): RegExp {
  try {
    return new RegExp(source, flags);
  } catch (error) {
    throw new Failure(
      "usage",
      `'${pattern}' is not a valid pattern: ${(error as Error).message}`,
      "Give a part of the address, a glob like '**/done', or a /regex/.",
    );
  }
}

/** The address with `ü` for `%C3%BC`, as in an address bar. */
function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
