/** Temporary folders. */
import { afterAll } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Everything a test run writes lies below this folder, so that `test/run.ts` finds what is left. Short: sockets are below it. */
const ROOT = process.env.SVC_TEST_ROOT ?? "/tmp/svc-test";

export interface Folder extends Disposable {
  path: string;
}

/** Creates an empty folder. `using` removes it. The browsers of a test may still write for a moment, hence the retries. */
export function temporaryFolder(parent = ROOT): Folder {
  mkdirSync(parent, { recursive: true });
  const path = mkdtempSync(join(parent, "t"));
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  return { path, [Symbol.dispose]: remove };
}

/** The folder of a path, which stays, or a temporary one if no path is given. */
export function folderOf(path: string | undefined): Folder {
  return path === undefined ? temporaryFolder() : { path, [Symbol.dispose]() {} };
}

/** Creates a folder for all tests of the file that calls it, and removes it after the last of them. Returns its path. */
export function folderOfFile(): string {
  const folder = temporaryFolder();
  afterAll(folder[Symbol.dispose]);
  return folder.path;
}
