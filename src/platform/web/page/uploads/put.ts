/** Uploads a file with progress, which `fetch` does not report. */
import { CallError, here, read, refusalOf } from "../api/client.ts";

export interface PutSetup {
  /** Media type. */
  type: string;
  signal: AbortSignal;
  progress(sent: number): void;
}

/** Time without progress after which the connection counts as lost. */
const SILENT_MS = 60_000;

/** Longest wait for the answer: the server may have to store the file elsewhere after the last byte. */
const STORING_MS = 600_000;

/** Errors: `CallError`, with status 0 if the connection was lost; the reason of the signal. */
export function put(address: string, file: File, { type, signal, progress }: PutSetup): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const alive = (forMs: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => request.abort(), forMs);
    };
    const cancel = () => request.abort();
    const lost = () => reject(signal.aborted ? signal.reason : new CallError(0, "The connection was lost."));
    request.upload.onprogress = ({ loaded }) => {
      alive(SILENT_MS);
      progress(loaded);
    };
    request.upload.onload = () => alive(STORING_MS);
    request.onload = () => {
      const { status, responseText } = request;
      if (status >= 200 && status < 300) resolve();
      else reject(refusalOf(status, read(responseText)));
    };
    request.onerror = lost;
    request.onabort = lost;
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
    };
    signal.addEventListener("abort", cancel);
    request.open("PUT", here(address));
    request.setRequestHeader("content-type", type);
    alive(SILENT_MS);
    request.send(file);
  });
}
