import { filled, flag, option, positional } from "../../args.ts";
import { setCookies } from "../../browser/storage/cookies.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { parentOf } from "../../lib/atomic-file.ts";
import type { OriginStorage } from "../../page/reading/stored.ts";
import { bool, environment, path, text } from "../../values.ts";

const key = filled({ ...text("key"), secret: true }, "Encryption key, as with --key-env");

interface Counts {
  cookies: number;
  origins: number;
  /** In localStorage and sessionStorage. */
  entries: number;
  databases: number;
  records: number;
}

function countsOf(cookies: number, origins: OriginStorage[]): Counts {
  const sum = (count: (one: OriginStorage) => number) => origins.reduce((total, one) => total + count(one), 0);
  const stores = (one: OriginStorage) => (one.indexedDB ?? []).flatMap((database) => database.stores);
  return {
    cookies,
    origins: origins.length,
    entries: sum(({ localStorage, sessionStorage = [] }) => localStorage.length + sessionStorage.length),
    databases: sum(({ indexedDB = [] }) => indexedDB.length),
    records: sum((one) => stores(one).reduce((total, store) => total + store.records.length, 0)),
  };
}

function checkedKey(key: string | undefined, name: string | undefined): string | undefined {
  if (name === undefined && key === undefined) return undefined;
  if (key) return key;
  throw new Failure(
    "usage",
    `the environment variable ${name} is not set or is empty`,
    `Set ${name} in your environment, then run the command again.`,
  );
}

function originsIn(list: string | undefined): string[] {
  return (list ?? "")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((one) => {
      const url = URL.parse(/^https?:\/\//i.test(one) ? one : `https://${one}`);
      if (url && url.hostname !== "") return url.origin;
      throw new Failure("usage", `--origin: '${one}' is not the URL of a site`, "Write it as in https://example.com.");
    });
}

/** Loads the storage modules on first use: most daemons never need them. */
function storageParts() {
  return Promise.all([import("../../browser/storage/storage.ts"), import("../../browser/storage/storage-file.ts")]);
}

export const storageSave = command({
  name: "storage save",
  group: "cookies",
  summary: "Save cookies and the storage of the open sites to a file that only your user can read",
  effect: "read",
  needs: "session",
  args: {
    file: positional(path("file"), "File to write"),
    origin: option(text("url", { nonEmpty: true }), "Sites to save in addition to those in the tabs; comma-separated"),
    keyEnv: option(environment("key"), "Encrypt the file with the key in this environment variable"),
    key,
  },
  examples: [
    "storage save login.json",
    "storage save login.json --origin https://example.com",
    "storage save login.json --key-env PASSWORD",
  ],
  async run({ browser, args, signal }) {
    parentOf(args.file);
    const [{ openOrigins, readOrigins }, { fileCookie, writeStorageFile }] = await storageParts();
    const passphrase = checkedKey(args.key, args.keyEnv);
    const wanted = [...new Set([...openOrigins(browser), ...originsIn(args.origin)])];
    const { cookies } = await browser.connection.root.send("Storage.getCookies", {}, signal);
    const { origins, skipped } = await readOrigins(browser, wanted, signal);
    await writeStorageFile(args.file, { cookies: cookies.map(fileCookie), origins }, passphrase);
    const counts = countsOf(cookies.length, origins);
    return { saved: args.file, ...counts, encrypted: passphrase !== undefined, ...(skipped > 0 ? { skipped } : {}) };
  },
  text: ({ saved, skipped, encrypted, ...counts }) =>
    [
      `saved: ${saved}${encrypted ? " (encrypted)" : ""}`,
      countsText(counts),
      ...(skipped === undefined ? [] : [`skipped: ${skipped} records that cannot be exported`]),
    ].join("\n"),
});

export const storageLoad = command({
  name: "storage load",
  group: "cookies",
  summary: "Load a file from svc storage save, or a storage state of Playwright",
  effect: "write",
  needs: "session",
  args: {
    file: positional(path("file"), "File to load"),
    clear: flag(
      bool(),
      "First delete all cookies and the storage of the file's sites; without it the file is merged into the browser",
    ),
    keyEnv: option(environment("key"), "Environment variable with the key of an encrypted file"),
    key,
  },
  examples: ["storage load login.json", "storage load login.json --clear"],
  async run({ browser, args, signal }) {
    const [{ checkAllowed, writeOrigins }, { readStorageFile }] = await storageParts();
    const { cookies, origins } = await readStorageFile(args.file, checkedKey(args.key, args.keyEnv));
    checkAllowed(browser, origins);
    if (args.clear) await browser.connection.root.send("Storage.clearCookies", {});
    // The cookies first: they are what a browser may refuse, all of them at once.
    if (cookies.length > 0) await setCookies(browser, cookies);
    const { withoutTab } = await writeOrigins(browser, origins, { clear: args.clear }, signal);
    return {
      loaded: args.file,
      ...countsOf(cookies.length, origins),
      ...(withoutTab.length > 0 ? { withoutTab } : {}),
    };
  },
  text: ({ loaded, withoutTab, ...counts }) =>
    [
      `loaded: ${loaded}`,
      countsText(counts),
      ...(withoutTab ?? []).map(
        (origin) =>
          `not loaded: sessionStorage of ${origin}, because no tab shows that site; run \`svc tab new\` and load the file again`,
      ),
    ].join("\n"),
});

function countsText(counts: Counts): string {
  return `cookies: ${counts.cookies}\norigins: ${counts.origins}\nentries: ${counts.entries}\ndatabases: ${counts.databases} (${counts.records} records)`;
}
