/**
 * A session that ended although nobody closed it: its browser crashed, its daemon was killed, or it was idle for too
 * long. The next command would silently start a blank browser, so it fails once instead. Until then `<name>.lost` holds
 * the reason.
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
  /** The launch options of the session. */
  config: LaunchOptions;
}

/** A session that was lost longer ago is not reported. */
const FORGOTTEN_MS = 7 * 24 * 3_600_000;

/** Stores why the session ended. Never throws: a full disk must not keep a session from ending. */
export function noteLoss(files: SessionFiles, loss: Loss): void {
  try {
    writeWhole(files.lost, JSON.stringify(loss), { durable: false });
  } catch (error) {
    log.warn(`cannot store why the session ended: ${(error as Error).message}`);
  }
}

export function forgetLoss(files: SessionFiles): void {
  // Checked first, because a read-only file system fails to remove even a missing file.
  if (lstatSync(files.lost, { throwIfNoEntry: false })) rmSync(files.lost, { force: true });
}

/** True when the note is too old to report, or cannot be read. */
export function isForgotten(path: string): boolean {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) > FORGOTTEN_MS;
}

/** Returns and removes the note, so that the loss is reported once. */
export function takeLoss(files: SessionFiles): Loss | undefined {
  const loss = isForgotten(files.lost) ? undefined : readJson<Loss>(files.lost);
  forgetLoss(files);
  return typeof loss?.why === "string" ? { why: loss.why, config: loss.config ?? {} } : undefined;
}

/** The failure of a command that needs the pages of the lost session. */
export function lossFailure(name: string, { why, config }: Loss): Failure {
  const isCloud = config.remote === true;
  return new Failure(
    "closed",
    `the ${isCloud ? "cloud browser of session" : "session"} '${name}' has ended: ${why}. Its pages are gone, and the command did not run`,
    isCloud
      ? "Run `svc cloud connect` to start another cloud browser. Any other command starts a browser on this machine."
      : `Run \`${startLine(name, config)}\` to start again. Any other command starts with an empty page.`,
  );
}

/** The command line that starts such a session again. */
function startLine(name: string, { headed, profile, cdpUrl, connect }: LaunchOptions): string {
  const session = name === "default" ? [] : [`--session ${name}`];
  if (connect) return ["svc", "connect", ...session].join(" ");
  const options = [
    headed ? "--headed" : "",
    profile === undefined ? "" : `--profile '${profile}'`,
    // The address is not stored, because it may hold a token.
    cdpUrl === undefined ? "" : "--cdp-url <url>",
  ].filter(Boolean);
  return ["svc open <url>", ...session, ...options].join(" ");
}

/** How the browser's process ended, as a clause. */
export function endOfBrowser(how: string): string {
  if (how === "exit code 0") return "its browser was closed";
  return /SIG(KILL|TERM|INT|HUP|QUIT)\b/.test(how) ? `its browser was killed (${how})` : `its browser crashed (${how})`;
}

/** The browser belongs to another program: its end and the end of the connection look the same. */
export const END_OF_CONNECTION = "its browser was closed, or the connection to it was lost";

/** Why a daemon ended that could not store a reason. */
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
