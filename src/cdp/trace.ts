/** Traces what goes over one transport to a browser: calls with what they ask, answers with how long they took. */
import { outlineOf, since, trace } from "../lib/trace.ts";
import { outline } from "./raw-message.ts";

/** Calls without an answer that are remembered: those of a page that hangs must not fill the memory. */
const MOST = 1_000;

export class MessageTrace {
  readonly #calls = new Map<number, { method: string; at: number }>();

  sent(text: string): void {
    const { id, method: name = "?", sessionId, params } = JSON.parse(text) as Sent;
    const called = libraryCall(params);
    const method = called === undefined ? name : `${name} ${called}(…)`;
    if (id !== undefined) this.#calls.set(id, { method, at: performance.now() });
    if (this.#calls.size > MOST) this.#calls.delete(this.#calls.keys().next().value ?? 0);
    trace.cdp?.(
      `→ ${where(sessionId)} ${method} #${id} ${text.length} B ${called === undefined ? outlineOf(params) : ""}`.trimEnd(),
    );
  }

  received(text: string): void {
    const said = outline(text);
    if (!said) return void trace.cdp?.(`← ${text.length} B that are no message`);
    const { id, sessionId, method } = said;
    if (id === undefined) return void trace.cdp?.(`← ${where(sessionId)} ${method} ${text.length} B`);
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    // The words of a refusal are short, and say why.
    const error = /^\{"id":-?\d+,"error":(\{.{0,300}?\})/.exec(text.slice(0, 400))?.[1];
    const took = call ? ` ${since(call.at)}` : "";
    trace.cdp?.(
      `← ${where(sessionId)} ${call?.method ?? "?"} #${id}${took} ${text.length} B${error ? ` ${error}` : ""}`,
    );
  }
}

interface Sent {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: unknown;
}

/** The function of the library in the page that is called, by how `page/core/frame.ts` calls them. */
function libraryCall(params: unknown): string | undefined {
  const { functionDeclaration, arguments: given } = (params ?? {}) as {
    functionDeclaration?: string;
    arguments?: { value?: unknown }[];
  };
  const name = functionDeclaration?.startsWith("function(method,") ? given?.[0]?.value : undefined;
  return typeof name === "string" ? name : undefined;
}

/** The end of a session's name is enough to tell it from others. */
function where(sessionId: string | undefined): string {
  return sessionId === undefined ? "browser" : sessionId.slice(-6);
}
