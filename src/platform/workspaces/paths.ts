/** Paths of files in a workspace: which ones there may be. Refused rather than changed: callers find a file by what they said. Pure. */

/** What file systems take of a name, and S3 of a key. */
const NAME_BYTES = 255;
const PATH_BYTES = 1_024;

/** Control characters, marks that turn the direction of writing, and code points that are no characters. */
const UNSEEN = /[\p{Cc}\p{NChar}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** What is wrong with the path of a file, as a sentence; undefined where nothing is. */
export function faultOfPath(path: string): string | undefined {
  if (path === "") return "The path of the file is empty";
  if (UNSEEN.test(path)) return "A path should hold no control characters and no marks of direction";
  if (path.startsWith("/") || /^[a-z]:/i.test(path)) return "A path should begin in the workspace, not at a root";
  if (path.includes("\\")) return "Names in a path are separated by /, not by \\";
  const names = path.split("/");
  if (names.includes("")) return "A path should end with the name of a file and hold no empty names";
  if (names.some((name) => name === "." || name === "..")) return "A path should hold no . and no ..";
  if (names.some((name) => Buffer.byteLength(name) > NAME_BYTES))
    return `Each name in a path should have at most ${NAME_BYTES} bytes`;
  return Buffer.byteLength(path) > PATH_BYTES ? `A path should have at most ${PATH_BYTES} bytes` : undefined;
}

/** The file of that name in a folder, which may end with a slash, or be "" for the workspace itself. */
export function pathIn(folder: string, name: string): string {
  const within = folder.replace(/\/+$/, "");
  return within === "" ? name : `${within}/${name}`;
}

/** The last name. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
