/**
 * Reads the cookies of a user's profile through the browser that encrypted them, because only that browser gets the key
 * from the system's key store. It runs headless and offline on a private copy. The original is only read.
 */
import { existsSync, rmdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { Connection } from "../../cdp/connection.ts";
import type { Network_Cookie } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import { privateFolder } from "../../lib/atomic-file.ts";
import { rejectOnAbort, withTimeout } from "../../lib/deadline.ts";
import { sessionFiles, shortFolder } from "../../lib/paths.ts";
import { killGroup, type ProcessId } from "../../lib/process.ts";
import { abandonedNotes, type Note, takeNote } from "../../lib/undo.ts";
import { chooseBrowser, type FoundBrowser } from "../launch/find.ts";
import { type Launched, launch, removeFolder } from "../launch/launch.ts";
import { profileName } from "./pick.ts";
import { copyProfile, type LocalProfile, ownBrowser } from "./profile.ts";

/** The files that hold cookies, and those that the browser needs to decrypt them. */
const COOKIE_PARTS = [
  "Cookies",
  "Cookies-journal",
  "Cookies-wal",
  "Cookies-shm",
  "Network",
  "Preferences",
  "Secure Preferences",
];

const ARGUMENTS = [
  // Keeps session cookies, as a browser does that continues its last session.
  "--restore-last-session",
  // The copy of a profile must not use the network, and neither may its extensions.
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--disable-extensions",
];

/** How often to copy again when the browser wrote during the copy, which it does every half minute. */
const COPIES = 5;

const NOTE = "profile-copy";

interface CopyNote {
  folder: string;
  browser?: ProcessId;
}

interface Reading {
  home: string;
  signal: AbortSignal;
}

/**
 * Returns all cookies of the profile with their values. Throws `no_browser` when the profile's browser is not installed
 * and no other can decrypt them, `bad_file` when they are damaged or the key store does not return the key, `io` when
 * they cannot be copied, and `launch` when the browser does not start.
 */
export async function decryptCookies(profile: LocalProfile, { home, signal }: Reading): Promise<Network_Cookie[]> {
  await removeAbandonedCopies(home);
  const { browser, isOwn, runFolder } = readerOf(profile, home);
  const notes: Note<CopyNote>[] = [];
  let count = 0;
  let launched: Launched | undefined;
  try {
    launched = await launch({
      home,
      runFolder,
      headed: false,
      browser,
      args: ARGUMENTS,
      prepare: async (userDataDir) => {
        notes.push(takeNote<CopyNote>(home, NOTE, { folder: dirname(userDataDir) }));
        count = await copyCookies(profile, userDataDir);
        return { profileDirectory: profile.directory };
      },
    });
    notes.push(takeNote<CopyNote>(home, NOTE, { folder: launched.folder, browser: launched.process }));
    const cookies = await cookiesOf(launched, signal);
    if (cookies.length === 0 && count > 0) throw decryptionFailure(profile, isOwn, count);
    return cookies;
  } finally {
    await launched?.kill();
    for (const note of notes) note.remove();
    removeEmpty(runFolder);
  }
}

/** Removes copies that a killed process left, because they hold the cookies of a person. */
export async function removeAbandonedCopies(home: string): Promise<void> {
  for (const { data, remove } of abandonedNotes<CopyNote>(home, NOTE)) {
    if (data.browser) killGroup(data.browser);
    // Removes only folders with names that `launch` creates, because the note could have been changed.
    if (/[/\\]browser-\w+$/.test(data.folder)) {
      await removeFolder(data.folder);
      if (existsSync(data.folder)) continue;
      removeEmpty(dirname(data.folder));
    }
    remove();
  }
}

function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Another process reads a copy in it, or it is gone.
  }
}

/** The browser to use, and the folder for the copy: a confined browser can access only a folder of its own. */
function readerOf(profile: LocalProfile, home: string) {
  const { browser } = profile;
  const runFolder = sessionFiles(home, ".profile").run;
  if (!runFolder.startsWith(home)) privateFolder(shortFolder());
  if (browser.confined) {
    const path = browser.confined.executables.find((one) => existsSync(one));
    if (path !== undefined) {
      const own: FoundBrowser = { name: browser.name, path, origin: "system" };
      return { browser: own, isOwn: true, runFolder: join(browser.confined.scratch, "svc") };
    }
  }
  const own = browser.confined ? undefined : ownBrowser(profile, home);
  return { browser: own ?? anyFull(home, browser.label), isOwn: own !== undefined, runFolder };
}

