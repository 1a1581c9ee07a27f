/** Free disk space: new browsers are refused while there is still enough for running ones. */
import { statfsSync } from "node:fs";
import { Refusal } from "../../refusal.ts";

/** A browser with a trivial page takes 20 MB; running ones need space too. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** True if every folder has space for another browser. */
export function hasDiskSpace(folders: readonly string[], minFreeBytes = MIN_FREE_BYTES): boolean {
  return folders.every((folder) => (freeBytes(folder) ?? minFreeBytes) >= minFreeBytes);
}

/** The error for callers; contains no path of the server. */
export function diskFull(): Refusal {
  return new Refusal(503, "The disk of the server is full", {
    headers: { "Retry-After": "60" },
    hint: "Ask the operator of the server to free disk space; running browsers continue.",
  });
}

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/** True for an error caused by a full disk or quota. */
export function isOfFullDisk(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, errno } = at as Error & { code?: unknown; errno?: unknown };
    // 53100 is PostgreSQL's disk_full.
    if (FULL.has(String(code)) || errno === "53100") return true;
  }
  return false;
}

function freeBytes(folder: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // The folder does not exist yet, or the file system does not support it: a later write reports the error.
    return undefined;
  }
}
