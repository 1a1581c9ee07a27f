/** Warns at the start if the limit of open files is too low; later, connections would hang without an error. */
import { readFileSync } from "node:fs";
import { log } from "../../../lib/log.ts";

/** Files of one browser: pipes, proxy, pages, some clients. */
const OF_A_BROWSER = 16;

/** Files of the server itself. */
const OF_THE_SERVER = 64;

/** The soft limit; undefined if there is none, or no /proc. */
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
    `this process may open ${allowed} files, but ${browsers} browsers and their clients need about ${needed}. Raise the limit (ulimit -n, LimitNOFILE in systemd), or lower serve_concurrency`,
  );
}
