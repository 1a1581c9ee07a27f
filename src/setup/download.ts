/** Fetches files over HTTP and proves them by their checksum. Bounded by silence, not by size. Knows no browser. */
import { open } from "node:fs/promises";
import { withoutSecrets } from "../cdp/transport.ts";
import { Failure, fileFailure } from "../errors.ts";
import { rejectOnAbort } from "../lib/deadline.ts";
import { type Checksum, hasher, readSha256, storageChecksum } from "./checksum.ts";

export interface Fetching {
  signal: AbortSignal;
  /** Milliseconds without a byte after which the other side counts as gone. */
  silenceMs: number;
  progress(message: string): void;
}

const OTHER_SOURCES =
  "Check the network, set a mirror with `svc config set browser_mirror <url>`, or install from a file with `svc install --from <file>`.";

/** Nobody answers at the address: another source may be tried. */
export class Unreachable extends Failure {
  constructor(message: string, { hint = OTHER_SOURCES, cause }: { hint?: string; cause?: unknown } = {}) {
    super("download", message, hint, { cause });
  }
}

const AGAIN = "Run `svc install` again.";

/** The caller's signal, and that of a silence. */
interface Watch {
  caller: AbortSignal;
  either: AbortSignal;
  stopped: Promise<never>;
  /** To be called for every sign of life. */
  alive(): void;
}

async function watched<T>({ signal, silenceMs }: Fetching, work: (watch: Watch) => Promise<T>): Promise<T> {
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

/** Statuses of a proxy or a server that is not itself: the file may well be there. */
function isDown(status: number): boolean {
  return status >= 500 || status === 403 || status === 407 || status === 429;
}

async function get(url: string, watch: Watch): Promise<Response> {
  try {
    // Packed on the way, the length told would not be that of the file.
    const response = await Promise.race([
      fetch(url, { signal: watch.either, headers: { "accept-encoding": "identity" } }),
      watch.stopped,
    ]);
    watch.alive();
    return response;
  } catch (error) {
    watch.caller.throwIfAborted();
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

/** Versions and checksums are a line; what is longer is a page of something else, and not read on. */
const MAX_TEXT_BYTES = 65_536;

/** The text at the address, or what `absent` makes of an answer that it is not there. */
async function fetchText(url: string, fetching: Fetching, absent: (refused: Failure) => string): Promise<string> {
  return await watched(fetching, async (watch) => {
    const response = await get(url, watch);
    if (!response.ok) {
      await response.body?.cancel();
      return absent(refusal(url, response));
    }
    let text = "";
    const decoder = new TextDecoder();
    for await (const piece of pieces(response, url, watch)) {
      text += decoder.decode(piece, { stream: true });
      if (text.length > MAX_TEXT_BYTES) break;
    }
    return text;
  });
}

/** The short text at the address, as it is. Throws `download` where there is none. */
export async function fetchWhole(url: string, fetching: Fetching): Promise<string> {
  return await fetchText(url, fetching, (refused) => {
    throw refused;
  });
}

/** The one line at the address, trimmed. */
export async function fetchLine(url: string, fetching: Fetching): Promise<string> {
  return (await fetchWhole(url, fetching)).trim();
}

/** The pieces of the body as they come. Throws `download` when it breaks off. */
async function* pieces(response: Response, url: string, watch: Watch): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), watch.stopped]);
      if (done) return;
      watch.alive();
      yield value;
    }
  } catch (error) {
    watch.caller.throwIfAborted();
    throw new Failure("download", `the download of ${withoutSecrets(url)} stopped: ${reason(error)}`, AGAIN, {
      cause: error,
    });
  } finally {
    void reader.cancel().catch(() => {});
  }
}

/**
 * Fetches the file to `path` and proves it: by `sha256` when given, else by `<url>.sha256`, else by the headers of Google's
 * storage. Throws `download` when there is no checksum, when it does not match, or when the length is not the one told.
 */
export async function fetchProved(
  url: string,
  path: string,
  sha256: string | undefined,
  fetching: Fetching,
): Promise<void> {
  const beside = sha256 ?? readSha256(await fetchText(`${url}.sha256`, fetching, () => ""));
  await watched(fetching, async (watch) => {
    const response = await get(url, watch);
    const checksum: Checksum | undefined =
      beside === undefined ? storageChecksum(response.headers) : { algorithm: "sha256", value: beside };
    if (!response.ok || !checksum) {
      await response.body?.cancel();
      if (!response.ok) throw refusal(url, response);
      throw new Failure(
        "download",
        `there is no checksum for ${withoutSecrets(url)}`,
        "Run `svc install --sha256 <hex>` with the checksum.",
      );
    }
    const digest = await save(response, url, path, checksum, { ...fetching, watch });
    if (digest !== checksum.value) {
      throw new Failure(
        "download",
        `${withoutSecrets(url)} does not match its checksum: its ${checksum.algorithm} is ${digest}, expected ${checksum.value}`,
        AGAIN,
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
  to: Fetching & { watch: Watch },
): Promise<string> {
  const told = Number(response.headers.get("content-length") ?? Number.NaN);
  const digest = hasher(algorithm);
  const file = await open(path, "wx", 0o600).catch((error) =>
    Promise.reject(fileFailure(error, `cannot write ${path}`)),
  );
  const meter = progressMeter(told, to.progress);
  let size = 0;
  try {
    for await (const piece of pieces(response, url, to.watch)) {
      digest.update(piece);
      size += piece.length;
      meter(size);
      await file.writeFile(piece).catch((error) => Promise.reject(fileFailure(error, `cannot write ${path}`)));
    }
  } finally {
    await file.close();
  }
  if (!Number.isNaN(told) && size !== told) {
    throw new Failure(
      "download",
      `the download of ${withoutSecrets(url)} stopped after ${size} of ${told} bytes`,
      AGAIN,
    );
  }
  return digest.digest();
}

const MB = 1_000_000;

/** Tells every twentieth of the whole, or every 10 MB where the whole is not known. */
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
