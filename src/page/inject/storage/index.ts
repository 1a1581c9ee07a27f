/** Reads and writes the storage of this document's origin. Bundled separately by scripts/inject.ts. */
import type { Entry, StorageLibrary } from "../../reading/stored.ts";
import { readDatabases, ready, writeDatabases } from "./databases.ts";

function entriesOf(storage: Storage): Entry[] {
  // By index, because a key named `length` is not accessible as a property.
  const names = Array.from({ length: storage.length }, (_, n) => storage.key(n) ?? "");
  return names.map((name) => ({ name, value: storage.getItem(name) ?? "" }));
}

function setAll(storage: Storage, entries: Entry[]): void {
  for (const { name, value } of entries) storage.setItem(name, value);
}

const library: StorageLibrary = {
  async read() {
    const { databases, skipped } = await readDatabases();
    return { localStorage: entriesOf(localStorage), indexedDB: databases, skipped };
  },
  async write({ localStorage: entries, indexedDB: databases = [] }, waitMs) {
    // The databases come first, because only they can be in use. Then either everything or nothing is written.
    const blocked = await writeDatabases(databases.map(ready), waitMs);
    if (blocked !== undefined) return { blocked };
    setAll(localStorage, entries);
    return {};
  },
  readSession: () => {
    try {
      return entriesOf(sessionStorage);
    } catch {
      // A sandboxed document has no access to its session storage.
      return [];
    }
  },
  writeSession: (entries) => setAll(sessionStorage, entries),
};

(globalThis as Record<string, unknown>).__svcStorage ??= library;
