/** Downloads files over HTTP and verifies their checksums. Limited by the time without data, not by size. */
import { open } from "node:fs/promises";
import { withoutSecrets } from "../cdp/transport.ts";
import { Failure, fileFailure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { type Checksum, hasher, readSha256, storageChecksum } from "./checksum.ts";

export interface FetchOptions {
  signal: AbortSignal;
  /** Milliseconds without data after which the connection counts as lost. */
  silenceMs: number;
  progress(message: string): void;
}

const OTHER_SOURCES =
  "Check the network, set a mirror with `svc config set browser_mirror <url>`, or install from a file with `svc install --from <file>`.";

/** The server cannot be reached: another source may be tried. */
export class Unreachable extends Failure {
  constructor(message: string, { hint = OTHER_SOURCES, cause }: { hint?: string; cause?: unknown } = {}) {
    super("download", message, hint, { cause });
  }
}

const RETRY_HINT = "Run `svc install` again.";

/** The caller's signal, and one for the time without data. */
interface Watchdog {
  caller: AbortSignal;
  either: AbortSignal;
  stopped: Promise<never>;
  /** Call it whenever data arrives. */
  alive(): void;
}

async function withWatchdog<T>(
  { signal, silenceMs }: FetchOptions,
  work: (watchdog: Watchdog) => Promise<T>,
): Promise<T> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new Error(`no data was received for ${silenceMs / 1000} s`)), silenceMs);
  const either = AbortSignal.any([signal, silence.signal]);
  try {
    return await work({
      caller: signal,
      either,
      stopped: rejectOnAbort(either),
      alive: () => timer.refresh(),
    });
  } finally {
    clearTimeout(timer);
  }
}

/** Statuses that come from a proxy or an overloaded server: the file may exist. */
function isDown(status: number): boolean {
  return status >= 500 || status === 403 || status === 407 || status === 429;
}

async function get(url: string, watchdog: Watchdog): Promise<Response> {
  try {
    // With compression the announced length would not be that of the file.
    const response = await Promise.race([
      fetch(url, { signal: watchdog.either, headers: { "accept-encoding": "identity" } }),
      watchdog.stopped,
    ]);
    watchdog.alive();
    return response;
  } catch (error) {
    watchdog.caller.throwIfAborted();
    throw new Unreachable(`cannot reach ${withoutSecrets(url)}: ${reason(error)}`, { cause: error });
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function refusal(url: string, { status }: Response): Failure {
  const message = `${withoutSecrets(url)} responded with status ${status}`;
  return isDown(status)
    ? new Unreachable(message)
    : new Failure("download", message, "Check the version and the mirror's URL.");
}

/** Versions and checksums are one line. A longer response is something else and is not read to its end. */
const MAX_TEXT_BYTES = 65_536;

/** Returns the text at the URL, or the result of `absent` for an error status. */
async function fetchText(url: string, options: FetchOptions, absent: (refused: Failure) => string): Promise<string> {
  return await withWatchdog(options, async (watchdog) => {
    const response = await get(url, watchdog);
    if (!response.ok) {
      await response.body?.cancel();
      return absent(refusal(url, response));
    }
    let text = "";
    const decoder = new TextDecoder();
    for await (const piece of pieces(response, url, watchdog)) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > MAX_TEXT_BYTES) break;
    }
    return text;
  });
}

/** Returns the short text at the URL. Throws `download` when there is none. */
export async function fetchShortText(url: string, options: FetchOptions): Promise<string> {
  return await fetchText(url, options, (refused) => {
    throw refused;
  });
}

/** Returns the single line at the URL, trimmed. */
export async function fetchLine(url: string, options: FetchOptions): Promise<string> {
  return (await fetchShortText(url, options)).trim();
}

/** Yields the body in pieces. Throws `download` when the connection breaks. */
async function* pieces(response: Response, url: string, watchdog: Watchdog): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), watchdog.stopped]);
      if (done) return;
      watchdog.alive();
      yield value;
    }
  } catch (error) {
    watchdog.caller.throwIfAborted();
    throw new Failure("download", `the download of ${withoutSecrets(url)} stopped: ${reason(error)}`, RETRY_HINT, {
      cause: error,
    });
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/**
 * Downloads the file to `path` and verifies it: with `sha256`, otherwise with `<url>.sha256`, otherwise with the
 * headers of Google's storage. Throws `download` when there is no checksum, when it does not match, or when the length
 * is not the announced one.
 */
export async function fetchVerified(
  url: string,
  path: string,
  sha256: string | undefined,
  options: FetchOptions,
): Promise<void> {
  const publishedSha256 = sha256 ?? readSha256(await fetchText(`${url}.sha256`, options, () => ""));
  await withWatchdog(options, async (watchdog) => {
    const response = await get(url, watchdog);
    const checksum: Checksum | undefined =
      publishedSha256 === undefined
        ? storageChecksum(response.headers)
        : { algorithm: "sha256", value: publishedSha256 };
    if (!response.ok || !checksum) {
      await response.body?.cancel();
      if (!response.ok) throw refusal(url, response);
      throw new Failure(
        "download",
        `there is no checksum for ${withoutSecrets(url)}`,
        "Run `svc install --sha256 <hex>` with the checksum.",
      );
    }
    const digest = await save(response, url, path, checksum, { ...options, watchdog });
    if (digest !== checksum.value) {
      throw new Failure(
        "download",
        `${withoutSecrets(url)} does not match its checksum: its ${checksum.algorithm} is ${digest}, expected ${checksum.value}`,
        RETRY_HINT,
      );
    }
  });
}

/** Writes the body to the file and returns its digest. */
async function save(
  response: Response,
  url: string,
  path: string,
  { algorithm }: Checksum,
  to: FetchOptions & { watchdog: Watchdog },
): Promise<string> {
  const announced = Number(response.headers.get("content-length") ?? Number.NaN);
  const digest = hasher(algorithm);
  const file = await open(path, "wx", 0o600).catch((error) =>
    Promise.reject(fileFailure(error, `cannot write ${path}`)),
  );
  const meter = progressMeter(announced, to.progress);
  let size = 0;
  try {
    for await (const piece of pieces(response, url, to.watchdog)) {
      digest.update(piece);
      size += piece.length;
      meter(size);
      await file.writeFile(piece).catch((error) => Promise.reject(fileFailure(error, `cannot write ${path}`)));
    }
  } finally {
    await file.close();
  }
  if (!Number.isNaN(announced) && size !== announced) {
    throw new Failure(
      "download",
      `the download of ${withoutSecrets(url)} stopped after ${size} of ${announced} bytes`,
      RETRY_HINT,
    );
  }
  return digest.digest();
}

const MB = 1_000_000;

/** Reports every twentieth of the total, or every 10 MB when the total is unknown. */
function progressMeter(total: number, progress: (message: string) => void): (size: number) => void {
  const step = total > 0 ? total / 20 : 10 * MB;
  let next = step;
  return (size) => {
    if (size < next) return;
    next = (Math.floor(size / step) + 1) * step;
    const megabytes = Math.round(size / MB);
    progress(
      total > 0
        ? `downloading: ${Math.floor((size / total) * 100)}% (${megabytes} of ${Math.round(total / MB)} MB)`
        : `downloading: ${megabytes} MB`,
    );
  };
}
