/** Cookies that their own browser decrypts: a confined one, a removed one, and with a database in use. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { UserDataDir } from "../../../src/browser/launch/profile-folders.ts";
import { decryptCookies, removeAbandonedCopies } from "../../../src/browser/profiles/cookie-decryption.ts";
import { localProfiles } from "../../../src/browser/profiles/profile.ts";
import { takeNote } from "../../../src/lib/undo.ts";
import { failureOf } from "../../support/failure.ts";
import { folderOfFile } from "../../support/folder.ts";
import { soon } from "../started.ts";
import { BINARY, COOKIES, configWith } from "./desktop.ts";

const folder = folderOfFile();
let home = "";
let path = "";
const before = process.env.SVC_BROWSER;

beforeAll(async () => {
  home = join(folder, "h");
  // Used when the profile's own browser is missing.
  process.env.SVC_BROWSER = BINARY;
  path = await configWith(join(folder, "c"), folder, { Default: COOKIES });
});

afterAll(() => {
  if (before === undefined) delete process.env.SVC_BROWSER;
  else process.env.SVC_BROWSER = before;
});

function theProfile(browser: Partial<UserDataDir>) {
  const [profile] = localProfiles([{ name: "chromium", label: "Boxed", path, ...browser }]);
  if (!profile) throw new Error(`no profile in ${path}`);
  return profile;
}

const names = async (browser: Partial<UserDataDir>) =>
  (await decryptCookies(theProfile(browser), { home, signal: soon() })).map(({ name }) => name).sort();

const NAMES = ["__Host-safe", "host", "id", "other", "split"];

test("copies the profile of a confined browser to a folder that it can access", async () => {
  const scratch = join(folder, "box");
  const log = join(folder, "box.log");
  // What Flatpak exports: a script that passes on arguments and open files.
  const wrapper = join(folder, "org.example.Browser");
  writeFileSync(wrapper, `#!/bin/sh\necho "$@" > '${log}'\nexec '${BINARY}' "$@"\n`, { mode: 0o755 });
  const confined = { executables: [join(folder, "nowhere"), wrapper], scratch };
  expect(await names({ confined })).toEqual(NAMES);
  expect(await Bun.file(log).text()).toContain(`--user-data-dir=${join(scratch, "svc")}`);
  expect(readdirSync(scratch)).toEqual([]);
});

test("another browser decrypts the cookies of a removed one if it can, and fails otherwise", async () => {
  expect(await names({ name: "vivaldi", label: "Vivaldi" })).toEqual(NAMES);
  const { Database } = await import("bun:sqlite");
  const sealed = await configWith(join(folder, "other"), folder, { Default: COOKIES });
  const database = new Database(join(sealed, "Default", "Cookies"));
  database.run("UPDATE cookies SET encrypted_value = CAST('v11' || randomblob(48) AS BLOB), value = ''");
  database.close();
  const failure = await failureOf(names({ name: "vivaldi", label: "Vivaldi", path: sealed }));
  expect(failure).toMatchObject({
    code: "no_browser",
    message: expect.stringContaining("can be decrypted only by Vivaldi"),
  });
});

test("ignores a write in progress, and leaves the original unchanged", async () => {
  const { Database } = await import("bun:sqlite");
  const database = new Database(join(path, "Default", "Cookies"));
  database.run("PRAGMA journal_mode = WAL");
  database.run("PRAGMA wal_autocheckpoint = 0");
  database.run("DELETE FROM cookies WHERE name = 'other'");
  database.run("BEGIN IMMEDIATE");
  database.run("DELETE FROM cookies");
  try {
    // The committed deletion is only in the write-ahead log. The open transaction is invisible.
    expect(await names({})).toEqual(NAMES.filter((name) => name !== "other"));
  } finally {
    database.run("ROLLBACK");
    expect(database.query("SELECT count(*) AS n FROM cookies").get()).toEqual({ n: 4 });
    database.close();
  }
});

test("removes only copies of dead processes, and nothing else", async () => {
  const copy = join(folder, "left", "browser-abc123");
  const precious = join(folder, "precious");
  for (const one of [copy, precious]) mkdirSync(one, { recursive: true });
  const mine = takeNote(home, "profile-copy", { folder: copy });
  await removeAbandonedCopies(home);
  expect(existsSync(copy)).toBe(true);
  mine.remove();
  const [left, wrong] = [copy, precious].map((one, n) => {
    const file = join(home, "undo", `profile-copy-${n}.json`);
    writeFileSync(file, JSON.stringify({ owner: { pid: 999_999_999, start: "1" }, data: { folder: one } }));
    return file;
  });
  await removeAbandonedCopies(home);
  expect([copy, left, precious, wrong].map((one) => existsSync(one ?? ""))).toEqual([false, false, true, false]);
});
