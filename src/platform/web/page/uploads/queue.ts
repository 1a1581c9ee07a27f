/**
 * Uploads of files into workspaces, a few at a time. They continue in other views. A file is retried when the server does not
 * answer. If the server refuses a file, the panel shows the error and offers a retry.
 */
import { CallError } from "../api/client.ts";
import { Store } from "../hooks/store.ts";
import { uploadAddress } from "../views/workspaces/files.ts";
import type { Picked } from "./picked.ts";
import { put } from "./put.ts";

export type UploadState = "waiting" | "sending" | "away" | "done" | "failed" | "cancelled";

export interface Upload {
  readonly id: number;
  readonly workspaceId: string;
  readonly path: string;
  readonly file: File;
  state: UploadState;
  /** Bytes that were sent. */
  sent: number;
  /** Why it failed. */
  error: string;
  readonly abort: AbortController;
}

/** Browsers allow few connections per server, and other requests need some of them. */
const AT_ONCE = 3;

/** Pause before a retry when the server does not answer or is overloaded. */
const AGAIN_MS = 3_000;

const uploads = new Set<Upload>();
let last = 0;

/** Set to a new object after each change, including progress. */
export const changes = new Store({});
const changed = () => changes.set({});

export const all = (): readonly Upload[] => [...uploads];
export const isOpen = ({ state }: Upload) => state === "waiting" || state === "sending" || state === "away";

export function upload(workspaceId: string, folder: string, picked: readonly Picked[]): void {
  for (const { path, file } of picked)
    uploads.add({
      ...{ id: ++last, workspaceId, path: `${folder}${path}`, file },
      ...{ state: "waiting", sent: 0, error: "", abort: new AbortController() },
    });
  go();
}

export function cancel(one: Upload): void {
  if (!isOpen(one)) return;
  one.abort.abort();
  one.state = "cancelled";
  go();
}

export function retry(one: Upload): void {
  uploads.delete(one);
  upload(one.workspaceId, "", [{ path: one.path, file: one.file }]);
}

/** Removes uploads that have ended. */
export function clear(): void {
  for (const one of uploads) if (!isOpen(one)) uploads.delete(one);
  changed();
}

/** Cancels and removes all uploads. */
export function drop(): void {
  for (const one of uploads) cancel(one);
  clear();
}

function go(): void {
  const isSending = ({ state }: Upload) => state === "sending" || state === "away";
  const free = AT_ONCE - all().filter(isSending).length;
  for (const one of all()
    .filter(({ state }) => state === "waiting")
    .slice(0, Math.max(0, free)))
    void send(one);
  changed();
}

async function send(one: Upload): Promise<void> {
  one.state = "sending";
  const { signal } = one.abort;
  try {
    while (!(await attempt(one))) await pause(signal);
    one.state = "done";
    document.dispatchEvent(new CustomEvent("uploaded"));
  } catch (error) {
    if (!signal.aborted) Object.assign(one, { state: "failed", error: (error as Error).message });
  }
  go();
}

/** Returns false if a retry may succeed. Errors: the server refuses the file. */
async function attempt(one: Upload): Promise<boolean> {
  const { workspaceId, path, file, abort } = one;
  const type = file.type || "application/octet-stream";
  try {
    const address = await uploadAddress(workspaceId, path, file, type);
    one.state = "sending";
    await put(address, file, { type, signal: abort.signal, progress: (sent) => setSent(one, sent) });
    return true;
  } catch (error) {
    abort.signal.throwIfAborted();
    if (!(error instanceof CallError) || ![0, 429, 502, 503, 504].includes(error.status)) throw error;
    one.state = "away";
    setSent(one, 0);
    return false;
  }
}

function setSent(one: Upload, sent: number): void {
  one.sent = sent;
  changed();
}

/** Ends early when the upload is cancelled or the machine is online again. */
function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      signal.removeEventListener("abort", end);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const timer = setTimeout(end, AGAIN_MS);
    addEventListener("online", end);
    signal.addEventListener("abort", end);
  });
}

addEventListener("beforeunload", (event) => {
  if (all().some(isOpen)) event.preventDefault();
});
