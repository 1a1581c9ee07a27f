/** Reads and writes what the origin of this document keeps. Bundled apart from the page's library by scripts/inject.ts. */
import type { Entry, StorageLibrary } from "../../reading/stored.ts";
import { readDatabases, ready, writeDatabases } from "./databases.ts";

function entriesOf(storage: Storage): Entry[] {
  // By number: a key called `length` is no property.
  const names = Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? "");
  return names.map((name) => ({ name, value: storage.getItem(name) ?? "" }));
}

function fill(storage: Storage, entries: Entry[]): void {
  for (const { name, value } of entries) storage.setItem(name, value);
}

const library: StorageLibrary = {
  async read() {
    const { databases, skipped } = await readDatabases();
    return { localStorage: entriesOf(localStorage), indexedDB: databases, skipped };
  },
  async write({ localStorage: entries, indexedDB: databases = [] }, waitMs) {
    // Nothing is written of what cannot be written whole. The databases come first: of the two only they can be in use.
    const blocked = await writeDatabases(databases.map(ready), waitMs);
    if (blocked !== undefined) return { blocked };
    fill(localStorage, entries);
    return {};
  },
  readSession: () => {
    try {
      return entriesOf(sessionStorage);
    } catch {
      // A sandboxed page may not look at its own.
      return [];
    }
  },
  writeSession: (entries) => fill(sessionStorage, entries),
};

(globalThis as Record<string, unknown>).__svcStorage ??= library;
