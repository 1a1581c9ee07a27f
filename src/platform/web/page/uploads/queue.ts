/**
 * Uploads of files into workspaces, a few at a time. They go on while the reader looks at other views. A file is sent again when the
 * server did not answer; what the server refuses is told, and can be tried again.
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

/** Connections to one server are few, and its other answers need some. */
const AT_ONCE = 3;

/** Between tries while the server does not answer, or has too much to do. */
const AGAIN_MS = 3_000;

const uploads = new Set<Upload>();
let last = 0;

/** Another object after each change, also of bytes that have left. */
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

/** Forgets those that have ended. */
export function clear(): void {
  for (const one of uploads) if (!isOpen(one)) uploads.delete(one);
  changed();
}

/** Cancels all and forgets them. */
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

/** False where it can be tried again soon. Errors: what the server refuses. */
async function attempt(one: Upload): Promise<boolean> {
  const { workspaceId, path, file, abort } = one;
  const type = file.type || "application/octet-stream";
  try {
    const address = await uploadAddress(workspaceId, path, file, type);
    one.state = "sending";
    await put(address, file, { type, signal: abort.signal, progress: (sent) => tell(one, sent) });
    return true;
  } catch (error) {
    abort.signal.throwIfAborted();
    if (!(error instanceof CallError) || ![0, 429, 502, 503, 504].includes(error.status)) throw error;
    one.state = "away";
    tell(one, 0);
    return false;
  }
}

function tell(one: Upload, sent: number): void {
  one.sent = sent;
  changed();
}

/** Ends early when it is cancelled, or the machine is connected again. */
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
