/** Validates paths of workspace files. Invalid paths are refused, not changed, so that callers find files under the names they sent. Pure. */

/** Limits of file systems for names, and of S3 for keys. */
const NAME_BYTES = 255;
const PATH_BYTES = 1_024;

/** Control characters, bidirectional marks, noncharacters and surrogates. */
const FORBIDDEN = /[\p{Cc}\p{NChar}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** The error message for an invalid path; undefined for a valid one. */
export function faultOfPath(path: string): string | undefined {
  if (path === "") return "The path of the file is empty";
  if (FORBIDDEN.test(path)) return "A path should not contain control characters or bidirectional marks";
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "A path should be relative to the workspace";
  if (path.includes("\\")) return "A path should use / as the separator, not \\";
  const names = path.split("/");
  if (names.includes("")) return "A path should end with a file name and contain no empty names";
  if (names.some((name) => name === "." || name === "..")) return "A path should not contain . or ..";
  if (names.some((name) => Buffer.byteLength(name) > NAME_BYTES))
    return `Each name in a path should have at most ${NAME_BYTES} bytes`;
  return Buffer.byteLength(path) > PATH_BYTES ? `A path should have at most ${PATH_BYTES} bytes` : undefined;
}

/** Joins a folder and a file name. The folder can end with a slash, or be "" for the workspace itself. */
export function pathIn(folder: string, name: string): string {
  const within = folder.replace(/\/+$/, "");
  return within === "" ? name : `${within}/${name}`;
}

/** The last name of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
