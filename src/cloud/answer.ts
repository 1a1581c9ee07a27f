/**
 * The answer to a request of the user's own: JSON as a value, streams and texts as they come, bytes to a file or to a
 * program that reads them. Knows no endpoint.
 */
import { closeSync, lstatSync, openSync, realpathSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import type { Output } from "../command.ts";
import { asFailure, Failure, fileFailure } from "../errors.ts";
import { parentOf } from "../lib/atomic-file.ts";

export interface ApiReply {
  /** HTTP status. */
  status: number;
  /** JSON as a value, anything else as a text; absent where there is none, or where it went elsewhere. */
  body?: unknown;
  /** It was printed while it came in. */
  streamed?: true;
  /** The file it was written to, and its size. */
  saved?: string;
  bytes?: number;
  /** What was sent and the platform does not know. */
  ignored?: string[];
}

/** Where the answer is to go. */
export interface Receiver {
  output: Output | undefined;
  /** File to write it to. */
  path: string | undefined;
  /** A file that is there may be replaced. */
  force: boolean;
}

/** What is held in memory at most; more is for a file or a pipe. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Throws before anything is sent where the file cannot be written. */
export function checkFile({ path, force }: Receiver): void {
  if (path === undefined) return;
  parentOf(path);
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there?.isDirectory()) throw new Failure("io", `${path} is a folder`, "Give the path of a file.");
  if (there && !force)
    throw new Failure("io", `${path} exists already`, "Give another path, or --force to replace the file.");
}

export async function receive(response: Response, receiver: Receiver): Promise<ApiReply> {
  const { status } = response;
  const { output, path } = receiver;
  try {
    if (path !== undefined) return { status, saved: path, bytes: await save(response, path) };
    const kind = kindOf(response);
    if (kind === "json") return { status, ...jsonOf(await textOf(response)) };
    if (kind === "bytes") {
      if (!output?.bytes) throw binary(response);
      for await (const chunk of chunksOf(response)) await output.bytes(chunk);
      return { status, streamed: true };
    }
    if (!output) return { status, ...present(await textOf(response)) };
    const decoder = new TextDecoder();
    for await (const chunk of chunksOf(response)) await output(decoder.decode(chunk, { stream: true }), "stdout");
    await output(decoder.decode(), "stdout");
    return { status, streamed: true };
  } catch (error) {
    await response.body?.cancel().catch(() => {});
    throw asFailure(error) ?? brokenOff(error);
  }
}

function kindOf({ headers, body }: Response): "json" | "text" | "bytes" {
  const type = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!body || /^application\/json$|\+json$/.test(type)) return "json";
  // Streams of events and of lines are texts that come bit by bit.
  return type === "" || /^text\/|ndjson|jsonl|json-seq|xml$|javascript$/.test(type) ? "text" : "bytes";
}

async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (body) for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) yield chunk;
}

async function textOf(response: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.byteLength;
    if (bytes > MAX_BYTES)
      throw new Failure("api", `the answer is larger than ${MAX_BYTES} bytes`, "Write it to a file: --output <file>.");
    pieces.push(chunk);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** What calls itself JSON and is none is shown as it is. */
function jsonOf(text: string): { body?: unknown } {
  if (text.trim() === "") return {};
  try {
    return { body: JSON.parse(text) };
  } catch {
    return { body: text };
  }
}

function present(text: string): { body?: string } {
  return text === "" ? {} : { body: text };
}

/**
 * Written beside its place and moved there when it is whole: half an answer never stands under that name. A device or a
 * pipe is written into: it must not be replaced by a file.
 */
async function save(response: Response, named: string): Promise<number> {
  const there = statSync(named, { throwIfNoEntry: false });
  const path = there ? realpathSync(named) : named;
  const isPlain = there === undefined || there.isFile();
  const temporary = isPlain ? `${path}.${process.pid}.part` : path;
  let bytes = 0;
  try {
    const file = writing(path, () => openSync(temporary, isPlain ? "wx" : "w", 0o644));
    try {
      for await (const chunk of chunksOf(response))
        writing(path, () => {
          for (let at = 0; at < chunk.byteLength; ) at += writeSync(file, chunk, at);
          bytes += chunk.byteLength;
        });
    } finally {
      closeSync(file);
    }
    if (isPlain) writing(path, () => renameSync(temporary, path));
    return bytes;
  } catch (error) {
    if (isPlain) rmSync(temporary, { force: true });
    throw error;
  }
}

function writing<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw fileFailure(error, `cannot write ${path}`);
  }
}

function binary({ headers }: Response): Failure {
  return new Failure(
    "usage",
    `the answer is not text (${headers.get("content-type")})`,
    "Write it to a file: --output <file>, or read it from a pipe.",
  );
}

function brokenOff(error: unknown): unknown {
  if ((error as Error | undefined)?.name === "AbortError") return error;
  const message = "the answer of the platform ended early";
  return new Failure("api", message, "Run the command again later.", { cause: error });
}
