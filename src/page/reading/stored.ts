/**
 * What an origin keeps in a browser, as plain data: shared by `inject/storage/` (which runs in a page of the origin) and by
 * what runs here. The shape is that of Playwright's storage state, with what that leaves out added.
 */

export interface Entry {
  name: string;
  value: string;
}

/**
 * A record of a store. A key or value that JSON has as it is stands in `key` and `value`; any other, encoded, in
 * `keyEncoded` and `valueEncoded`. A record of a store with a key path has no key of its own.
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

/** What was read of an origin; `skipped` counts records that cannot be written down (keys of cryptography, handles of files). */
export interface OriginRead {
  localStorage: Entry[];
  indexedDB: StoredDatabase[];
  skipped: number;
}

/** `blocked` names a database that a page holds open. */
export interface OriginWritten {
  blocked?: string;
}

/** The third library: storage of the origin of the document it runs in. */
export interface StorageLibrary {
  read(): Promise<OriginRead>;
  write(origin: Pick<OriginStorage, "localStorage" | "indexedDB">, waitMs: number): Promise<OriginWritten>;
  readSession(): Entry[];
  writeSession(entries: Entry[]): void;
}
