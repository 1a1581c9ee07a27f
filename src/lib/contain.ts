/** Whether a path lies in a folder, with all links followed. What happens to the path after the question is not seen. */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * True when the path (or `file:` address) lies in the folder or is it, also where its last parts do not exist yet. False
 * for a link that leads nowhere, for what cannot be looked at, and for a folder that is not there.
 */
export function isWithin(pathOrAddress: string, folder: string): boolean {
  try {
    const path = /^file:/i.test(pathOrAddress) ? fileURLToPath(pathOrAddress) : pathOrAddress;
    const way = relative(realpathSync(folder), followed(path));
    return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !/^([a-z]:)?[\\/]/i.test(way));
  } catch {
    return false;
  }
}

/** The path with the links of its longest existing part followed. */
function followed(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false })) return realpathSync(path);
  const above = dirname(path);
  // A part that is no folder has nothing below it: the question is then about what cannot be.
  return above === path ? path : join(followed(above), basename(path));
}
