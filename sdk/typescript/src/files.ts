/** Streams local files to and from signed URLs. Loaded with the first transfer. */
import { openAsBlob } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { ApiConnectionError, ApiError, SvcError } from "./errors.ts";
import type { FileUploadItem, FileUploadResponse } from "./generated/v3-types.ts";
import type { Http } from "./http.ts";
import type { CallOptions } from "./types.ts";

export interface TransferOptions extends Pick<CallOptions, "signal" | "maxRetries"> {
  /** Milliseconds that the transfer of one file may take. Default: one hour. */
  timeoutMs?: number;
}

export interface UploadOptions extends TransferOptions {
  /** Path in the workspace. Default: the name of the file. */
  path?: string;
  /** Media type. Default: the type of the `Blob`, else `application/octet-stream`. */
  contentType?: string;
}

export interface FolderOptions extends TransferOptions {
  /** Start of the paths in the workspace, such as `reports/`. */
  prefix?: string;
}

interface Remote {
  size: number;
  lastModified: string;
  url?: string | null;
}

type Ask = (wanted: FileUploadItem, prefix: string, options: CallOptions) => Promise<FileUploadResponse>;

const HOUR_MS = 60 * 60 * 1000;
const PARALLEL = 4;
const LARGE_BYTES = 4 * 1024 * 1024;

function limitsOf({ timeoutMs = HOUR_MS, signal, maxRetries }: TransferOptions): CallOptions {
  return {
    timeoutMs,
    totalTimeoutMs: timeoutMs,
    ...(signal ? { signal } : {}),
    ...(maxRetries === undefined ? {} : { maxRetries }),
  };
}

/** Each attempt asks for a new signed URL, since they expire. */
export async function upload(http: Http, source: string | Blob, options: UploadOptions, ask: Ask): Promise<string> {
  const path = options.path ?? (typeof source === "string" ? basename(source) : "");
  if (path === "") throw new TypeError("options.path is required when the source is not a file path");
  const { size, type, open: opened } = await contentOf(source);
  const contentType = options.contentType ?? (type || "application/octet-stream");
  const slash = path.lastIndexOf("/") + 1;
  const wanted: FileUploadItem = {
    name: path.slice(slash),
    contentType,
    ...(size > 0 ? { size } : {}),
  };
  return await http.repeat(true, limitsOf(options), async (signal) => {
    const { files } = await ask(wanted, path.slice(0, slash), { signal, maxRetries: 0 });
    const [address] = files;
    if (!address) throw new SvcError("server_error", "The server sent no upload URL");
    const init = {
      method: "PUT",
      headers: { "content-type": contentType },
      body: await opened(),
      duplex: "half",
      redirect: "manual",
      signal,
    } as const;
    const response = await http.fetch(address.uploadUrl, init);
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, response.headers, text);
    return address.path;
  });
}

interface Content {
  size: number;
  /** Media type, or empty. */
  type: string;
  /** A body for one attempt. */
  open(): Promise<Blob | ReadableStream<Uint8Array>>;
}

declare const Deno: { open(path: string): Promise<{ readable: ReadableStream<Uint8Array> }> } | undefined;

/**
 * A file is read while it is sent. Node and Bun do that for a `Blob` of a file. Deno reads the whole file into memory first, so
 * there a large one is sent as a stream, which has no `Content-Length`.
 */
async function contentOf(source: string | Blob): Promise<Content> {
  if (typeof source !== "string") return { size: source.size, type: source.type, open: async () => source };
  const found = await onDisk("read", source, stat(source));
  if (!found.isFile()) throw new SvcError("file", `Cannot read ${source}: not a file`);
  if (typeof Deno !== "undefined" && found.size > LARGE_BYTES) {
    const { open: openFile } = Deno;
    const { size } = found;
    return { size, type: "", open: async () => (await openFile(source)).readable };
  }
  const blob = await onDisk("read", source, openAsBlob(source));
  return { size: blob.size, type: blob.type, open: async () => blob };
}

