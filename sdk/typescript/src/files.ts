/** Files of this machine, streamed to signed addresses and from them. Loaded when the first one is moved. */
import { openAsBlob } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { ApiConnectionError, ApiError, SvcError } from "./errors.ts";
import type { FileUploadItem, FileUploadResponse } from "./generated/v3-types.ts";
import type { Http } from "./http.ts";
import type { CallOptions } from "./types.ts";

export interface TransferOptions extends Pick<CallOptions, "signal" | "maxRetries"> {
  /** Milliseconds that the file may take. Default: an hour. */
  timeoutMs?: number;
}

export interface UploadOptions extends TransferOptions {
  /** Where it goes in the workspace. Default: the name of the file. */
  path?: string;
  /** Default: `application/octet-stream`, or the type of the `Blob`. */
  contentType?: string;
}

export interface FolderOptions extends TransferOptions {
  /** How the paths in the workspace begin, like `reports/`. */
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

/** Each attempt has an address of its own: addresses expire. */
export async function upload(http: Http, source: string | Blob, options: UploadOptions, ask: Ask): Promise<string> {
  const path = options.path ?? (typeof source === "string" ? basename(source) : "");
  if (path === "") throw new TypeError("options.path is needed for content that is not a file");
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
    if (!address) throw new SvcError("server_error", "The server gave no address to upload to");
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
  if (typeof source === "string" && typeof Deno !== "undefined") {
    const { open: openFile } = Deno;
    const { size } = await stat(source);
    if (size > LARGE_BYTES) return { size, type: "", open: async () => (await openFile(source)).readable };
  }
  const blob = typeof source === "string" ? await openAsBlob(source) : source;
  return { size: blob.size, type: blob.type, open: async () => blob };
}

/** `find` gives a fresh address each time. What was there under `target` is replaced when the file is whole. */
export async function download(
  http: Http,
  target: string,
  options: TransferOptions = {},
  find: () => Promise<Remote | undefined>,
): Promise<void> {
  await mkdir(dirname(resolve(target)), { recursive: true });
  const partial = `${target}.${crypto.randomUUID().slice(0, 8)}.part`;
  let held = { bytes: 0, lastModified: "" };
  try {
    await http.repeat(true, limitsOf(options), async (signal) => {
      const remote = await find();
      if (!remote?.url) throw new SvcError("not_found", "There is no such file");
      const from = held.lastModified === remote.lastModified ? held.bytes : 0;
      const response = await http.fetch(remote.url, {
        signal,
        ...(from > 0 ? { headers: { range: `bytes=${from}-` } } : {}),
      });
      if (!response.ok || !response.body) throw new ApiError(response.status, response.headers, await response.text());
      const start = response.status === 206 ? from : 0;
      held = { bytes: start, lastModified: remote.lastModified };
      const file = await onDisk(target, open(partial, start > 0 ? "a" : "w"));
      try {
        for await (const chunk of response.body) {
          await onDisk(target, file.appendFile(chunk));
          held.bytes += chunk.byteLength;
        }
      } finally {
        await file.close();
      }
      if (held.bytes !== remote.size)
        throw new ApiConnectionError(`The file broke off after ${held.bytes} of ${remote.size} bytes`);
    });
    await rename(partial, target);
  } finally {
    await rm(partial, { force: true }).catch(() => {});
  }
}

/** What goes wrong here is not of the connection, and not worth another attempt. */
async function onDisk<T>(target: string, work: Promise<T>): Promise<T> {
  return await work.catch((cause: Error) => {
    throw new SvcError("file", `${target} cannot be written: ${cause.message}`, { cause });
  });
}

/** Files, not what links lead to; `name` is the path below `folder`, with slashes. */
export async function* filesBelow(folder: string, before = ""): AsyncGenerator<{ file: string; name: string }, void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const file = join(folder, entry.name);
    const name = before + entry.name;
    if (entry.isFile()) yield { file, name };
    if (entry.isDirectory()) yield* filesBelow(file, `${name}/`);
  }
}

/** A path of the server below a folder of ours. Errors: `configuration` for one that leads out of it. */
export function within(folder: string, path: string): string {
  const file = resolve(folder, path);
  const way = relative(resolve(folder), file);
  if (way !== "" && !way.startsWith("..") && !isAbsolute(way)) return file;
  throw new SvcError("configuration", `The path leads out of the folder: ${path}`);
}

/** Results in the order of the items. The first error ends it. */
export async function inParallel<T, R>(items: AsyncIterable<T>, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const iterator = items[Symbol.asyncIterator]();
  let count = 0;
  let hasFailed = false;
  const worker = async () => {
    // Pulls are queued by the generator: each worker gets an item of its own.
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
