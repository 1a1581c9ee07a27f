/**
 * The file of `storage save`: its format, and the validation of a file from an unknown source. Files of Playwright's
 * storage state are accepted. See docs/storage.md.
 */
import type { Network_Cookie, Network_CookieParam } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import { readText, writeWhole } from "../../lib/atomic-file.ts";
import { isSealed, seal, unseal } from "../../lib/sealed.ts";
import type {
  OriginStorage,
  StoredDatabase,
  StoredIndex,
  StoredRecord,
  StoredStore,
} from "../../page/reading/stored.ts";
import { cookieParam } from "./cookies.ts";
import { isEncoded } from "./encoded.ts";

const VERSION = 1;

/** A cookie in Playwright's format: `expires` is -1 for a session cookie. */
export interface FileCookie {
  name: string;
  value: string;
  domain: string;
  path: string;
  expires: number;
  httpOnly: boolean;
  secure: boolean;
  sameSite?: "Strict" | "Lax" | "None";
  /** The site of a partitioned cookie. */
  partitionKey?: string;
  _crHasCrossSiteAncestor?: boolean;
}

export interface StorageState {
  cookies: Network_CookieParam[];
  origins: OriginStorage[];
}

export function fileCookie(cookie: Network_Cookie): FileCookie {
  const { name, value, domain, path, expires, httpOnly, secure, sameSite, session, partitionKey } = cookie;
  return {
    name,
    value,
    domain,
    path,
    expires: session ? -1 : expires,
    httpOnly,
    secure,
    ...(sameSite ? { sameSite } : {}),
    ...(partitionKey
      ? { partitionKey: partitionKey.topLevelSite, _crHasCrossSiteAncestor: partitionKey.hasCrossSiteAncestor }
      : {}),
  };
}

export async function writeStorageFile(
  file: string,
  state: { cookies: FileCookie[]; origins: OriginStorage[] },
  key: string | undefined,
): Promise<void> {
  const head = { svc: "storage", version: VERSION };
  const content =
    key === undefined ? { ...head, ...state } : { ...head, sealed: await seal(JSON.stringify(state), key) };
  writeWhole(file, `${JSON.stringify(content, null, key === undefined ? 2 : 0)}\n`);
}

type Shape = Record<string, unknown>;

/** Reads and validates the whole file before anything is loaded. Throws `bad_file`, `usage` or `not_found`. */
export async function readStorageFile(file: string, key: string | undefined): Promise<StorageState> {
  const bad = (why: string) =>
    new Failure("bad_file", `${file} is not a storage file: ${why}`, "Write one with `svc storage save <file>`.");
  const outer = objectOf(parsed(readText(file), bad), bad, "it");
  if (outer.svc !== undefined && outer.svc !== "storage") throw bad(`it is another kind of file`);
  if (typeof outer.version === "number" && outer.version > VERSION)
    throw bad(`its version is ${outer.version}, and this svc supports version ${VERSION}`);
  const inner = outer.sealed === undefined ? plainOf(outer, file, key) : await decrypted(outer.sealed, file, key, bad);
  const cookies = listOf(inner.cookies ?? [], bad, "cookies");
  const origins = listOf(inner.origins ?? [], bad, "origins");
  if (inner.cookies === undefined && inner.origins === undefined) throw bad("it holds neither cookies nor origins");
  return {
    cookies: cookies.map((one, n) => ({
      ...cookieParam(one, (why) => bad(`cookie ${n + 1} ${why}`)),
      ...partitionOf(one as Shape),
    })),
    origins: origins.map((one, n) => originOf(one, (why) => bad(`origin ${n + 1}: ${why}`))),
  };
}

function parsed(text: string, bad: (why: string) => Failure): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw bad(`it is not JSON (${(error as Error).message})`);
  }
}

function plainOf(outer: Shape, file: string, key: string | undefined): Shape {
  if (key === undefined) return outer;
  throw new Failure("usage", `${file} is not encrypted`, "Leave --key-env out.");
}

async function decrypted(sealed: unknown, file: string, key: string | undefined, bad: Bad): Promise<Shape> {
  if (!isSealed(sealed)) throw bad("its encryption is unknown");
  if (key === undefined)
    throw new Failure("usage", `${file} is encrypted`, "Name the variable that holds its key: --key-env <name>.");
  const text = await unseal(sealed, key);
  if (text !== undefined) return objectOf(parsed(text, bad), bad, "it");
  throw new Failure(
    "bad_file",
    `${file} cannot be decrypted: the key is wrong, or the file was changed`,
    "Check the variable that --key-env names.",
  );
}

