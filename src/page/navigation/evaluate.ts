/** Evaluates JavaScript in the page's own world and returns the value as plain data. */
import { isProtocolError } from "../../cdp/errors.ts";
import type { Runtime_ExceptionDetails, Runtime_RemoteObject } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import type { Page } from "../core/page.ts";

/** The value of a script as JSON. `type` names what JSON cannot represent: undefined, a function, a node, an infinity. */
export interface Evaluated {
  result: unknown;
  type: string;
}

/** Evaluates JavaScript in the page's own world. Awaits promises and allows repeated `const`. Errors: `script` for an exception. */
export async function evaluate(page: Page, expression: string, signal: AbortSignal): Promise<Evaluated> {
  const stop = () => void page.session.sendMayFail("Runtime.terminateExecution");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const { result, exceptionDetails } = await page.session.send(
      "Runtime.evaluate",
      { expression, replMode: true, awaitPromise: true, userGesture: true, allowUnsafeEvalBlockedByCSP: true },
      signal,
    );
    if (exceptionDetails) throw await scriptFailure(page, exceptionDetails);
    return await plain(page, await settled(page, result, signal));
  } catch (error) {
    if (isProtocolError(error, "context_gone"))
      throw new Failure(
        "script",
        "the script ended because the page navigated away",
        "Run `svc get url` to see the current address.",
      );
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Result of a condition: its value if it is true, else a clause that describes the value. */
export type Tried = { isTrue: true; value: unknown } | { isTrue: false; actual: string };

/** Object group of the values of conditions, to release them together. */
const CONDITIONS = "svc-conditions";

/** Evaluates an expression or calls a function in the page's own world. Errors: `script` for a syntax error. */
export async function tryFunction(page: Page, js: string, signal: AbortSignal): Promise<Tried> {
  const stop = () => void page.session.sendMayFail("Runtime.terminateExecution");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const object = await objectOf(page, js, signal);
    if (object instanceof Failure) return { isTrue: false, actual: object.message.split("\n")[0] ?? "" };
    const { result } = await plain(page, object);
    if (isTrue(object)) return { isTrue: true, value: result };
    const text = object.type === "undefined" ? "undefined" : JSON.stringify(result);
    return { isTrue: false, actual: `it was ${text}` };
  } catch (error) {
    // The document was replaced: the caller tries again in the next one.
    if (isProtocolError(error, "context_gone")) return { isTrue: false, actual: "the page navigated away" };
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    void page.session.sendMayFail("Runtime.releaseObjectGroup", { objectGroup: CONDITIONS });
  }
}

async function objectOf(page: Page, js: string, signal: AbortSignal): Promise<Runtime_RemoteObject | Failure> {
  // An anonymous function is an expression only in parentheses.
  const isFunction = /^\s*(async\s+)?function\b/.test(js);
  const expression = isFunction ? `(${js.trim().replace(/;$/, "")}\n)` : js;
  const { result, exceptionDetails } = await page.session.send(
    "Runtime.evaluate",
    { expression, objectGroup: CONDITIONS, replMode: true, awaitPromise: true, allowUnsafeEvalBlockedByCSP: true },
    signal,
  );
  if (exceptionDetails) {
    const failure = await scriptFailure(page, exceptionDetails);
    if (isSyntaxError(exceptionDetails)) throw syntaxFailure(failure.message);
    return failure;
  }
  if (result.type !== "function" || result.objectId === undefined) return await settledOrFailure(page, result, signal);
  const called = await page.session.send(
    "Runtime.callFunctionOn",
    {
      functionDeclaration: "function() { return this() }",
      objectId: result.objectId,
      objectGroup: CONDITIONS,
      awaitPromise: true,
    },
    signal,
  );
  return called.exceptionDetails ? await scriptFailure(page, called.exceptionDetails) : called.result;
}

