/**
 * The storage of an origin as plain data, shared by `inject/storage/` (which runs in a page of the origin) and the code here.
 * The shape is that of Playwright's storage state, with additions.
 */

export interface Entry {
  name: string;
  value: string;
}

/**
 * A record of a store. `key` and `value` are JSON; a key or value without a JSON form is encoded in `keyEncoded` or
 * `valueEncoded`. A record of a store with a key path has no key.
 */
export interface StoredRecord {
  key?: unknown;
  keyEncoded?: unknown;
  value?: unknown;
  valueEncoded?: unknown;
}

export interface StoredIndex {
  name: string;
  keyPath?: string;
  keyPathArray?: string[];
  multiEntry: boolean;
  unique: boolean;
}

export interface StoredStore {
  name: string;
  keyPath?: string;
  keyPathArray?: string[];
  autoIncrement: boolean;
  indexes: StoredIndex[];
  records: StoredRecord[];
}

export interface StoredDatabase {
  name: string;
  version: number;
  stores: StoredStore[];
}

export interface OriginStorage {
  origin: string;
  localStorage: Entry[];
  sessionStorage?: Entry[];
  indexedDB?: StoredDatabase[];
}

/** The storage that was read; `skipped` counts records that cannot be serialized (cryptographic keys, file handles). */
export interface OriginRead {
  localStorage: Entry[];
  indexedDB: StoredDatabase[];
  skipped: number;
}

/** `blocked` names a database that a page keeps open. */
export interface OriginWritten {
  blocked?: string;
}

/** The storage library: reads and writes the storage of its document's origin. */
export interface StorageLibrary {
  read(): Promise<OriginRead>;
  write(origin: Pick<OriginStorage, "localStorage" | "indexedDB">, waitMs: number): Promise<OriginWritten>;
  readSession(): Entry[];
  writeSession(entries: Entry[]): void;
}
