import { chmodSync, constants, copyFileSync, lstatSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { flag, positional } from "../../args.ts";
import type { Browser } from "../../browser/browser.ts";
import type { Remote } from "../../browser/browser-setup.ts";
import type { Download } from "../../browser/downloads.ts";
import { command } from "../../command.ts";
import { Failure, fileFailure } from "../../errors.ts";
import { parentOf } from "../../lib/atomic-file.ts";
import { bool, path, text } from "../../values.ts";

export const downloadsList = command({
  name: "downloads list",
  aliases: ["downloads"],
  group: "data",
  summary: "List the downloads of this session",
  effect: "read",
  needs: "session",
  args: {},
  examples: ["downloads list"],
  async run({ browser, signal }) {
    // One that has just begun: its end would be told below a list that does not know it.
    await browser.downloads.settle(signal);
    return { downloads: browser.downloads.list };
  },
  text: ({ downloads }) => (downloads.length === 0 ? "no downloads" : downloads.map(line).join("\n")),
});

/** How a download ended that is not complete. */
function stopText(state: Download["state"]): string {
  return state === "failed" ? "failed" : `was ${state}`;
}

function line({ n, name, bytes, total, state, path: where }: Download): string {
  const size = state === "in_progress" && total !== undefined ? `${bytes} of ${total}` : `${bytes}`;
  return `${String(n).padEnd(3)} ${name}  ${size} bytes  ${state}${where === undefined ? "" : `  ${where}`}`;
}

export const downloadsWait = command({
  name: "downloads wait",
  aliases: ["wait download"],
  group: "data",
  summary: "Wait until the current, latest or next download is complete",
  effect: "read",
  needs: "session",
  args: {},
  examples: ["downloads wait", "downloads wait --timeout 120000"],
  async run({ browser, signal, timeoutMs }) {
    const download = await browser.downloads.next(signal).catch((error) => {
      if (!(signal.reason instanceof Failure && signal.reason.code === "timeout")) throw error;
      const message = `no download was completed within ${timeoutMs} ms`;
      throw new Failure("timeout", message, "Run `svc downloads list`, or wait longer with --timeout <ms>.");
    });
    if (download.state === "completed") return download;
    const message = `the download ${download.name} ${stopText(download.state)} after ${download.bytes} bytes`;
    throw new Failure("download", message, "Start the download again.");
  },
  text: line,
});

export const downloadsSave = command({
  name: "downloads save",
  group: "data",
  summary: "Copy a completed download to a file or folder",
  effect: "read",
  needs: "session",
  args: {
    download: positional(text("n | name", { nonEmpty: true }), "Number or name from svc downloads list"),
    path: positional(path(), "File to write, or a folder"),
    force: flag(bool(), "Replace an existing file"),
  },
  examples: ["downloads save 1 report.csv", "downloads save report.csv /tmp --force"],
  async run({ browser, args, signal }) {
    const chosen = choose(browser, args.download);
    const saved =
      chosen.path === undefined
        ? await fetched(chosen.name, chosen.remote, args, signal)
        : copy({ path: chosen.path, name: chosen.name }, args.path, args.force);
    return { saved, name: chosen.name, bytes: chosen.bytes };
  },
});

/** Where the file is: here, or where a browser of the cloud platform runs. */
type Chosen = Download & ({ path: string } | { path: undefined; remote: Remote });

/** Fetched from the platform to the place that the user named. */
async function fetched(
  name: string,
  remote: Remote,
  { path: wanted, force }: { path: string; force: boolean },
  signal: AbortSignal,
): Promise<string> {
  const { checkFile, receive } = await import("../../cloud/answer.ts");
  const path = statSync(wanted, { throwIfNoEntry: false })?.isDirectory() ? join(wanted, name) : wanted;
  const receiver = { output: undefined, path, force };
  checkFile(receiver);
  await receive(await remote.download(name, signal), receiver);
  return path;
}

/** The download of that number, else the latest finished one of that name. */
function choose({ downloads: { list: downloads }, remote }: Browser, wanted: string): Chosen {
  const named = downloads.filter(({ name }) => name === wanted);
  const chosen =
    named.findLast(({ state }) => state === "completed") ??
    named.at(-1) ??
    downloads.find(({ n }) => String(n) === wanted);
  if (!chosen)
    throw new Failure("not_found", `there is no download ${wanted}`, "Run `svc downloads list` to see them.");
  const { path: where, state, name } = chosen;
  if (state === "completed" && remote) return { ...chosen, path: undefined, remote };
  if (state === "completed" && where !== undefined) return { ...chosen, path: where };
  if (state === "completed")
    throw new Failure(
      "not_found",
      `svc does not know where the browser saved ${name}`,
      "Look in the browser's own list of downloads.",
    );
  throw new Failure(
    "not_found",
    `the download ${name} ${state === "in_progress" ? "is not complete" : stopText(state)}`,
    state === "in_progress" ? "Run `svc downloads wait` first." : "Start the download again.",
  );
}

function copy({ path: from, name }: { path: string; name: string }, wanted: string, force: boolean): string {
  const there = statSync(wanted, { throwIfNoEntry: false });
  const to = there?.isDirectory() ? join(wanted, name) : wanted;
  parentOf(to);
  if (force && isSame(from, to)) return to;
  const isNew = !lstatSync(to, { throwIfNoEntry: false });
  try {
    // A page chose that name: a link that is called so must not lead the copy out of the folder.
    if (force && to !== wanted && lstatSync(to, { throwIfNoEntry: false })?.isSymbolicLink()) rmSync(to);
    copyFileSync(from, to, force ? 0 : constants.COPYFILE_EXCL);
    // Like any file that the user writes; the download itself is theirs alone.
    if (!there?.isFile()) chmodSync(to, 0o644);
    return to;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST")
      throw new Failure("io", `${to} already exists`, "Choose another path, or add --force to replace the file.");
    // Half a file on a full disk.
    if (isNew) rmSync(to, { force: true });
    throw fileFailure(error, `cannot write ${to}`);
  }
}

function isSame(from: string, to: string): boolean {
  try {
    return realpathSync(from) === realpathSync(to);
  } catch {
    return false;
  }
}
