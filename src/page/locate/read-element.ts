/** Reads properties of one element, and the HTML and text of a page. An element that is gone is a `stale` failure. */
import { Failure } from "../../errors.ts";
import { shorten } from "../../lib/shorten.ts";
import { goneFailure, type ElementHandle as Handle } from "../core/elements.ts";
import { type Frame, frameOrigin, type Library, ownerElement, ownerId } from "../core/frame.ts";
import { boxThrough, nested } from "../core/frame-origin.ts";
import type { Box, ElementFacts, ElementStates, FieldValue, ListOption, Origin } from "../core/library.ts";
import type { Page } from "../core/page.ts";
import { callOn } from "./click-target.ts";

/** The current facts of an element. */
export async function factsOf(page: Page, index: number): Promise<ElementFacts> {
  const handle = page.elements.get(index);
  return (await callOn(handle, "facts", handle.id)) ?? gone(handle);
}

export async function textOf(page: Page, index: number): Promise<string> {
  const handle = page.elements.get(index);
  return (await callOn(handle, "textOf", handle.id)) ?? gone(handle);
}

export async function attributesOf(page: Page, index: number): Promise<Record<string, string>> {
  const handle = page.elements.get(index);
  return (await callOn(handle, "attributes", handle.id)) ?? gone(handle);
}

/** The value of a field. Errors: `unsuitable` for elements without a value. */
export async function readValue(page: Page, index: number): Promise<FieldValue> {
  const handle = page.elements.get(index);
  const { held } = (await callOn(handle, "elementValue", handle.id)) ?? gone(handle);
  if (held) return held;
  throw new Failure("unsuitable", `element ${index}, ${handle.seen}, has no value`, `Run \`svc get text ${index}\`.`);
}

export async function optionsOf(page: Page, index: number): Promise<ListOption[]> {
  const handle = page.elements.get(index);
  const { options } = (await callOn(handle, "optionsOf", handle.id)) ?? gone(handle);
  if (options) return options;
  throw new Failure(
    "unsuitable",
    `element ${index}, ${handle.seen}, has no options now`,
    `Run \`svc click ${index}\` if it opens a list, then \`svc state\`.`,
  );
}

/** Computed styles. Property names may be in the form of CSS or JavaScript. Errors: `usage` for an unknown one. */
export async function stylesOf(page: Page, index: number, properties: string[]): Promise<Record<string, string>> {
  const handle = page.elements.get(index);
  const names = properties.map((name) =>
    name.startsWith("--") ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  );
  const answer = (await callOn(handle, "styles", handle.id, names)) ?? gone(handle);
  if ("styles" in answer) return answer.styles;
  throw new Failure(
    "usage",
    `'${shorten(answer.unknown)}' is not a CSS property`,
    `Run \`svc get styles ${index}\` to see common properties.`,
  );
}

/** The current states of an element. It is visible only if the frames around it are visible, too. */
export async function statesOf(page: Page, handle: Handle): Promise<ElementStates> {
  const states = (await callOn(handle, "statesOf", handle.id)) ?? gone(handle);
  const visible = states.visible && (await isFrameShown(page, handle.frame));
  const focused = states.focused && (await focusedFrame(page)) === handle.frame;
  return { ...states, visible, focused };
}

/** True if the element of the frame, and those of the frames around it, are visible. */
export async function isFrameShown(page: Page, frame: Frame): Promise<boolean> {
  for (let at = frame; at.parentId !== undefined; ) {
    const parent = page.frames.get(at.parentId);
    if (!parent) return false;
    const library = await parent.library();
    const states = await parent.call("statesOf", [await ownerId(parent, library, at.id)], library);
    if (!states?.visible) return false;
    at = parent;
  }
  return true;
}

