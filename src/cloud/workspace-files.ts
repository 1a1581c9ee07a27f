/**
 * Files of a workspace of the platform: listed page by page, fetched and sent one by one by addresses that the platform gives
 * out for a moment. The key goes along with questions alone, never to those addresses.
 */
import { lstatSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Failure, fileFailure } from "../errors.ts";
import { proxyFor } from "../lib/loopback.ts";
import { checkFile, receive } from "./answer.ts";
import type { Api } from "./api.ts";
import { statusOf } from "./refusals.ts";

export interface RemoteFile {
  path: string;
  size: number;
  lastModified: string;
}

type Listed = RemoteFile & { url?: string | null };

/** Work on one workspace. */
export interface Transfer {
  api: Api;
  workspaceId: string;
  signal: AbortSignal;
  /** A line on what is being carried. */
  tell(line: string): void;
}

/** The workspace of that id, or that of the session of that id. Errors: `not_found` for neither. */
export async function workspaceOf(api: Api, id: string, signal: AbortSignal): Promise<string> {
  const read = async (path: string) => {
    try {
      return (await api.request("GET", path, undefined, signal)).json as { workspaceId?: string | null };
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw error;
    }
  };
  if (await read(`/v3/workspaces/${id}`)) return id;
  const session = await read(`/v3/sessions/${id}`);
  if (session?.workspaceId) return session.workspaceId;
  throw new Failure(
    "not_found",
    session ? "that session has no workspace" : "the platform has no workspace or session with that id",
    "Run `svc cloud workspaces` or `svc cloud sessions`.",
  );
}

/** All files whose path begins so. */
export async function listFiles(transfer: Transfer, prefix: string): Promise<RemoteFile[]> {
  const files: RemoteFile[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = await pageOf(transfer, { prefix, ...(cursor === undefined ? {} : { cursor }) });
    files.push(...page.files.map(({ path, size, lastModified }) => ({ path, size, lastModified })));
    if (!page.hasMore || typeof page.nextCursor !== "string" || page.nextCursor === cursor) return files;
    cursor = page.nextCursor;
  }
}

async function pageOf({ api, workspaceId, signal }: Transfer, query: Record<string, string>) {
  const asked = new URLSearchParams({ limit: "100", ...query });
  const { json } = await api.request("GET", `/v3/workspaces/${workspaceId}/files?${asked}`, undefined, signal);
  const { files, hasMore, nextCursor } = (json ?? {}) as { files?: Listed[]; hasMore?: boolean; nextCursor?: unknown };
  return { files: Array.isArray(files) ? files : [], hasMore: hasMore === true, nextCursor };
}

/**
 * Files and folders (`in/`) of the workspace, or all of it, into a folder; each is there whole or not at all. Returns the
 * paths that were written. Errors: `not_found`, `io`, `download`.
 */
export async function download(
  transfer: Transfer,
  { paths, folder, force }: { paths: readonly string[]; folder: string; force: boolean },
): Promise<string[]> {
  const wanted = paths.length === 0 ? await listFiles(transfer, "") : await named(transfer, paths);
  const places = wanted.map((file) => ({ file, to: join(folder, ...partsOf(file.path)) }));
  for (const { to } of places) {
    makeFolder(dirname(to));
    checkFile({ output: undefined, path: to, force });
  }
  for (const [n, { file, to }] of places.entries()) {
    transfer.tell(`${n + 1} of ${places.length}: ${file.path} (${sizeText(file.size)})`);
    await fetchTo(transfer, file.path, { to, force });
  }
  return places.map(({ to }) => to);
}

