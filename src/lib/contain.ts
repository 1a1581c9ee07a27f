/** Checks whether a path lies in a folder, with all links resolved. Changes after the check are not noticed. */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * True when the path (or `file:` URL) is the folder or lies in it. The last parts of the path need not exist. False for
 * a broken link, for a path that cannot be read, and when the folder does not exist.
 */
export function isWithin(pathOrAddress: string, folder: string): boolean {
  try {
    const path = /^file:/i.test(pathOrAddress) ? fileURLToPath(pathOrAddress) : pathOrAddress;
    const fromFolder = relative(realpathSync(folder), realPath(path));
    return (
      fromFolder === "" ||
      (fromFolder !== ".." && !fromFolder.startsWith(`..${sep}`) && !/^([a-z]:)?[\\/]/i.test(fromFolder))
    );
  } catch {
    return false;
  }
}

/** Resolves the links of the longest existing part of the path. */
function realPath(path: string): string {
  if (lstatSync(path, { throwIfNoEntry: false })) return realpathSync(path);
  const above = dirname(path);
  // Below a part that is not a folder nothing can exist.
  return above === path ? path : join(realPath(above), basename(path));
}
