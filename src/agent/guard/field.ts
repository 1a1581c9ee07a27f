/** Finds the field that receives the text of a command: the named one, or the focused one. */

import { type Args, isAddressed } from "../../args.ts";
import type { AnyCommand } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { isIndex } from "../../page/controls/fill.ts";
import { goneFailure } from "../../page/core/elements.ts";
import type { Frame } from "../../page/core/frame.ts";
import type { Page } from "../../page/core/page.ts";
import { callOn, readyTimeout } from "../../page/locate/click-target.ts";
import { type Addressing, type FoundElement, resolveAddress } from "../../page/locate/locator.ts";
import { focusedFrame } from "../../page/locate/read-element.ts";
import { splitPair } from "../../values.ts";
import { originOf } from "./hosts.ts";
import type { Field } from "./secrets.ts";

export type Values = Record<string, unknown>;

/** The page with the deadline of the command. */
export interface PageRequest {
  page: Page;
  timeoutMs: number;
  signal: AbortSignal;
}

/** Arguments with a resolved element, so that the command acts on exactly the checked field. */
export interface LocatedField {
  args: Values;
  /** The element that a locator found. */
  found?: FoundElement;
  field: Field;
}

/** Finds the field of a command that takes one element, or the focused one. */
export async function locateField(command: AnyCommand, args: Values, asking: PageRequest): Promise<LocatedField> {
  const declared = command.args as Args;
  const [into] = Object.entries(declared).find(([, { type }]) => type.elements) ?? [];
  if (into === undefined) return { args, field: await focusedField(asking.page) };
  if (!isAddressed(declared, into, args)) return { args, field: await fieldOfElement(asking.page, Number(args[into])) };
  const parts = Object.entries(declared).filter(([, { type }]) => type.addresses === into);
  const given = parts.filter(([key]) => args[key] !== undefined);
  const addressing = Object.fromEntries(given.map(([key, arg]) => [arg.written ?? key, args[key]])) as Addressing;
  const found = await resolved(addressing, asking);
  const rest = Object.fromEntries(Object.entries(args).filter(([key]) => !parts.some(([part]) => part === key)));
  return {
    args: { ...rest, [into]: found.index },
    found,
    field: await fieldOfElement(asking.page, found.index),
  };
}

/** Finds the field of a pair `label=value`. */
export async function locatePair(
  pair: string,
  asking: PageRequest,
): Promise<{ index: number; value: string; field: Field }> {
  const { field: named = "", value = "" } = splitPair(pair) ?? {};
  const index = isIndex(named) ? Number(named) : (await resolved({ label: named }, asking)).index;
  return { index, value, field: await fieldOfElement(asking.page, index) };
}

function resolved(addressing: Addressing, { page, timeoutMs, signal }: PageRequest): Promise<FoundElement> {
  return resolveAddress(page, addressing, readyTimeout(timeoutMs), signal);
}

async function fieldOfElement(page: Page, index: number): Promise<Field> {
  const handle = page.elements.get(index);
  const [kind, attributes] = await Promise.all([
    callOn(handle, "fillKind", handle.id),
    callOn(handle, "attributes", handle.id),
  ]);
  if (!kind) throw goneFailure(handle);
  const isForPassword = kind.facts.type === "password" || /password/.test(attributes?.autocomplete ?? "");
  return { origins: originsAround(page, handle.frame), isForPassword };
}

async function focusedField(page: Page): Promise<Field> {
  const frame = await focusedFrame(page);
  if (!frame)
    throw new Failure(
      "unsuitable",
      "no element of the page has the focus",
      "Click the field first, or give its index.",
    );
  return { origins: originsAround(page, frame), isForPassword: await frame.call("focusIsSecret", []) };
}

/** The origins of a frame and of its ancestors. A blank frame inherits the origin of its parent. */
export function originsAround(page: Page, frame: Frame): (string | undefined)[] {
  const origins: (string | undefined)[] = [];
  for (
    let at: Frame | undefined = frame;
    at;
    at = at.parentId === undefined ? undefined : page.frames.get(at.parentId)
  ) {
    const isInherited = at.parentId !== undefined && /^about:(blank|srcdoc)/.test(at.url || "about:blank");
    if (!isInherited) origins.push(at.failed === undefined ? originOf(at.url) : undefined);
  }
  return origins;
}