/** The files that these paths name: one each, or those of a folder. */
async function named(transfer: Transfer, paths: readonly string[]): Promise<RemoteFile[]> {
  const found = new Map<string, RemoteFile>();
  for (const path of paths) {
    const files = await listFiles(transfer, path);
    const own = files.filter((one) => one.path === path || one.path.startsWith(path.replace(/\/*$/, "/")));
    if (own.length === 0)
      throw new Failure(
        "not_found",
        `the workspace has no file or folder ${path}`,
        `Run \`svc cloud files ${transfer.workspaceId}\`.`,
      );
    for (const one of own) found.set(one.path, one);
  }
  return [...found.values()];
}

/** Its folders and name. Errors: `api` for a path that would lead out of the folder it is written to. */
function partsOf(path: string): string[] {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === ".." || /[\0\\]/.test(part)))
    throw new Failure("api", `the platform listed a file whose path is not safe to write: ${path}`);
  return parts;
}

/** Its address is asked for now: it opens the file for less time than many files take. */
async function fetchTo(transfer: Transfer, path: string, { to, force }: { to: string; force: boolean }): Promise<void> {
  const { api, signal } = transfer;
  const { files } = await pageOf(transfer, { prefix: path, includeUrls: "true" });
  const given = files.find((one) => one.path === path)?.url;
  const url = given && URL.parse(given, api.origin);
  if (!url || !/^https?:$/.test(url.protocol)) throw notFetched(path, "the platform returned no download address");
  const response = await fetch(url, { signal, redirect: "error", ...proxyFor(url) }).catch((error) => {
    signal.throwIfAborted();
    throw notFetched(path, (error as Error).message, error);
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw notFetched(path, `HTTP ${response.status}`);
  }
  await receive(response, { output: undefined, path: to, force });
}

function notFetched(path: string, why: string, cause?: unknown): Failure {
  return new Failure("download", `${path} could not be downloaded: ${why}`, "Run the command again.", { cause });
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw fileFailure(error, `cannot create the folder ${path}`);
  }
}

interface LocalFile {
  /** Where it lies here. */
  path: string;
  /** Its folder in the workspace, empty or with a slash at its end. */
  prefix: string;
  name: string;
  size: number;
}

/** How many addresses are asked for at once: as many as the platform gives. */
const BATCH = 10;

/**
 * Sends files, and folders with all that is in them, below `prefix` of the workspace. Returns the paths that they have
 * there. Errors: `not_found`, `usage`, `api`.
 */
export async function upload(
  transfer: Transfer,
  { paths, prefix }: { paths: readonly string[]; prefix: string },
): Promise<string[]> {
  const start = prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`;
  const files = paths.flatMap((path) => localFiles(path, start));
  if (files.length === 0) throw new Failure("usage", "these folders contain no files");
  const sent: string[] = [];
  for (const batch of batches(files)) {
    const [first] = batch;
    const addresses = await askAddresses(transfer, first?.prefix ?? "", batch);
    for (const [n, file] of batch.entries()) {
      const { uploadUrl, path } = addresses[n] ?? {};
      if (typeof uploadUrl !== "string" || typeof path !== "string")
        throw new Failure("api", `the platform returned no upload address for ${file.name}`);
      transfer.tell(`${sent.length + 1} of ${files.length}: ${path} (${sizeText(file.size)})`);
      await send(transfer, file, uploadUrl);
      sent.push(path);
    }
  }
  return sent;
}

/** Links within folders are left out: they may lead anywhere. */
function localFiles(path: string, prefix: string): LocalFile[] {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new Failure("not_found", `there is no file or folder ${path}`);
  if (!found.isDirectory()) return [{ path, prefix, name: basename(path), size: found.size }];
  const inside = `${prefix}${basename(path)}/`;
  return readdirSync(path)
    .sort()
    .filter((name) => !lstatSync(join(path, name)).isSymbolicLink())
    .flatMap((name) => localFiles(join(path, name), inside));
}

/** Neighbours of one folder, so many at most. */
function batches(files: readonly LocalFile[]): LocalFile[][] {
  const made: LocalFile[][] = [];
  for (const file of files) {
    const last = made.at(-1);
    if (last && last.length < BATCH && last[0]?.prefix === file.prefix) last.push(file);
    else made.push([file]);
  }
  return made;
}

async function askAddresses({ api, workspaceId, signal }: Transfer, prefix: string, files: readonly LocalFile[]) {
  const body = {
    files: files.map(({ path, name, size }) => ({
      ...{ name, contentType: typeOf(path) },
      ...(size > 0 ? { size } : {}),
    })),
  };
  const path = `/v3/workspaces/${workspaceId}/files/upload?${new URLSearchParams({ prefix })}`;
  const { json } = await api.request("POST", path, body, signal);
  return (json as { files?: { uploadUrl?: string; path?: string }[] } | undefined)?.files ?? [];
}

async function send({ api, signal }: Transfer, file: LocalFile, uploadUrl: string): Promise<void> {
  const url = new URL(uploadUrl, api.origin);
  const body = Bun.file(file.path);
  const headers = { "content-type": typeOf(file.path) };
  const response = await fetch(url, {
    method: "PUT",
    body,
    headers,
    signal,
    redirect: "error",
    ...proxyFor(url),
  }).catch((error) => {
    signal.throwIfAborted();
    throw notSent(file.name, (error as Error).message, error);
  });
  const said = await response.text();
  if (!response.ok) throw notSent(file.name, `HTTP ${response.status} ${said.slice(0, 200)}`);
}

function notSent(name: string, why: string, cause?: unknown): Failure {
  return new Failure("api", `${name} could not be uploaded: ${why.trim()}`, "Run the command again.", { cause });
}

/** By its name, without parameters: what is announced is what must be sent. */
function typeOf(path: string): string {
  return Bun.file(path).type.split(";", 1)[0] || "application/octet-stream";
}

function sizeText(bytes: number): string {
  if (bytes < 1_000) return `${bytes} bytes`;
  const [unit, divisor] = bytes < 1_000_000 ? ["kB", 1_000] : bytes < 1_000_000_000 ? ["MB", 1e6] : ["GB", 1e9];
  return `${(bytes / (divisor as number)).toFixed(1)} ${unit}`;
}
