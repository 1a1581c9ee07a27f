/**
 * Uncaught errors of a page's scripts: exceptions and unhandled rejections. The browser stores them and reports them when the
 * domain `Runtime` is enabled. It is enabled only for a moment: it makes a page's console slower, and pages can detect it.
 */
import type { Session } from "../../cdp/connection.ts";
import type { Runtime_ExceptionDetails } from "../../cdp/protocol.gen.ts";
import { withTimeout } from "../../lib/deadline.ts";
import type { Activity } from "./activity.ts";

export interface ScriptError {
  /** First line of the error: `TypeError: x is not a function`. */
  message: string;
  /** Address of the script, and the position in it, from 1. */
  url?: string;
  line?: number;
  column?: number;
  /** The lines of its stack, innermost first. */
  stack?: string[];
}

/** Without an action since the last request, errors are requested at most this often. */
const AGAIN_MS = 1_000;

/** Timeout of a frame in another process. */
const FRAME_MS = 300;

export class ScriptErrors {
  /** The errors of each session, by exception id. */
  readonly #thrown = new Map<Session, Map<number, { timestamp: number; error: ScriptError }>>();
  /** svc started the browser: entries that were reported are discarded there, so that they are sent only once. */
  #isOurs = false;
  #requestedMs = Number.NEGATIVE_INFINITY;

  /** Adds a session. */
  follow(session: Session, isOurs: boolean): void {
    const thrown = new Map<number, { timestamp: number; error: ScriptError }>();
    this.#thrown.set(session, thrown);
    this.#isOurs = isOurs;
    session.on("Runtime.exceptionThrown", ({ timestamp, exceptionDetails }) => {
      thrown.set(exceptionDetails.exceptionId, { timestamp, error: errorOf(exceptionDetails) });
    });
    // A rejection that was handled later.
    session.on("Runtime.exceptionRevoked", ({ exceptionId }) => {
      thrown.delete(exceptionId);
    });
  }

  /** Called when another document is committed. */
  reset(): void {
    this.#requestedMs = Number.NEGATIVE_INFINITY;
    for (const thrown of this.#thrown.values()) thrown.clear();
  }

  /** The errors of the document, oldest first. May be up to a second old. */
  async recent(last: Activity | undefined): Promise<ScriptError[]> {
    const isRecent = performance.now() - this.#requestedMs < AGAIN_MS && this.#requestedMs > (last?.endedMs ?? 0);
    return isRecent ? this.#known() : await this.now();
  }

  /** The errors of the document, oldest first. */
  async now(): Promise<ScriptError[]> {
    this.#requestedMs = performance.now();
    for (const session of this.#thrown.keys()) if (session.gone) this.#thrown.delete(session);
    // The first is the page itself, which other calls wait for as well. A frame in another process may hang.
    const [main, ...frames] = [...this.#thrown.keys()].map((session) => this.#request(session));
    await Promise.all([main, ...frames.map((request) => withTimeout(request, FRAME_MS))]);
    return this.#known();
  }

  async #request(session: Session): Promise<void> {
    await Promise.all([
      session.sendMayFail("Runtime.enable"),
      this.#isOurs && session.sendMayFail("Runtime.discardConsoleEntries"),
      session.sendMayFail("Runtime.disable"),
    ]);
  }

  #known(): ScriptError[] {
    return [...this.#thrown.values()]
      .flatMap((thrown) => [...thrown.values()])
      .sort((a, b) => a.timestamp - b.timestamp)
      .map(({ error }) => error);
  }
}

function errorOf({
  text,
  exception,
  url,
  lineNumber,
  columnNumber,
  stackTrace,
}: Runtime_ExceptionDetails): ScriptError {
  const described = exception?.description ?? (exception === undefined ? text : String(exception.value));
  const [message = text, ...more] = described.split(/\n\s+at /);
  const where = stackTrace?.callFrames[0];
  const address = where?.url || url;
  return {
    message,
    ...(address ? { url: address, line: lineNumber + 1, column: columnNumber + 1 } : {}),
    ...(more.length > 0 ? { stack: more } : {}),
  };
}

/** Matches errors that a refused permission causes. */
const REFUSED = /^NotAllowedError|permission.{0,40}(denied|dismissed|blocked)|denied permission/i;

/** The hint for errors that a refused permission causes. */
export function errorHint(errors: readonly ScriptError[]): string | undefined {
  if (!errors.some(({ message }) => REFUSED.test(message))) return undefined;
  return "The browser refused a permission. To grant it, run `svc close`, then `svc open <url> --permissions <name>`. To see which one the page asks for, use --report-permissions instead.";
}

/** `TypeError: x is not a function (app.js:12:3)`. */
export function errorLine({ message, url, line, column }: ScriptError): string {
  if (url === undefined) return message;
  const name = URL.parse(url)?.pathname.split("/").at(-1) || url;
  return `${message} (${name}:${line}:${column})`;
}
