/** Work done as if in another folder. The process has one folder alone, so such work never waits for anything. */

/** Runs `work` as if the process stood in that folder: a path on a line means the folder of whoever typed it. */
export function inFolder<T>(cwd: string, work: () => T): T {
  const before = process.cwd();
  try {
    process.chdir(cwd);
  } catch {
    // The folder is gone: absolute paths still mean what they say.
  }
  try {
    return work();
  } finally {
    process.chdir(before);
  }
}
