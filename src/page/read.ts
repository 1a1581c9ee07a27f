/** Reading from a page: one element, its HTML, a script's value, a picture; and waiting until something is so. */

import { isProtocolError } from "../cdp/errors.ts";
import type { Runtime_ExceptionDetails, Runtime_RemoteObject } from "../cdp/protocol.gen.ts";
import { Failure } from "../errors.ts";
import { callOn } from "./act.ts";
import { staleFailure } from "./elements.ts";
import { type Frame, frameOrigin, type Library, ownerElement, ownerId } from "./frame.ts";
import type { Box, ElementFacts } from "./library.ts";
import type { Page } from "./page.ts";

/** The facts of an indexed element as they are now. */
export async function factsOf(page: Page, index: number): Promise<ElementFacts> {
  const handle = page.elements.get(index);
  return (await callOn(handle, "facts", handle.id)) ?? gone(index, handle.seen);
}

export async function textOf(page: Page, index: number): Promise<string> {
  const handle = page.elements.get(index);
  return (await callOn(handle, "textOf", handle.id)) ?? gone(index, handle.seen);
}

export async function attributesOf(page: Page, index: number): Promise<Record<string, string>> {
  const handle = page.elements.get(index);
  return (await callOn(handle, "attributes", handle.id)) ?? gone(index, handle.seen);
}

/** The value a field holds; `unsuitable` for elements that hold none. */
export async function readValue(page: Page, index: number): Promise<string> {
  const handle = page.elements.get(index);
  const facts = await factsOf(page, index);
  const value = await callOn(handle, "fieldValue", handle.id);
  if (value === null)
    throw new Failure(
      "unsuitable",
      `element ${index}, ${handle.seen}, holds no value`,
      `Run \`svc get text ${index}\`.`,
    );
  return facts.type === "password" ? (facts.value ?? "") : value;
}

/** The element's box in the tab's viewport, in CSS pixels. `hidden` when it has none. */
export async function boxOf(page: Page, index: number): Promise<Box> {
  const { frame, seen } = page.elements.get(index);
  const { box } = await factsOf(page, index);
  if (box.width === 0 && box.height === 0) {
    throw new Failure("hidden", `element ${index}, ${seen}, has no box`, "Run `svc state` to see what is shown now.");
  }
  let { x, y } = box;
  for (let at = frame; at.parentId !== undefined; ) {
    const parent = page.frames.get(at.parentId);
    if (!parent) return gone(index, seen);
    const library = await parent.library();
    const origin = await frameOrigin(library, await ownerElement(parent, library, at.id), false);
    x += origin.x;
    y += origin.y;
    at = parent;
  }
  const round = (value: number) => Math.round(value * 100) / 100;
  return { x: round(x), y: round(y), width: box.width, height: box.height };
}

/** The frame whose element has the focus: where typed text goes. Undefined when nothing in the page has it. */
export async function focusedFrame(page: Page): Promise<Frame | undefined> {
  for (let frame: Frame | undefined = page.main; frame; ) {
    const library: Library = await frame.library();
    const focus = await frame.call("focus", [], library);
    if (!focus?.isFrame) return focus ? frame : undefined;
    frame = await childAt(page, frame, library, focus.id);
  }
  return undefined;
}

async function childAt(page: Page, parent: Frame, library: Library, id: number): Promise<Frame | undefined> {
  for (const child of page.frames.values()) {
    if (child.parentId === parent.id && (await ownerId(parent, library, child.id)) === id) return child;
  }
  return undefined;
}

function gone(index: number, seen: string): never {
  throw staleFailure(index, seen);
}

export async function htmlOf(page: Page, selector: string | undefined): Promise<string> {
  const answer = await page.main.call("html", [selector ?? null]);
  if (answer.ok) return answer.html;
  if (answer.reason === "invalid") throw selectorFailure(selector ?? "");
  throw new Failure("not_found", `no element matches '${selector}'`, "Run `svc state` to see what is on the page.");
}

function selectorFailure(selector: string): Failure {
  return new Failure(
    "usage",
    `'${selector}' is not a valid CSS selector`,
    "Quote it for the shell, like 'input[name=\"q\"]'.",
  );
}

export type Condition = { selector: string; state: "attached" | "detached" | "visible" | "hidden" } | { text: string };

/** How often a condition is looked at while waiting. */
const POLL_MS = 50;

/** Resolves when the condition holds in a frame of the page; for `detached` and `hidden`, in all of them. */
export async function waitFor(page: Page, condition: Condition, signal: AbortSignal): Promise<void> {
  if ("selector" in condition && !(await page.main.call("isSelector", [condition.selector])))
    throw selectorFailure(condition.selector);
  const everywhere = "state" in condition && (condition.state === "detached" || condition.state === "hidden");
  while (!(await holds(page, condition, everywhere))) {
    await Bun.sleep(POLL_MS);
    signal.throwIfAborted();
  }
}

async function holds(page: Page, condition: Condition, everywhere: boolean): Promise<boolean> {
  const asked = [...page.frames.values()].map((frame) =>
    frame.call("holds", [condition]).catch((error) => {
      // A frame that is being replaced says nothing; the main frame is asked again.
      if (error instanceof Failure && !page.session.gone) return frame === page.main ? false : everywhere;
      throw error;
    }),
  );
  const answers = await Promise.all(asked);
  return everywhere ? answers.every(Boolean) : answers.some(Boolean);
}

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

/** A PNG of the viewport, or of the whole page. */
export async function screenshot(page: Page, full: boolean, signal: AbortSignal): Promise<Uint8Array> {
  const { data } = await page.session.send(
    "Page.captureScreenshot",
    { format: "png", captureBeyondViewport: full, ...(full ? await wholePage(page) : {}) },
    signal,
  );
  return Buffer.from(data, "base64");
}

async function wholePage(page: Page) {
  const { cssContentSize } = await page.session.send("Page.getLayoutMetrics");
  const { width, height } = cssContentSize;
  return {
    clip: { x: 0, y: 0, width: Math.max(1, Math.ceil(width)), height: Math.max(1, Math.ceil(height)), scale: 1 },
  };
}