/** Without a key store all browsers of the family encrypt alike, so another one may decrypt the cookies of a browser that was removed. */
function anyFull(home: string, label: string): FoundBrowser {
  try {
    return chooseBrowser(home, true);
  } catch {
    throw new Failure(
      "no_browser",
      `${label} is not installed, and nothing else can read its cookies`,
      `Install ${label} again.`,
    );
  }
}

/** Copies until no file changed during the copy, so that the database and its journal fit together. Returns the number of cookies. */
async function copyCookies(profile: LocalProfile, userDataDir: string): Promise<number> {
  const original = join(profile.browser.path, profile.directory);
  const copy = join(userDataDir, profile.directory);
  for (let attempt = 1; ; attempt++) {
    const before = fingerprint(original);
    copyProfile(profile, userDataDir, COOKIE_PARTS);
    if (fingerprint(original) === before || attempt === COPIES) break;
    rmSync(copy, { recursive: true, force: true });
  }
  const database = [join("Network", "Cookies"), "Cookies"].find((name) => existsSync(join(original, name)));
  if (database === undefined) return 0;
  // Without this check the browser would start with no cookies and report that there are none.
  if (!existsSync(join(copy, database)))
    throw new Failure(
      "io",
      `cannot copy ${join(original, database)}: another program locks it, it belongs to another user, or the disk is full`,
      `Close ${profile.browser.label}, then run the command again.`,
    );
  try {
    return await lastingRows(join(copy, database));
  } catch (error) {
    if (!DAMAGED.has((error as { code?: string }).code ?? "")) throw error;
    throw new Failure(
      "bad_file",
      `the cookies of ${profileName(profile)} are damaged: ${join(original, database)} is not a complete database`,
      `Start ${profile.browser.label} once, so that it repairs them, then run the command again.`,
    );
  }
}

/** A browser starts with such a file as if it were empty. */
const DAMAGED = new Set(["SQLITE_NOTADB", "SQLITE_CORRUPT", "SQLITE_CANTOPEN"]);

function fingerprint(folder: string): string {
  const files = ["Cookies", "Cookies-journal", "Cookies-wal"].flatMap((name) => [name, join("Network", name)]);
  return files
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false, bigint: true }))
    .map((stat) => (stat ? `${stat.ino}.${stat.size}.${stat.mtimeNs}` : ""))
    .join();
}

/** Seconds between the epochs of Chrome's clock (1601) and of Unix. */
const EPOCH_S = 11_644_473_600;

/** The number of cookies in the database that have not expired, whether or not they can be decrypted. Throws when the database is damaged. */
async function lastingRows(path: string): Promise<number> {
  const { Database } = await import("bun:sqlite");
  const database = new Database(path);
  try {
    const now = (Date.now() / 1_000 + EPOCH_S) * 1e6;
    const row = database.query("SELECT count(*) AS n FROM cookies WHERE has_expires = 1 AND expires_utc > ?").get(now);
    return (row as { n: number }).n;
  } catch (error) {
    // The database has an unknown format. The browser itself will report that.
    if ((error as { code?: string }).code === "SQLITE_ERROR") return 0;
    throw error;
  } finally {
    database.close();
  }
}

async function cookiesOf(launched: Launched, signal: AbortSignal): Promise<Network_Cookie[]> {
  const { root } = new Connection(launched.transport);
  const ended = launched.ended.then((reason) => Promise.reject(reason));
  ended.catch(() => {});
  const reply = root.send("Storage.getCookies", {}, signal).catch(async (error) => {
    // The pipe closes when the browser ends: the reason of its process says more.
    if (error instanceof Failure && error.code === "closed") await withTimeout(ended, 1_000);
    throw error;
  });
  const { cookies } = await Promise.race([reply, ended, rejectOnAbort(signal)]);
  return cookies;
}

function decryptionFailure({ browser, directory }: LocalProfile, isOwn: boolean, count: number): Failure {
  const whose = `${count} ${count === 1 ? "cookie" : "cookies"} of ${browser.label} (${directory})`;
  return isOwn
    ? new Failure(
        "bad_file",
        `${whose} could not be decrypted: the system's key store did not return the key`,
        "Unlock the key store (log in to the desktop), then run the command again.",
      )
    : new Failure(
        "no_browser",
        `${whose} can be decrypted only by ${browser.label}, which is not installed`,
        `Install ${browser.label}.`,
      );
}
