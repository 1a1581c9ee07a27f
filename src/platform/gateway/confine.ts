/** Maps a file name of a client to a file of its own browser, uploaded or downloaded. */
import { realpathSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";

/** Folders of one browser. */
export interface Folders {
  readonly uploads: string;
  readonly downloads: string;
}

/**
 * The real path of the file; undefined if these folders do not contain it.
 *
 * Clients resolve names to paths on their own machine (Puppeteer always does), which do not exist here. For such a path the last
 * part counts, and finds only files of this browser.
 */
export function confined(name: string, { uploads, downloads }: Folders): string | undefined {
  if (name === "" || name.includes("\0")) return undefined;
  const last = name.split(/[\\/]/).at(-1) ?? "";
  const folders = [uploads, downloads].map(real).filter((folder) => folder !== undefined);
  const candidates = [
    ...(isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))),
    ...(last === "" ? [] : folders.map((folder) => join(folder, last))),
  ];
  for (const candidate of candidates) {
    const path = real(candidate);
    if (path !== undefined && folders.some((folder) => path.startsWith(folder + sep))) return path;
  }
  return undefined;
}

/** The path with links resolved; undefined if it does not exist. */
function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
