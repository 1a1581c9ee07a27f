/** Patterns of addresses, as `wait url` takes them: plain text, globs and regular expressions. Pure. */
import { Failure } from "../../errors.ts";

/**
 * `/regex/` and `/regex/i` are regular expressions; other flags could be the end of a path. A text with `*` is a glob of
 * the whole address, or of what follows the host when it begins with a slash: `*` stands for anything but a slash, `**`
 * for anything. A glob that begins with one `*` is meant as in a shell: there `*` is anything. Any other text must be
 * contained.
 */
export function addressPattern(pattern: string): (address: string) => boolean {
  const matches = matcher(pattern);
  return (address) => [address, decoded(address)].some(matches);
}

function matcher(pattern: string): (address: string) => boolean {
  const [, source, flags = ""] = /^\/(.+)\/(i?)$/s.exec(pattern) ?? [];
  // `/docs/*/` is a path: no regular expression begins a star with a slash.
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
      "Write a part of the address, a glob like '**/done', or a /regex/.",
    );
  }
}

/** With `%C3%BC` as `ü`: what people read in the address bar. */
function decoded(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}
