/**
 * A session that ended without having been closed: its browser crashed, somebody killed it, or nobody used it for long.
 * The next command would start a blank browser in its place, and nobody would notice. It fails once instead. Why the
 * session ended lies in `<name>.lost` until then.
 */
import { lstatSync, rmSync, statSync } from "node:fs";
import { uptime } from "node:os";
import type { LaunchOptions } from "../command.ts";
import { Failure } from "../errors.ts";
import { readJson, writeWhole } from "../lib/atomic-file.ts";
import { log } from "../lib/log.ts";
import type { SessionFiles } from "../lib/paths.ts";

export interface Loss {
  /** A clause: `its browser crashed (signal SIGSEGV)`. */
  why: string;
  /** What the session was asked for when it started. */
  config: LaunchOptions;
}

/** A session that was lost longer ago is missed by nobody. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;

/** Remembers why it ended. Never throws: a full disk must not keep a session from ending. */
export function noteLoss(files: SessionFiles, loss: Loss): void {
  try {
    writeWhole(files.lost, JSON.stringify(loss), { durable: false });
  } catch (error) {
    log.warn(`the end of the session could not be noted: ${(error as Error).message}`);
  }
}

export function forgetLoss(files: SessionFiles): void {
  // Looked for first: a read-only file system refuses to remove what is not there.
  if (lstatSync(files.lost, { throwIfNoEntry: false })) rmSync(files.lost, { force: true });
}

/** True where the note is older than anybody cares for, or cannot be looked at. */
export function isForgotten(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > FORGOTTEN_MS;
}

/** Why the session ended, once: whoever asks next finds nothing. */
export function takeLoss(files: SessionFiles): Loss | undefined {
  const loss = isForgotten(files.lost) ? undefined : readJson<Loss>(files.lost);
  forgetLoss(files);
  return typeof loss?.why === "string" ? { why: loss.why, config: loss.config ?? {} } : undefined;
}

/** What a command gets that needs what the session held. */
export function lossFailure(name: string, { why, config }: Loss): Failure {
  const isCloud = config.remote === true;
  return new Failure(
    "closed",
    `the ${isCloud ? "cloud browser of session" : "session"} '${name}' has ended: ${why}. Its pages are gone; nothing was done`,
    isCloud
      ? "Run `svc cloud connect` for another; without it the next command starts a browser of this machine."
      : `Run \`${lineThatBegins(name, config)}\` to begin again; any other command would start with an empty page.`,
  );
}

/** The line that starts such a session anew. */
function lineThatBegins(name: string, { headed, profile, cdpUrl, connect }: LaunchOptions): string {
  const session = name === "default" ? [] : [`--session ${name}`];
  if (connect) return ["svc", "connect", ...session].join(" ");
  const options = [
    headed ? "--headed" : "",
    profile === undefined ? "" : `--profile '${profile}'`,
    // The address itself is not kept: it may hold a token.
    cdpUrl === undefined ? "" : "--cdp-url <url>",
  ].filter(Boolean);
  return ["svc open <url>", ...session, ...options].join(" ");
}

/** How the browser's process ended, as a clause. */
export function endOfBrowser(how: string): string {
  if (how === "exit code 0") return "its browser was closed";
  return /SIG(KILL|TERM|INT|HUP|QUIT)\b/.test(how) ? `its browser was killed (${how})` : `its browser crashed (${how})`;
}

/** The end of a browser whose process is not ours: nobody tells whether it ended, or the connection did. */
export const END_OF_CONNECTION = "its browser was closed, or the connection to it was lost";

/** The end of a daemon that could not say why. */
export function endOfDaemon(startedAt: string): string {
  const bootedAt = Date.now() - uptime() * 1_000;
  return Date.parse(startedAt) < bootedAt ? "the machine was restarted" : "its daemon was killed";
}

export function endByIdleness(idleTimeoutMs: number): string {
  const units = [
    [3_600_000, "h"],
    [60_000, "min"],
    [1_000, "s"],
    [1, "ms"],
  ] as const;
  const [factor, unit] = units.find(([ms]) => idleTimeoutMs >= ms && idleTimeoutMs % ms === 0) ?? [1, "ms"];
  return `it had no command for ${idleTimeoutMs / factor} ${unit} (setting idle_timeout)`;
}
