/**
 * A call as a client of the browser sends it, read as strictly as Chrome reads it. Knows the shape of a message alone: who
 * may call what is decided elsewhere, on what is returned here. Whatever was written twice or in another form is gone then,
 * so that Chrome can find nothing else in a message than who checked it.
 */

/** One call of a method. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: Record<string, unknown> | undefined;
  readonly sessionId?: string | undefined;
}

/** A protocol error, numbered as JSON-RPC does. */
export interface ProtocolFault {
  readonly code: number;
  readonly message: string;
}

/** The message cannot be read: no JSON. */
const PARSE_ERROR = -32_700;

/** It can be read and is no call. */
const INVALID_REQUEST = -32_600;

/** The method is there, and cannot do this. */
export const SERVER_ERROR = -32_000;

/** The parameters of the method are not such. */
export const INVALID_PARAMS = -32_602;

/** What Chrome says of a session that is not there; clients look for the number. */
export const NO_SESSION: ProtocolFault = { code: -32_001, message: "Session with given id not found." };

const MEMBERS: ReadonlySet<string> = new Set(["id", "method", "sessionId", "params"]);

/** Chrome's ids have 32 bits; one beyond that is none to it. */
export const MAX_ID = 2 ** 31 - 1;

/** How deep Chrome reads. */
const MAX_DEPTH = 300;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** `[` and `{` differ in one bit, and so do `]` and `}`. */
const [OPENING, CLOSING, CASE] = [0x7b, 0x7d, 0x20];

/** The call in `text`, or the answer to what is none: in Chrome's own words, as clients know them. Never throws. */
export function readCall(text: string): Call | string {
  // Before it is read: it would hold up everybody for seconds.
  if (isTooDeep(text)) return faultText(undefined, { code: PARSE_ERROR, message: "JSON: stack limit exceeded" });
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return faultText(undefined, { code: PARSE_ERROR, message: "JSON: the message cannot be read" });
  }
  if (!isObject(message)) return invalid(undefined, "Message must be an object");
  const { id, method, sessionId, params } = message;
  if (typeof id !== "number" || !Number.isInteger(id) || id > MAX_ID || id < -MAX_ID - 1)
    return invalid(undefined, "Message must have integer 'id' property");
  if (typeof method !== "string") return invalid(id, "Message must have string 'method' property");
  if (sessionId !== undefined && typeof sessionId !== "string")
    return invalid(id, "Message may have string 'sessionId' property");
  if (params !== undefined && params !== null && !isObject(params))
    return invalid(id, "Message may have object 'params' property");
  for (const name in message)
    if (!MEMBERS.has(name)) return invalid(id, "Message has property other than 'id', 'method', 'sessionId', 'params'");
  return { id, method, params: params ?? undefined, sessionId };
}

/** The text of an answer that is an error. */
export function faultText(id: number | undefined, error: ProtocolFault, sessionId?: string): string {
  return JSON.stringify({ id, error, sessionId });
}

/** Looks at what is outside of strings; those, the bulk of what is long, are skipped. */
function isTooDeep(text: string): boolean {
  if (text.length < MAX_DEPTH) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at);
    else if ((char | CASE) === OPENING && ++depth > MAX_DEPTH) return true;
    else if ((char | CASE) === CLOSING) depth--;
  }
  return false;
}

/** Where the string ends that begins at `from`. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return text.length;
}

function invalid(id: number | undefined, message: string): string {
  return faultText(id, { code: INVALID_REQUEST, message });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
