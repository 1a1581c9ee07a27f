/** Runs synchronous work in another current folder. A process has only one, so the work must not await anything. */

/** Runs `work` in the folder, so that relative paths of a command line mean the caller's folder. */
export function inFolder<T>(cwd: string, work: () => T): T {
  const before = process.cwd();
  try {
    process.chdir(cwd);
  } catch {
    // The folder is gone. Absolute paths still work.
  }
  try {
    return work();
  } finally {
    process.chdir(before);
  }
}
