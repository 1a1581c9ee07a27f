/** Room on the disks that a server writes to: new work is refused while there is enough left for what runs already. */
import { statfsSync } from "node:fs";
import { Refusal } from "../../refusal.ts";

/** A browser with a trivial page takes 20 MB; what runs needs some for its records, and grows. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;

/** True where each of those folders has room for another browser. */
export function hasDiskSpace(folders: readonly string[], minFreeBytes = MIN_FREE_BYTES): boolean {
  return folders.every((folder) => (freeBytes(folder) ?? minFreeBytes) >= minFreeBytes);
}

/** In the words of callers, to whom no folder of the server is told. */
export function diskFull(): Refusal {
  return new Refusal(503, "The disk of the server is full", {
    headers: { "Retry-After": "60" },
    hint: "Ask whoever runs the server to free space; browsers that run go on.",
  });
}

const FULL: ReadonlySet<string> = new Set(["ENOSPC", "EDQUOT", "SQLITE_FULL"]);

/** True for an error that a full disk or a quota is the cause of. */
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
    // It is not there yet, or no file system of this kind: whoever writes there finds out.
    return undefined;
  }
}
