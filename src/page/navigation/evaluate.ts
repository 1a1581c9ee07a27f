/** JavaScript in the page's own world, and what it evaluated to as plain data. */
import { isProtocolError } from "../../cdp/errors.ts";
import type { Runtime_ExceptionDetails, Runtime_RemoteObject } from "../../cdp/protocol.gen.ts";
import { Failure } from "../../errors.ts";
import type { Page } from "../core/page.ts";

/** What a script evaluated to, as JSON. `type` tells what JSON cannot: undefined, a function, a node, an infinity. */
export interface Evaluated {
  result: unknown;
  type: string;
}

/** Evaluates JavaScript in the page's own world: promises awaited, `const` may repeat, exceptions are failures. */
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
        "Run `svc get url` to see where it is now.",
      );
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** One look at an expression or a function: its value when it is true, else what there is instead. */
export type Tried = { isTrue: true; value: unknown } | { isTrue: false; told: string };

/** The objects of such looks, so that they can be let go together. */
const LOOKS = "svc-looks";

/** Calls a function of the page's own world, or evaluates an expression there. Only what is no JavaScript is a failure. */
export async function tryFunction(page: Page, js: string, signal: AbortSignal): Promise<Tried> {
  const stop = () => void page.session.sendMayFail("Runtime.terminateExecution");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const object = await objectOf(page, js, signal);
    if (object instanceof Failure) return { isTrue: false, told: object.message.split("\n")[0] ?? "" };
    const { result } = await plain(page, object);
    if (isTrue(object)) return { isTrue: true, value: result };
    const told = object.type === "undefined" ? "undefined" : JSON.stringify(result);
    return { isTrue: false, told: `it was ${told}` };
  } catch (error) {
    // The document it ran in was replaced: the next one is asked anew.
    if (isProtocolError(error, "context_gone")) return { isTrue: false, told: "the page navigated away" };
    throw error;
  } finally {
    signal.removeEventListener("abort", stop);
    void page.session.sendMayFail("Runtime.releaseObjectGroup", { objectGroup: LOOKS });
  }
}

async function objectOf(page: Page, js: string, signal: AbortSignal): Promise<Runtime_RemoteObject | Failure> {
  // A function without a name is an expression in parentheses alone.
  const isFunction = /^\s*(async\s+)?function\b/.test(js);
  const expression = isFunction ? `(${js.trim().replace(/;$/, "")}\n)` : js;
  const { result, exceptionDetails } = await page.session.send(
    "Runtime.evaluate",
    { expression, objectGroup: LOOKS, replMode: true, awaitPromise: true, allowUnsafeEvalBlockedByCSP: true },
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
      objectGroup: LOOKS,
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

/** What does not parse never ran: it names no place in its stack. One thrown by running code, such as JSON.parse, does. */
function isSyntaxError({ exception }: Runtime_ExceptionDetails): boolean {
  return exception?.className === "SyntaxError" && !/\n\s+at /.test(exception.description ?? "");
}

function syntaxFailure(message: string): Failure {
  return new Failure("script", message, "Write an expression like 'items.length > 3', or a function.");
}

function isTrue(object: Runtime_RemoteObject): boolean {
  const { type, subtype, value, unserializableValue } = object;
  if (unserializableValue !== undefined) return !/^(-?0n?|NaN)$/.test(unserializableValue);
  if (type === "undefined" || subtype === "null") return false;
  return object.objectId !== undefined || Boolean(value);
}

/** The value of a promise that the script evaluated to: REPL mode awaits only its own. */
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
  // What is thrown need not be an error: anything else is told by its value.
  const isError = exception.subtype === "error" || exception.description?.includes("\n") === true;
  const value = isError || exception.objectId === undefined ? undefined : await asJson(page, exception.objectId);
  const plainValue = "value" in exception ? JSON.stringify(exception.value) : undefined;
  const thrown = value ?? exception.description ?? plainValue ?? text;
  // The message and the frames of the script itself, without Chrome's own.
  return new Failure("script", thrown.split("\n").slice(0, 6).join("\n"));
}

/** A value as JSON has it, dates and addresses included; maps and sets as lists. */
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
  if (object.type === "function" || object.type === "symbol")
    return { result: object.description ?? "", type: object.type };
  if (object.subtype === "node" || object.subtype === "error")
    return { result: object.description ?? "", type: object.subtype };
  try {
    const json = await asJson(page, object.objectId);
    // What JSON cannot hold (a circle, a page that broke JSON) is told by its description.
    if (json === undefined) return described(object);
    return { result: JSON.parse(json), type: object.subtype ?? object.type };
  } catch (error) {
    if (!isProtocolError(error, "unserializable") && !isProtocolError(error, "other")) throw error;
    return described(object);
  } finally {
    void page.session.sendMayFail("Runtime.releaseObject", { objectId: object.objectId });
  }
}
