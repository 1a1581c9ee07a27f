/** Checks that the subjects of commits have at most 72 characters, so that `git log --oneline` fits a terminal. */
import { join } from "node:path";

const ROOT = join(import.meta.dir, "..");
const MAX_LENGTH = 72;
/** The rule holds for the commits after this one. Older history has longer subjects and is not rewritten. */
const SINCE = "6cf0af365833728c9204a898ba6e76b654db9101";

/** Returns the lines of `git log --format=%h %s` whose subject is too long. */
export function tooLong(log: string): string[] {
  return log.split("\n").filter((line) => line.slice(line.indexOf(" ") + 1).length > MAX_LENGTH);
}

if (import.meta.main) {
  const log = Bun.spawnSync(["git", "log", "--format=%h %s", `${SINCE}..HEAD`], { cwd: ROOT, stderr: "ignore" });
  // Without Git, in an archive or in a shallow clone, there are no commits to look at.
  const wrong = log.success ? tooLong(log.stdout.toString().trimEnd()) : [];
  for (const line of wrong) console.log(`longer than ${MAX_LENGTH} characters: ${line}`);
  process.exit(wrong.length === 0 ? 0 : 1);
}
