/**
 * Objects in an S3 storage. Bun signs and sends the requests; this file adds timeouts, retries and error messages. Credentials that are
 * not in the settings come from the AWS environment variables.
 */

import { isAbsolute } from "node:path";
import { S3Client } from "bun";
import { Failure, fileFailure } from "../../../errors.ts";
import { withTimeout } from "../../../lib/deadline.ts";
import { checkKey, diskObjects, type ObjectInfo, type Objects, objectsFolder } from "./objects.ts";

export interface S3Access {
  endpoint?: string | undefined;
  region?: string | undefined;
  accessKey?: string | undefined;
  secretKey?: string | undefined;
}

export interface S3Setup extends S3Access {
  bucket: string;
  /** Prefix of every key, without a trailing slash. Can be empty. */
  prefix: string;
}

/** Timeout without a response, and the lowest transfer rate in bytes per ms. */
const SILENT_MS = 30_000;
const MIN_RATE = 100;

/** Delays before retries. */
const PAUSES_MS = [200, 1_000];

/** Messages for errors that a retry does not resolve. */
const REFUSALS: Record<string, string> = {
  AccessDenied: "access is denied",
  InvalidAccessKeyId: "the access key does not exist",
  SignatureDoesNotMatch: "the secret key or the region is wrong",
  AuthorizationHeaderMalformed: "the region is wrong",
  NoSuchBucket: "the bucket does not exist",
  RequestTimeTooSkewed: "this machine's clock is wrong",
  ERR_S3_MISSING_CREDENTIALS: "the access key or the secret key is missing",
  ERR_S3_INVALID_ENDPOINT: "the endpoint is not a valid URL",
};

export interface Where {
  home: string;
  objects?: string | undefined;
  s3?: S3Access | undefined;
}

/** Opens the object storage of a server: its default folder, another folder, or S3. Errors: `usage` for an invalid address. */
export function openObjects(where: Where, silentMs?: number): Objects {
  const { home, objects: address, s3 = {} } = where;
  if (address === undefined) return diskObjects(objectsFolder(home));
  const bucket = checkObjects(address);
  return bucket ? s3Objects({ ...s3, ...bucket }, silentMs) : diskObjects(address);
}

/** The bucket of an S3 address; undefined for an absolute folder path. Errors: `usage` for anything else. */
export function checkObjects(address: string): Pick<S3Setup, "bucket" | "prefix"> | undefined {
  const bucket = bucketOf(address);
  if (bucket || (isAbsolute(address) && !/^[a-z][a-z0-9+.-]+:/i.test(address))) return bucket;
  throw new Failure("usage", "serve_objects must be the absolute path of a folder, or s3://bucket/prefix");
}

/** Parses `s3://bucket/prefix`; undefined for another address. */
export function bucketOf(address: string): Pick<S3Setup, "bucket" | "prefix"> | undefined {
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*?))?\/*$/.exec(address) ?? [];
  return bucket === undefined ? undefined : { bucket, prefix };
}

export function s3Objects(setup: S3Setup, silentMs = SILENT_MS): Objects {
  const client = new S3Client(optionsOf(setup));
  const before = setup.prefix === "" ? "" : `${setup.prefix}/`;
  const nameOf = (key: string): string => {
    checkKey(key);
    return before + key;
  };
  const ask: Ask = (what, work, ms = silentMs) => asked(`cannot ${what} the object storage`, work, ms);
  const size: Objects["size"] = (key) => ask("read", () => orMissing(client.size(nameOf(key))));
  return {
    async put(key, source) {
      const name = nameOf(key);
      const isFile = !(source instanceof Uint8Array);
      const body = isFile ? Bun.file(source.path) : source;
      const bytes = isFile ? await fileSize(source.path, key) : source.length;
      // Bun uploads a large file in parts.
      await ask("write to", () => client.write(name, body), silentMs + bytes / MIN_RATE);
    },
    async get(key) {
      // The timeout depends on the size.
      const bytes = await size(key);
      if (bytes === undefined) return undefined;
      return await ask("read", () => orMissing(client.file(nameOf(key)).bytes()), silentMs + bytes / MIN_RATE);
    },
    size,
    async stream(key, range) {
      const bytes = await size(key);
      if (bytes === undefined) return undefined;
      const { start, end } = { start: range?.start ?? 0, end: Math.min(range?.end ?? bytes, bytes) };
      // S3 refuses an empty range.
      if (start >= end) return new Blob([]).stream();
      const file = client.file(nameOf(key));
      return watched((range ? file.slice(start, end) : file).stream(), silentMs);
    },
    list: (prefix) => listed(client, before, prefix, ask),
    async remove(key) {
      await ask("remove from", () => orMissing(client.unlink(nameOf(key))));
    },
    link: (key, { expiresMs, filename }) =>
      client.presign(nameOf(key), {
        method: "GET",
        expiresIn: Math.max(1, Math.ceil(expiresMs / 1000)),
        ...(filename === undefined ? {} : { contentDisposition: attachment(filename) }),
      }),
  };
}

/** Sends a request with retries; `ms` is the timeout of each attempt. */
type Ask = <T>(what: string, work: () => Promise<T>, ms?: number) => Promise<T>;

