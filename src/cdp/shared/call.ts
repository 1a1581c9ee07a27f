/**
 * Parses the calls of a client as strictly as Chrome does. Authorization happens elsewhere, on the parsed call; that one is
 * serialized again for Chrome. So duplicate members or unusual forms cannot make Chrome see another call than was checked.
 */

/** One call of a method. */
export interface Call {
  readonly id: number;
  readonly method: string;
  readonly params?: Record<string, unknown> | undefined;
  readonly sessionId?: string | undefined;
}

/** A protocol error with a code of JSON-RPC. */
export interface ProtocolFault {
  readonly code: number;
  readonly message: string;
}

/** The message is not JSON. */
const PARSE_ERROR = -32_700;

/** The message is JSON, but not a call. */
const INVALID_REQUEST = -32_600;

/** The method exists, but failed. */
export const SERVER_ERROR = -32_000;

/** The parameters do not fit the method. */
export const INVALID_PARAMS = -32_602;

/** Chrome's error for an unknown session; clients check the code. */
export const NO_SESSION: ProtocolFault = { code: -32_001, message: "Session with given id not found." };

const MEMBERS: ReadonlySet<string> = new Set(["id", "method", "sessionId", "params"]);

/** Chrome accepts ids of 32 bits. */
export const MAX_ID = 2 ** 31 - 1;

/** Chrome's limit for nested arrays and objects. */
const MAX_DEPTH = 300;

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** `[` and `{` differ in one bit, and so do `]` and `}`. */
const [OPENING, CLOSING, CASE] = [0x7b, 0x7d, 0x20];

/** Returns the call in `text`, or the text of an error answer with Chrome's wording if it is not a call. Never throws. */
export function readCall(text: string): Call | string {
  // Checked before parsing, which would block this process for seconds.
  if (isTooDeep(text)) return faultText(undefined, { code: PARSE_ERROR, message: "JSON: stack limit exceeded" });
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    return faultText(undefined, { code: PARSE_ERROR, message: "JSON: the message is not valid JSON" });
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

/** The text of an error answer. */
export function faultText(id: number | undefined, error: ProtocolFault, sessionId?: string): string {
  return JSON.stringify({ id, error, sessionId });
}

/** Counts brackets outside of strings; strings, most of a long text, are skipped. */
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

/** Position of the closing quote of the string that begins at `from`. */
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
