/**
 * A session whose browser of the cloud platform has ended by itself: the next command would start one of this machine in
 * its place, with another address, other logins and an empty page, and nobody would notice. It fails once instead.
 */
import { readFileSync, rmSync } from "node:fs";
import type { LaunchOptions } from "../command.ts";
import { Failure } from "../errors.ts";
import { writeWhole } from "../lib/files.ts";
import type { SessionFiles } from "../lib/paths.ts";

/** Remembers why it ended. */
export function noteLoss(files: SessionFiles, why: string): void {
  writeWhole(files.lost, why, { durable: false });
}

export function forgetLoss(files: SessionFiles): void {
  rmSync(files.lost, { force: true });
}

/** Forgets it, and throws `closed` where the line does not say which browser is to come now. */
export function tellLoss(files: SessionFiles, name: string, options: LaunchOptions): void {
  const why = lossOf(files);
  if (why === undefined) return;
  forgetLoss(files);
  if (Object.values(options).some((value) => value !== undefined && value !== false)) return;
  throw new Failure(
    "closed",
    `the cloud browser of session '${name}' has ended: ${why}`,
    "Run `svc cloud connect` for another; without it the next command starts a browser of this machine.",
  );
}

function lossOf(files: SessionFiles): string | undefined {
  try {
    return readFileSync(files.lost, "utf8");
  } catch {
    return undefined;
  }
}