interface Held {
  bytes: number;
  lastModified: string;
}

/** `find` returns a new signed URL for each attempt. An existing file under `target` is replaced when the download is complete. */
export async function download(
  http: Http,
  path: string,
  target: string,
  options: TransferOptions = {},
  find: () => Promise<Remote | undefined>,
): Promise<void> {
  await onDisk("write", target, mkdir(dirname(resolve(target)), { recursive: true }));
  const partial = `${target}.${crypto.randomUUID().slice(0, 8)}.part`;
  const held: Held = { bytes: 0, lastModified: "" };
  try {
    await http.repeat(true, limitsOf(options), async (signal) => {
      const remote = await find();
      if (!remote?.url) throw new SvcError("not_found", `File not found: ${path}`);
      const response = await rest(http, remote.url, remote, held, signal);
      const file = await onDisk("write", target, open(partial, held.bytes > 0 ? "a" : "w"));
      try {
        for await (const chunk of response) {
          await onDisk("write", target, file.appendFile(chunk));
          held.bytes += chunk.byteLength;
        }
      } finally {
        await file.close();
      }
      if (held.bytes !== remote.size)
        throw new ApiConnectionError(`The download stopped after ${held.bytes} of ${remote.size} bytes`);
    });
    await onDisk("write", target, rename(partial, target));
  } finally {
    await rm(partial, { force: true }).catch(() => {});
  }
}

/** Requests the bytes that are missing. Sets `held.bytes` to 0 when the file has changed or the server sends all of it. */
async function rest(
  http: Http,
  url: string,
  remote: Remote,
  held: Held,
  signal: AbortSignal,
): Promise<ReadableStream<Uint8Array>> {
  const from = held.lastModified === remote.lastModified ? held.bytes : 0;
  const headers = from > 0 ? { headers: { range: `bytes=${from}-` } } : {};
  const response = await http.fetch(url, { signal, ...headers });
  if (!response.ok || !response.body) throw new ApiError(response.status, response.headers, await response.text());
  held.bytes = response.status === 206 ? from : 0;
  held.lastModified = remote.lastModified;
  return response.body;
}

/** Turns an error of the file system into one that is not retried. */
async function onDisk<T>(verb: "read" | "write", path: string, work: Promise<T>): Promise<T> {
  return await work.catch((cause: Error) => {
    const [reason = ""] = cause.message.split(",");
    throw new SvcError("file", `Cannot ${verb} ${path}: ${reason}`, { cause });
  });
}

/** All files below a folder, without links. `name` is the path relative to the folder, with slashes. */
export async function* filesBelow(folder: string, before = ""): AsyncGenerator<{ file: string; name: string }, void> {
  for (const entry of await onDisk("read", folder, readdir(folder, { withFileTypes: true }))) {
    const file = join(folder, entry.name);
    const name = before + entry.name;
    if (entry.isFile()) yield { file, name };
    if (entry.isDirectory()) yield* filesBelow(file, `${name}/`);
  }
}

/** The local path of a file of the server. Errors: `configuration` when it is outside of the folder. */
export function within(folder: string, path: string): string {
  const file = resolve(folder, path);
  const way = relative(resolve(folder), file);
  if (way !== "" && !way.startsWith("..") && !isAbsolute(way)) return file;
  throw new SvcError("configuration", `The path is outside of the folder: ${path}`);
}

/** Runs `work` for four items at a time. Returns the results in the order of the items; the first error stops it. */
export async function inParallel<T, R>(items: AsyncIterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const iterator = items[Symbol.asyncIterator]();
  let count = 0;
  let hasFailed = false;
  const worker = async () => {
    // A generator queues calls of next(): each worker gets an item of its own.
    for (let next = await iterator.next(); !next.done && !hasFailed; next = await iterator.next()) {
      const at = count++;
      results[at] = await work(next.value).catch((error) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
}
