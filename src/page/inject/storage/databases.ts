/** Reads and writes all IndexedDB databases of an origin. Writing replaces the content of a database. */
import type { StoredDatabase, StoredIndex, StoredRecord, StoredStore } from "../../reading/stored.ts";
import { decode, encode, isPlain } from "./encode.ts";

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

function completed(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
    transaction.onerror = () => reject(transaction.error);
  });
}

/** All databases, and the number of records that could not be encoded. */
export async function readDatabases(): Promise<{ databases: StoredDatabase[]; skipped: number }> {
  const databases: StoredDatabase[] = [];
  let skipped = 0;
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue;
    const database = await resultOf(indexedDB.open(name));
    try {
      const stores: StoredStore[] = [];
      for (const store of database.objectStoreNames) {
        const read = await readStore(database, store);
        stores.push(read.store);
        skipped += read.skipped;
      }
      databases.push({ name, version: database.version, stores });
    } finally {
      database.close();
    }
  }
  return { databases, skipped };
}

async function readStore(database: IDBDatabase, name: string): Promise<{ store: StoredStore; skipped: number }> {
  const store = database.transaction(name, "readonly").objectStore(name);
  // Must be read now: a transaction ends when it has no pending request.
  const indexes = [...store.indexNames].map((one) => indexOf(store.index(one)));
  const [keys, values] = await Promise.all([resultOf(store.getAllKeys()), resultOf(store.getAll())]);
  const records: StoredRecord[] = [];
  let skipped = 0;
  for (const [n, value] of values.entries()) {
    try {
      const key = store.keyPath === null ? await encodedField("key", keys[n]) : {};
      records.push({ ...key, ...(await encodedField("value", value)) });
    } catch {
      skipped++;
    }
  }
  return {
    store: { name, ...pathOf(store.keyPath), autoIncrement: store.autoIncrement, indexes, records },
    skipped,
  };
}

function indexOf({ name, keyPath, multiEntry, unique }: IDBIndex): StoredIndex {
  return { name, ...pathOf(keyPath), multiEntry, unique };
}

async function encodedField(name: "key" | "value", value: unknown): Promise<Record<string, unknown>> {
  return isPlain(value) ? { [name]: value } : { [`${name}Encoded`]: await encode(value) };
}

function pathOf(path: string | string[] | null): { keyPath?: string; keyPathArray?: string[] } {
  if (path === null) return {};
  return typeof path === "string" ? { keyPath: path } : { keyPathArray: [...path] };
}

function keyPathOf({ keyPath, keyPathArray }: { keyPath?: string; keyPathArray?: string[] }): string | string[] | null {
  return keyPathArray ?? keyPath ?? null;
}

/** A database with decoded records. */
export type Ready = Omit<StoredDatabase, "stores"> & { stores: (Omit<StoredStore, "records"> & { rows: Row[] })[] };

interface Row {
  key?: IDBValidKey;
  value: unknown;
}

/** Decodes the records of a database. Throws for an invalid one. */
export function ready({ stores, ...database }: StoredDatabase): Ready {
  return {
    ...database,
    stores: stores.map(({ records, ...store }) => ({ ...store, rows: records.map((one) => rowOf(one, store)) })),
  };
}

function rowOf(record: StoredRecord, store: Omit<StoredStore, "records">): Row {
  const value = "valueEncoded" in record ? decode(record.valueEncoded) : record.value;
  if (keyPathOf(store) !== null) return { value };
  return { value, key: ("keyEncoded" in record ? decode(record.keyEncoded) : record.key) as IDBValidKey };
}

/** Writes the databases. Returns the name of the first one that a page kept open for more than `waitMs`. */
export async function writeDatabases(databases: Ready[], waitMs: number): Promise<string | undefined> {
  for (const database of databases) if (!(await writeDatabase(database, waitMs))) return database.name;
  return undefined;
}

/** Fills a database; recreates one with another schema. Returns false when a page keeps it open. */
async function writeDatabase(wanted: Ready, waitMs: number): Promise<boolean> {
  const existing = (await indexedDB.databases()).find(({ name }) => name === wanted.name);
  if (existing && !(await hasSameSchema(wanted)) && !(await deleteDatabase(wanted.name, waitMs))) return false;
  const request = indexedDB.open(wanted.name, wanted.version);
  request.onupgradeneeded = () => {
    for (const store of wanted.stores) createStore(request.result, store);
  };
  const database = await resultOf(request);
  try {
    const names = wanted.stores.map(({ name }) => name);
    if (names.length === 0) return true;
    await fill(database.transaction(names, "readwrite"), wanted);
    return true;
  } finally {
    database.close();
  }
}

/** Replaces all records in one transaction. */
async function fill(transaction: IDBTransaction, { stores }: Ready): Promise<void> {
  const end = completed(transaction);
  try {
    for (const { name, rows } of stores) {
      const store = transaction.objectStore(name);
      store.clear();
      for (const { key, value } of rows) store.put(value, key);
    }
  } catch (error) {
    end.catch(() => {});
    transaction.abort();
    throw error;
  }
  await end;
}

function createStore(database: IDBDatabase, stored: Omit<StoredStore, "records">): void {
  const { name, autoIncrement, indexes } = stored;
  const store = database.createObjectStore(name, { keyPath: keyPathOf(stored), autoIncrement });
  for (const index of indexes) {
    const { multiEntry, unique } = index;
    store.createIndex(index.name, keyPathOf(index) ?? "", { multiEntry, unique });
  }
}

async function hasSameSchema(wanted: Ready): Promise<boolean> {
  const database = await resultOf(indexedDB.open(wanted.name));
  try {
    const schemaOf = (stores: Omit<StoredStore, "records">[]) =>
      JSON.stringify(
        stores
          .map((one) => [
            one.name,
            keyPathOf(one),
            one.autoIncrement,
            one.indexes.map((index) => [index.name, keyPathOf(index), index.multiEntry, index.unique]).sort(),
          ])
          .sort(),
      );
    if (database.version !== wanted.version) return false;
    const stores = [...database.objectStoreNames].map((name) => {
      const store = database.transaction(name, "readonly").objectStore(name);
      const indexes = [...store.indexNames].map((one) => indexOf(store.index(one)));
      return { name, ...pathOf(store.keyPath), autoIncrement: store.autoIncrement, indexes };
    });
    return schemaOf(stores) === schemaOf(wanted.stores);
  } finally {
    database.close();
  }
}

/** Deletes a database. Returns false when it is still open after `waitMs`. */
function deleteDatabase(name: string, waitMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = () => resolve(true);
    request.onerror = () => reject(request.error);
    request.onblocked = () => setTimeout(() => resolve(false), waitMs);
  });
}
