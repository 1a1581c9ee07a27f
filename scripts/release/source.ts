/** The sources that a build is made of, as git knows them. */

export interface Source {
  /** All 40 digits, or `unknown` where there is no git. */
  commit: string;
  /** What `svc --version` prints: ten digits, and `-changed` for a checkout with changes. */
  label: string;
  changed: boolean;
  /** Time stamp of everything in archives, in seconds since 1970: SOURCE_DATE_EPOCH, else the time of the commit. */
  seconds: number;
}

/** Reads the checkout in the current folder. `SVC_COMMIT` names the commit where there is no git, as in a container. */
export function readSource(): Source {
  const commit = process.env.SVC_COMMIT ?? (git("rev-parse", "HEAD") || "unknown");
  const changed = git("status", "--porcelain") !== "";
  const seconds = Number(process.env.SOURCE_DATE_EPOCH ?? (git("log", "-1", "--format=%ct") || 0));
  if (!Number.isSafeInteger(seconds)) throw new Error("SOURCE_DATE_EPOCH must be a number of seconds");
  const short = process.env.SVC_COMMIT ?? commit.slice(0, 10);
  return { commit, label: changed ? `${short}-changed` : short, changed, seconds };
}

/** What git says, or nothing where there is no git. */
function git(...args: string[]): string {
  try {
    return Bun.spawnSync(["git", ...args], { stderr: "ignore" })
      .stdout.toString()
      .trim();
  } catch {
    return "";
  }
}
