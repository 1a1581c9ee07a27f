/**
 * Uncaught errors of a page's scripts: exceptions, and rejected promises that nothing handled. The browser keeps them, and
 * tells them to whoever turns the domain `Runtime` on. It is on for that moment alone: a page's console would be slower,
 * and a page could notice.
 */

import type { Session } from "../../cdp/connection.ts";
import type { Runtime_ExceptionDetails } from "../../cdp/protocol.gen.ts";
import { withTimeout } from "../../lib/deadline.ts";
import type { Activity } from "./activity.ts";

export interface ScriptError {
  /** Its first line: `TypeError: x is not a function`. */
  message: string;
  /** Address of the script, and where in it, from 1. */
  url?: string;
  line?: number;
  column?: number;
  /** The lines of its stack, innermost first. */
  stack?: string[];
}

/** A page of which nothing was asked may throw by a timer: it is asked for that so often at most. */
const AGAIN_MS = 1_000;

/** How long a frame of another process is waited for. */
const FRAME_MS = 300;

export class ScriptErrors {
  /** What each session told, by the browser's numbers. */
  readonly #thrown = new Map<Session, Map<number, { timestamp: number; error: ScriptError }>>();
  /** What a browser of ours has told, it need not keep: a console full of objects is told once. */
  #isOurs = false;
  #askedMs = Number.NEGATIVE_INFINITY;

  /** Asks the session from now on, too. */
  follow(session: Session, isOurs: boolean): void {
    const thrown = new Map<number, { timestamp: number; error: ScriptError }>();
    this.#thrown.set(session, thrown);
    this.#isOurs = isOurs;
    session.on("Runtime.exceptionThrown", ({ timestamp, exceptionDetails }) => {
      thrown.set(exceptionDetails.exceptionId, { timestamp, error: errorOf(exceptionDetails) });
    });
    // A rejection that something handled in the end.
    session.on("Runtime.exceptionRevoked", ({ exceptionId }) => {
      thrown.delete(exceptionId);
    });
  }

  /** Another document came. */
  reset(): void {
    this.#askedMs = Number.NEGATIVE_INFINITY;
    for (const thrown of this.#thrown.values()) thrown.clear();
  }

  /** The errors since the document came, the oldest first, for a read that need not be exact to the moment. */
  async recent(last: Activity | undefined): Promise<ScriptError[]> {
    const isAsked = performance.now() - this.#askedMs < AGAIN_MS && this.#askedMs > (last?.endedMs ?? 0);
    return isAsked ? this.#known() : await this.now();
  }

  /** The same, asked for now. */
  async now(): Promise<ScriptError[]> {
    this.#askedMs = performance.now();
    for (const session of this.#thrown.keys()) if (session.gone) this.#thrown.delete(session);
    // The first is the page itself, which the walk waits for as well. A frame in a process of its own may hang.
    const [main, ...frames] = [...this.#thrown.keys()].map((session) => this.#ask(session));
    await Promise.all([main, ...frames.map((asked) => withTimeout(asked, FRAME_MS))]);
    return this.#known();
  }

  async #ask(session: Session): Promise<void> {
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

/** What a page says that asked for something without being allowed to. */
const REFUSED = /^NotAllowedError|permission.{0,40}(denied|dismissed|blocked)|denied permission/i;

/** What to do about an error that a refused permission has led to. */
export function errorHint(errors: readonly ScriptError[]): string | undefined {
  if (!errors.some(({ message }) => REFUSED.test(message))) return undefined;
  return "The page was refused a permission. To grant it, run `svc close`, then `svc open <url> --permissions <name>` (svc help browser); --report-permissions in its place tells which it asks for.";
}

/** `TypeError: x is not a function (app.js:12:3)`. */
export function errorLine({ message, url, line, column }: ScriptError): string {
  if (url === undefined) return message;
  const name = URL.parse(url)?.pathname.split("/").at(-1) || url;
  return `${message} (${name}:${line}:${column})`;
}