type Bad = (why: string) => Failure;

function objectOf(value: unknown, bad: Bad, what: string): Shape {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Shape;
  throw bad(`${what} is not an object`);
}

function listOf(value: unknown, bad: Bad, what: string): unknown[] {
  if (Array.isArray(value)) return value;
  throw bad(`${what} is not a list`);
}

function textOf(value: unknown, bad: Bad, what: string): string {
  if (typeof value === "string") return value;
  throw bad(`${what} is not a text`);
}

function partitionOf({ partitionKey, _crHasCrossSiteAncestor: across }: Shape): Partial<Network_CookieParam> {
  if (typeof partitionKey !== "string" || partitionKey === "") return {};
  return { partitionKey: { topLevelSite: partitionKey, hasCrossSiteAncestor: across === true } };
}

function originOf(value: unknown, bad: Bad): OriginStorage {
  const shape = objectOf(value, bad, "it");
  const written = textOf(shape.origin, bad, "its origin");
  const url = URL.parse(written);
  if (!url || !/^https?:$/.test(url.protocol)) throw bad(`${written} is not the address of a site`);
  const entries = (name: "localStorage" | "sessionStorage") =>
    listOf(shape[name] ?? [], bad, name).map((one) => {
      const entry = objectOf(one, bad, `an entry of ${name}`);
      return {
        name: textOf(entry.name, bad, `a name in ${name}`),
        value: textOf(entry.value, bad, `a value in ${name}`),
      };
    });
  return {
    origin: url.origin,
    localStorage: entries("localStorage"),
    sessionStorage: entries("sessionStorage"),
    indexedDB: listOf(shape.indexedDB ?? [], bad, "indexedDB").map((one) => databaseOf(one, bad)),
  };
}

function databaseOf(value: unknown, bad: Bad): StoredDatabase {
  const { name: writtenName, version, stores } = objectOf(value, bad, "a database");
  const name = textOf(writtenName, bad, "the name of a database");
  if (!Number.isSafeInteger(version) || Number(version) < 1) throw bad(`database ${name} has no version`);
  const known = listOf(stores, bad, `the stores of ${name}`).map((one) => storeOf(one, bad, name));
  return { name, version: Number(version), stores: known };
}

function storeOf(value: unknown, bad: Bad, database: string): StoredStore {
  const {
    name: writtenName,
    autoIncrement,
    indexes,
    records,
    ...paths
  } = objectOf(value, bad, `a store of ${database}`);
  const name = textOf(writtenName, bad, `the name of a store of ${database}`);
  const path = pathOf(paths, bad, name);
  return {
    name,
    ...path,
    autoIncrement: autoIncrement === true,
    indexes: listOf(indexes ?? [], bad, `the indexes of ${name}`).map((one) => indexOf(one, bad, name)),
    records: listOf(records ?? [], bad, `the records of ${name}`).map((one) => recordOf(one, bad, name, path)),
  };
}

type Path = Pick<StoredStore, "keyPath" | "keyPathArray">;

function pathOf({ keyPath, keyPathArray }: Shape, bad: Bad, name: string): Path {
  if (Array.isArray(keyPathArray))
    return { keyPathArray: keyPathArray.map((one) => textOf(one, bad, `a path of ${name}`)) };
  return keyPath === undefined || keyPath === null ? {} : { keyPath: textOf(keyPath, bad, `the path of ${name}`) };
}

function indexOf(value: unknown, bad: Bad, store: string): StoredIndex {
  const shape = objectOf(value, bad, `an index of ${store}`);
  const name = textOf(shape.name, bad, `the name of an index of ${store}`);
  return { name, ...pathOf(shape, bad, name), multiEntry: shape.multiEntry === true, unique: shape.unique === true };
}

function recordOf(value: unknown, bad: Bad, store: string, { keyPath, keyPathArray }: Path): StoredRecord {
  const shape = objectOf(value, bad, `a record of ${store}`);
  const { key, keyEncoded, value: stored, valueEncoded } = shape;
  const hasKey = keyPath !== undefined || keyPathArray !== undefined || key !== undefined || keyEncoded !== undefined;
  if (!hasKey) throw bad(`a record of ${store} has no key`);
  for (const one of [keyEncoded, valueEncoded])
    if (one !== undefined && !isEncoded(one))
      throw bad(`a record of ${store} holds something that is not an encoded value`);
  return {
    ...(keyEncoded === undefined ? (key === undefined ? {} : { key }) : { keyEncoded }),
    ...(valueEncoded === undefined ? { value: stored } : { valueEncoded }),
  };
}