function optionsOf({ bucket, endpoint, region, accessKey, secretKey }: S3Setup): Bun.S3Options {
  return {
    bucket,
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    // A session token in the environment belongs to the keys in the environment.
    ...(accessKey === undefined ? {} : { accessKeyId: accessKey, sessionToken: "" }),
    ...(secretKey === undefined ? {} : { secretAccessKey: secretKey }),
  };
}

async function asked<T>(what: string, work: () => Promise<T>, ms: number): Promise<T> {
  for (const pauseMs of [...PAUSES_MS, undefined]) {
    try {
      return await within(work(), ms);
    } catch (error) {
      const { code = "" } = error as { code?: string };
      if (pauseMs === undefined || code === "Timeout" || code in REFUSALS) throw failure(error, what);
      await Bun.sleep(pauseMs * (0.5 + Math.random()));
    }
  }
  throw new Error("not reached");
}

/** Rejects after `ms`. Bun cannot cancel S3 requests: a late one continues and its outcome is ignored. */
function within<T>(work: Promise<T>, ms: number): Promise<T> {
  return withTimeout(work, ms, () => Object.assign(new Error("no response"), { code: "Timeout" }));
}

function failure(error: unknown, what: string): Failure {
  const { code = "", message } = error as Error & { code?: string };
  const plain: Record<string, string> = {
    ...REFUSALS,
    Timeout: "it does not respond",
    ConnectionRefused: "the connection was refused",
    FailedToOpenSocket: "its address is unreachable",
    DNSResolveFailed: "its host name does not resolve",
    UnknownError: "it returned an error",
  };
  return new Failure("io", `${what}: ${plain[code] ?? `${code} ${message}`.trim()}`, undefined, { cause: error });
}

async function orMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as { code?: string }).code === "NoSuchKey") return undefined;
    throw error;
  }
}

async function fileSize(path: string, key: string): Promise<number> {
  try {
    return (await Bun.file(path).stat()).size;
  } catch (error) {
    throw fileFailure(error, `cannot read the file of the object ${key}`);
  }
}

async function listed(client: S3Client, before: string, prefix: string, ask: Ask): Promise<ObjectInfo[]> {
  const all: ObjectInfo[] = [];
  for (let token: string | undefined; ; ) {
    const page = await ask("list", () =>
      client.list({ prefix: before + prefix, ...(token === undefined ? {} : { continuationToken: token }) }),
    );
    for (const { key, size = 0, lastModified } of page.contents ?? [])
      all.push({ key: key.slice(before.length), bytes: size, modifiedAt: Date.parse(lastModified ?? "") || 0 });
    token = page.isTruncated ? page.nextContinuationToken : undefined;
    if (token === undefined) return all;
  }
}

/** The stream with a timeout for each read. */
function watched(stream: ReadableStream<Uint8Array>, ms: number): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await within(reader.read(), ms);
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          controller.error(failure(error, "cannot read the object storage"));
          void reader.cancel().catch(() => {});
        }
      },
      cancel: (why) => reader.cancel(why),
    },
    { highWaterMark: 0 },
  );
}

/** `Content-Disposition` by RFC 6266, with an ASCII name for old clients. */
function attachment(filename: string): string {
  const plain = filename.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(filename.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
