/** Reading one element of a page, and HTML. */
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

export function selectorFailure(selector: string): Failure {
  return new Failure(
    "usage",
    `'${selector}' is not a valid CSS selector`,
    "Quote it for the shell, like 'input[name=\"q\"]'.",
  );
}
