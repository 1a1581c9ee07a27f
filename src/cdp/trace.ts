/** Traces the messages of one transport to a browser: calls with their parameters, answers with their duration. */
import { outlineOf, since, trace } from "../lib/trace.ts";
import { outline } from "./raw-message.ts";

/** Limit of pending calls in memory: a page that hangs answers none. */
const MAX_PENDING = 1_000;

export class MessageTrace {
  readonly #calls = new Map<number, { method: string; at: number }>();

  sent(text: string): void {
    const { id, method: name = "?", sessionId, params } = JSON.parse(text) as Sent;
    const called = libraryCall(params);
    const method = called === undefined ? name : `${name} ${called}(…)`;
    if (id !== undefined) this.#calls.set(id, { method, at: performance.now() });
    if (this.#calls.size > MAX_PENDING) this.#calls.delete(this.#calls.keys().next().value ?? 0);
    trace.cdp?.(
      `→ ${shortName(sessionId)} ${method} #${id} ${text.length} B ${called === undefined ? outlineOf(params) : ""}`.trimEnd(),
    );
  }

  received(text: string): void {
    const message = outline(text);
    if (!message) return void trace.cdp?.(`← ${text.length} B: not a message`);
    const { id, sessionId, method } = message;
    if (id === undefined) return void trace.cdp?.(`← ${shortName(sessionId)} ${method} ${text.length} B`);
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    // The text of an error is short and says why the call failed.
    const error = /^\{"id":-?\d+,"error":(\{.{0,300}?\})/.exec(text.slice(0, 400))?.[1];
    const took = call ? ` ${since(call.at)}` : "";
    trace.cdp?.(
      `← ${shortName(sessionId)} ${call?.method ?? "?"} #${id}${took} ${text.length} B${error ? ` ${error}` : ""}`,
    );
  }
}

interface Sent {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: unknown;
}

/** Name of the page library's method that a call invokes, in the form of `page/core/frame.ts`; else undefined. */
function libraryCall(params: unknown): string | undefined {
  const { functionDeclaration, arguments: args } = (params ?? {}) as {
    functionDeclaration?: string;
    arguments?: { value?: unknown }[];
  };
  const name = functionDeclaration?.startsWith("function(method,") ? args?.[0]?.value : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Short name of a session: the end of its id. */
function shortName(sessionId: string | undefined): string {
  return sessionId === undefined ? "browser" : sessionId.slice(-6);
}
