/** How many files this process may have open, told at the start where that is too little: later, connections just hang. */
import { readFileSync } from "node:fs";
import { log } from "../../../lib/log.ts";

/** Pipes, proxy and pages of one browser, and some clients. */
const OF_A_BROWSER = 16;

/** What the server needs without one. */
const OF_THE_SERVER = 64;

/** The soft limit; undefined where there is none, or no /proc to read it from. */
function limit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}

export function warnOfFewFiles(browsers: number, allowed = limit()): void {
  const needed = OF_THE_SERVER + OF_A_BROWSER * browsers;
  if (allowed === undefined || allowed >= needed) return;
  log.warn(
    `this process may open ${allowed} files, and ${browsers} browsers with their clients need about ${needed}: raise the limit (ulimit -n, LimitNOFILE of systemd), or lower serve_concurrency`,
  );
}
