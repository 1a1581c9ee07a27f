/**
 * Reads id, session and method of a message from a browser without parsing all of it. Most messages are only forwarded, and
 * one with a picture has megabytes. Chrome writes these members at the start and the end of the text, so only those are
 * read. A text in any other form is parsed.
 *
 * This is correct for any valid JSON: quotes inside strings are escaped, so unescaped ones at the two ends belong to the
 * message itself.
 */

export interface RawMessage {
  /** Id of the call that this answers; undefined for an event. */
  readonly id: number | undefined;
  readonly sessionId: string | undefined;
  /** Name of the event; undefined for an answer. */
  readonly method: string | undefined;
  /** The text with another id (if it has one; undefined keeps it), and with or without its session. */
  rewritten(id: number | undefined, withSession: boolean): string;
}

const ID_HEAD = '{"id":';
const METHOD_HEAD = '{"method":"';
const SESSION_TAIL = ',"sessionId":"';

/** A session id of Chrome is 128 bits in hexadecimal digits. */
const SESSION_CHARS = 32;
const TAIL_CHARS = SESSION_TAIL.length + SESSION_CHARS + '"}'.length;

const ID = /^\{"id":(-?\d{1,10}),"(?:result|error)":/;
const METHOD = /^\{"method":"([A-Za-z]+\.[A-Za-z]+)","params":/;
const SESSION = /^,"sessionId":"([0-9A-F]{32})"\}$/;

/** Reads the two ends of `text`. Returns undefined if it is not a message. */
export function outline(text: string): RawMessage | undefined {
  const head = text.slice(0, 120);
  const idText = head.startsWith(ID_HEAD) ? ID.exec(head)?.[1] : undefined;
  const method = head.startsWith(METHOD_HEAD) ? METHOD.exec(head)?.[1] : undefined;
  const sessionId = SESSION.exec(text.slice(-TAIL_CHARS))?.[1];
  if (sessionId === undefined || (idText === undefined && method === undefined)) return parsed(text);
  const from = idText === undefined ? 0 : ID_HEAD.length + idText.length;
  return {
    id: idText === undefined ? undefined : Number(idText),
    sessionId,
    method,
    rewritten(id, withSession) {
      if (id === undefined && withSession) return text;
      const start = idText === undefined || id === undefined ? "" : ID_HEAD + id;
      const middle = text.slice(start === "" ? 0 : from, withSession ? undefined : -TAIL_CHARS);
      return withSession ? start + middle : `${start}${middle}}`;
    },
  };
}

/** Does the same as `outline` by parsing the whole text. */
export function parsed(text: string): RawMessage | undefined {
  let message: Record<string, unknown>;
  try {
    message = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof message !== "object" || message === null) return undefined;
  const { id, method, sessionId } = message;
  return {
    id: typeof id === "number" ? id : undefined,
    sessionId: typeof sessionId === "string" ? sessionId : undefined,
    method: typeof method === "string" && id === undefined ? method : undefined,
    rewritten(newId, withSession) {
      if (newId === undefined && (withSession || sessionId === undefined)) return text;
      const { sessionId: _, ...rest } = message;
      return JSON.stringify({
        ...(withSession ? message : rest),
        ...(newId === undefined || id === undefined ? {} : { id: newId }),
      });
    },
  };
}
