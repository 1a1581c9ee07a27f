/**
 * The files that a client may name: those of its own browser, which it brought along or which were downloaded there. A name
 * becomes the path of such a file or nothing. Knows no method of the protocol.
 */
import { realpathSync } from "node:fs";
import { isAbsolute, join, sep } from "node:path";

/** The folders of one browser. */
export interface Folders {
  readonly uploads: string;
  readonly downloads: string;
}

/**
 * The real path of the file that `name` means; undefined where there is none in these folders.
 *
 * Clients make paths of their own machine of what they are told (`puppeteer` does it with every name), which mean nothing
 * here: of one that lies elsewhere the last part counts, which can only be a file that this client brought along itself.
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

/** Without links; undefined for what is not there. */
function real(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