async function settledOrFailure(page: Page, object: Runtime_RemoteObject, signal: AbortSignal) {
  try {
    return await settled(page, object, signal);
  } catch (error) {
    if (error instanceof Failure && error.code === "script") return error;
    throw error;
  }
}

/** True if the script itself does not parse: then the error has no stack frames. An error thrown by JSON.parse has some. */
function isSyntaxError({ exception }: Runtime_ExceptionDetails): boolean {
  return exception?.className === "SyntaxError" && !/\n\s+at /.test(exception.description ?? "");
}

function syntaxFailure(message: string): Failure {
  return new Failure("script", message, "Give an expression like 'items.length > 3', or a function.");
}

function isTrue(object: Runtime_RemoteObject): boolean {
  const { type, subtype, value, unserializableValue } = object;
  if (unserializableValue !== undefined) return !/^(-?0n?|NaN)$/.test(unserializableValue);
  if (type === "undefined" || subtype === "null") return false;
  return object.objectId !== undefined || Boolean(value);
}

/** The value of a promise; any other object unchanged. REPL mode does not await the promise that a script evaluates to. */
async function settled(page: Page, object: Runtime_RemoteObject, signal: AbortSignal): Promise<Runtime_RemoteObject> {
  if (object.subtype !== "promise" || object.objectId === undefined) return object;
  const { result, exceptionDetails } = await page.session.send(
    "Runtime.awaitPromise",
    { promiseObjectId: object.objectId },
    signal,
  );
  if (exceptionDetails) throw await scriptFailure(page, exceptionDetails);
  return result;
}

async function scriptFailure(page: Page, details: Runtime_ExceptionDetails): Promise<Failure> {
  const { exception, text } = details;
  if (!exception) return new Failure("script", text);
  // A script can throw any value, not only an error.
  const isError = exception.subtype === "error" || exception.description?.includes("\n") === true;
  const value = isError || exception.objectId === undefined ? undefined : await asJson(page, exception.objectId);
  const plainValue = "value" in exception ? JSON.stringify(exception.value) : undefined;
  const thrown = value ?? exception.description ?? plainValue ?? text;
  // The message and the first stack frames.
  return new Failure("script", thrown.split("\n").slice(0, 6).join("\n"));
}

/** Serializes a value as JSON; maps and sets as lists. */
const AS_JSON = "function() { return JSON.stringify(this instanceof Map || this instanceof Set ? [...this] : this) }";

async function asJson(page: Page, objectId: string): Promise<string | undefined> {
  const call = { functionDeclaration: AS_JSON, objectId, returnByValue: true };
  const { result, exceptionDetails } = await page.session.send("Runtime.callFunctionOn", call);
  return exceptionDetails || typeof result.value !== "string" ? undefined : result.value;
}

function described(object: Runtime_RemoteObject): Evaluated {
  return { result: object.description ?? "", type: object.className ?? object.type };
}

async function plain(page: Page, object: Runtime_RemoteObject): Promise<Evaluated> {
  if (object.unserializableValue !== undefined) return { result: object.unserializableValue, type: object.type };
  if (object.objectId === undefined) return { result: object.value ?? null, type: object.subtype ?? object.type };
  const kind = [object.type, object.subtype ?? ""].find((type) => /^(function|symbol|node|error)$/.test(type));
  if (kind !== undefined) return { result: object.description ?? "", type: kind };
  return await serialized(page, object, object.objectId);
}

/** The object as JSON, or its description if it has no JSON form (a circular object, a page that replaced JSON). */
async function serialized(page: Page, object: Runtime_RemoteObject, objectId: string): Promise<Evaluated> {
  try {
    const json = await asJson(page, objectId);
    return json === undefined ? described(object) : { result: JSON.parse(json), type: object.subtype ?? object.type };
  } catch (error) {
    if (!isProtocolError(error, "unserializable") && !isProtocolError(error, "other")) throw error;
    return described(object);
  } finally {
    void page.session.sendMayFail("Runtime.releaseObject", { objectId });
  }
}