/** The element's box in the tab's viewport, in CSS pixels. Errors: `hidden` if it has none. */
export async function boxOf(page: Page, index: number): Promise<Box> {
  const handle = page.elements.get(index);
  const { frame, seen } = handle;
  const { box } = await factsOf(page, index);
  if (box.width === 0 && box.height === 0) {
    throw new Failure("hidden", `element ${index}, ${seen}, has no visible area`, "Run `svc state` to see the page.");
  }
  const origin = await originInTab(page, frame);
  if (!origin) return gone(handle);
  const round = (value: number) => Math.round(value * 100) / 100;
  const { x, y, width, height } = boxThrough(origin, box);
  return { x: round(x), y: round(y), width: round(width), height: round(height) };
}

/** Where the content of a frame begins in the tab's viewport; undefined if it is gone. */
export async function originInTab(page: Page, frame: Frame): Promise<Origin | undefined> {
  let origin: Origin = { x: 0, y: 0, scale: 1 };
  for (let at = frame; at.parentId !== undefined; ) {
    const parent = page.frames.get(at.parentId);
    if (!parent) return undefined;
    const library = await parent.library();
    origin = nested(await frameOrigin(library, await ownerElement(parent, library, at.id), false), origin);
    at = parent;
  }
  return origin;
}

/** The frame of the focused element, which receives typed text. Undefined if no element is focused. */
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

function gone(handle: Handle): never {
  throw goneFailure(handle);
}

/** HTML of the main document. */
export async function pageHtml(page: Page): Promise<string> {
  return await page.main.call("html", []);
}

export async function htmlOf(handle: Handle): Promise<string> {
  return (await callOn(handle, "outerHtml", handle.id)) ?? gone(handle);
}

/** Members of a handle for an element without an index. */
const UNSEEN = { what: undefined, lost: async () => undefined };

/** The first match of a selector, in the main frame first. Errors: `not_found`; `usage` for an invalid selector. */
export async function findFirst(page: Page, selector: string): Promise<Handle> {
  for (const { frame, library, id } of await findIn(page, selector))
    if (id !== undefined) return { index: 0, frame, library, id, seen: `the first match of '${selector}'`, ...UNSEEN };
  throw new Failure("not_found", `no element matches '${shorten(selector)}'`, "Run `svc state` to see the page.");
}

/** Number of matches in all frames and their open shadow roots. */
export async function countOf(page: Page, selector: string): Promise<number> {
  return (await findIn(page, selector)).reduce((sum, { count }) => sum + count, 0);
}

/** The result of every frame. A frame that disappears meanwhile is left out. */
async function findIn(page: Page, selector: string) {
  const results = [...page.frames.values()].map(async (frame) => {
    try {
      const library = await frame.library();
      const found = await frame.call("find", [selector, 0], library);
      return { frame, library, found };
    } catch (error) {
      if (frame === page.main || !(error instanceof Failure) || error.code === "internal") throw error;
      return undefined;
    }
  });
  const answers = (await Promise.all(results)).filter((result) => result !== undefined);
  return answers.map(({ frame, library, found }) => {
    if (found === "invalid") throw selectorFailure(selector);
    return { frame, library, ...found };
  });
}

/** The visible text of the page, with the text of each frame at its position. */
export async function pageText(page: Page, frame: Frame = page.main): Promise<string> {
  const library = await frame.library();
  const children = [...page.frames.values()].filter((child) => child.parentId === frame.id);
  const [pieces, ...inner] = await Promise.all([
    frame.call("pageText", [], library),
    ...children.map((child) => childText(page, frame, library, child)),
  ]);
  const texts = new Map(inner);
  const shown = pieces.map((piece) => (typeof piece === "string" ? piece : (texts.get(piece) ?? "")));
  return shown.filter(Boolean).join("\n");
}

async function childText(page: Page, parent: Frame, library: Library, child: Frame): Promise<[number, string]> {
  try {
    return await Promise.all([ownerId(parent, library, child.id), pageText(page, child)]);
  } catch (error) {
    if (error instanceof Failure && error.code !== "internal") return [0, ""];
    throw error;
  }
}

export function selectorFailure(selector: string): Failure {
  return new Failure(
    "usage",
    `'${shorten(selector)}' is not a valid CSS selector`,
    "Quote it for the shell, like 'input[name=\"q\"]'.",
  );
}
