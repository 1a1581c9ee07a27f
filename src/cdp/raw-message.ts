/**
 * What a browser said, in outline: whose answer it is, or of which session. Most of what a browser says is passed on, and a
 * picture or a document is megabytes: so the two ends of a text are looked at, where Chrome writes what matters, and the
 * middle is neither read nor written anew. A text of another form is parsed.
 *
 * Sound for any valid JSON: no quote inside a string is bare, so that what stands bare at the two ends is the message's own.
 */

export interface RawMessage {
  /** Of the call that this answers; undefined for an event. */
  readonly id: number | undefined;
  readonly sessionId: string | undefined;
  /** The event's name; undefined for an answer. */
  readonly method: string | undefined;
  /** The text with another id in place of its own (if it has one), and with its session or without it. */
  rewritten(id: number | undefined, withSession: boolean): string;
}

const ID_HEAD = '{"id":';
const METHOD_HEAD = '{"method":"';
const SESSION_TAIL = ',"sessionId":"';

/** Chrome's names of sessions: 128 random bits in hexadecimal digits. */
const SESSION_CHARS = 32;
const TAIL_CHARS = SESSION_TAIL.length + SESSION_CHARS + '"}'.length;

const ID = /^\{"id":(-?\d{1,10}),"(?:result|error)":/;
const METHOD = /^\{"method":"([A-Za-z]+\.[A-Za-z]+)","params":/;
const SESSION = /^,"sessionId":"([0-9A-F]{32})"\}$/;

/** Undefined where the text is no message. */
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

/** The same by reading all of it. */
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
