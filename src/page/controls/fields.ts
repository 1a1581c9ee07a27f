/** Fills fields and sets the focus. Reads the value of a field back and reports it. */
import { Failure } from "../../errors.ts";
import { DOTS } from "../../lib/mask.ts";
import { shorten } from "../../lib/shorten.ts";
import { pasteText } from "../actions/clipboard.ts";
import { acting, canBeRead, type Effect } from "../actions/effects.ts";
import { afterwards, nameOf, pressTarget, refusal } from "../actions/reach.ts";
import { describeFacts, type ElementHandle } from "../core/elements.ts";
import type { FieldReadBack, FieldReady, Refusal } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { DELETE, ENTER, insertText, pressChord, SELECT_ALL, TAB, TO_END, typeText } from "../input/keyboard.ts";
import { LEFT_CLICK, press } from "../input/pointer.ts";
import { callOn, readyTimeout } from "../locate/click-target.ts";
import { focusedFrame } from "../locate/read-element.ts";
import { idleIn } from "../navigation/settle.ts";
import { setNativeInput } from "./native-inputs.ts";

/** How a value is committed: by the Enter key, or by leaving the field. */
export type Commit = "enter" | "leave";

export interface Fill {
  text: string;
  /** Adds the text to the value of the field. */
  append: boolean;
  /** The value of the field is not reported. */
  secret: boolean;
  /** Pastes the text instead of typing it. `own`: the browser has its own clipboard. */
  paste?: "own" | "desktop" | undefined;
  commit?: Commit | undefined;
}

export interface Filled extends Effect {
  /** The value of the field; dots for a password or a secret. */
  value: string;
  /** The value is not the typed text. */
  differs?: true;
  /** The field was removed from the page: `value` is the typed text. */
  gone?: true;
  committed?: Commit;
  /** The value after it was committed, if it differs from `value`. */
  holds?: string;
}

interface Work {
  page: Page;
  handle: ElementHandle;
  ready: FieldReady;
  fill: Fill;
  waitMs: number;
  signal: AbortSignal;
}

/** Replaces the value of a field; an empty text clears it. Errors: `unsuitable` if the field keeps nothing of the text. */
export async function fill(
  page: Page,
  index: number,
  fill: Fill,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Filled> {
  const handle = page.elements.get(index);
  const waitMs = readyTimeout(timeoutMs);
  // Checked first, because the click could already change the page.
  const ready = await checkFill(page, handle, fill, waitMs);
  const work: Work = { page, handle, ready, fill, waitMs, signal };
  const enter = async () => {
    if (ready.isChosen) await setNativeInput(page, handle, fill.text);
    else await typeInto(work);
  };
  let effect = await acting(page, signal, enter, undefined, "text");
  let readBack = await readFill(page, handle, fill, effect);
  const isRetried = !ready.isChosen && !ready.wantsKeys && !ready.wantsWhole && !fill.paste;
  if (readBack && !readBack.isSame && isRetried) {
    // A field that does not keep inserted text may keep it when it is typed key by key.
    const { point: _, ...unplaced } = ready;
    const byKeys = { ...work, ready: { ...unplaced, wantsKeys: true } };
    effect = await acting(page, signal, () => typeInto(byKeys), undefined, "text");
    readBack = await readFill(page, handle, fill, effect);
  }
  if (readBack?.isNone) throw noneFailure(work, readBack);
  return fill.commit && readBack
    ? await commitField(work, fill.commit, readBack, effect)
    : filledOf(work, readBack, effect);
}

/** Checks that the field accepts the text; changes nothing. Errors: `unsuitable`, `disabled`, `hidden`, `stale`. */
export async function checkFill(
  page: Page,
  handle: ElementHandle,
  { text, append }: Fill,
  waitMs: number,
): Promise<FieldReady> {
  const ready = await callOn(handle, "checkField", handle.id, text, append, waitMs, idleIn(page));
  if (ready.ok) return ready;
  throw refuse(handle, ready);
}

/** The value of the field after the action; null if it cannot be read. */
export async function readFill(
  page: Page,
  handle: ElementHandle,
  fill: Fill,
  effect: Effect,
): Promise<FieldReadBack | null> {
  if (!canBeRead(page, effect)) return null;
  return await afterwards(callOn(handle, "readBack", handle.id, fill.text, fill.append, fill.secret));
}

function filledOf({ page, ready, fill }: Work, readBack: FieldReadBack | null, effect: Effect): Filled {
  const typed = fill.secret || ready.isSecret ? DOTS : fill.text;
  if (!canBeRead(page, effect)) return { value: typed, ...effect };
  if (readBack === null) return { value: typed, gone: true, ...effect };
  return { value: readBack.value, ...(readBack.isSame ? {} : { differs: true }), ...effect };
}

/** Commits the value. A page may change it then, which is not an error: the result has both values. */
async function commitField(work: Work, commit: Commit, readBack: FieldReadBack, before: Effect): Promise<Filled> {
  const { page, signal } = work;
  const effect = await acting(page, signal, () => (commit === "enter" ? pressChord(page, ENTER) : leave(work)));
  const after = await readFill(page, work.handle, work.fill, effect);
  const holds = after && after.value !== readBack.value ? { holds: after.value } : {};
  return { ...filledOf(work, readBack, {}), committed: commit, ...holds, ...before, ...effect };
}

/** Leaves the field by the Tab key, or by script where Tab moves between the parts of a date or is text in an editor. */
async function leave({ page, handle, ready }: Work): Promise<void> {
  if (ready.lineEnd === "space" && !ready.isChosen) await pressChord(page, TAB);
  else await callOn(handle, "leaveField");
}

/** The failure of a field that keeps nothing of the text. */
function noneFailure({ handle, fill, ready }: Work, { value }: FieldReadBack): Failure {
  const text = fill.secret || ready.isSecret ? DOTS : fill.text;
  return new Failure(
    "unsuitable",
    `${nameOf(handle, undefined)} did not accept ${JSON.stringify(shorten(text))}: its value is ${JSON.stringify(shorten(value))}`,
    `Run \`svc state\` to look for a message of the page, or \`svc click ${handle.index}\` and \`svc keys\` to press single keys.`,
  );
}

async function typeInto({ page, handle, ready, fill, waitMs }: Work): Promise<void> {
  const { text, append, paste } = fill;
  if (ready.point && handle.frame === page.main) await press(page, ready.point, LEFT_CLICK);
  else if (ready.spot) await pressTarget(page, handle, ready.spot, waitMs);
  const entered = await callOn(handle, "enterField", handle.id, append);
  if (!entered.ok) throw refuse(handle, entered);
  if (entered.select === "keys" && append) await pressChord(page, TO_END);
  else if (entered.select === "keys" && !entered.isEmpty) {
    await pressChord(page, SELECT_ALL);
    await callOn(handle, "ensureSelected", handle.id);
  }
  // Marks the begin of the action again: what the focus opened is not an effect of the text.
  handle.frame.beginAction(handle.id, true);
  if (text === "" && !append && !entered.isEmpty) return await pressChord(page, DELETE);
  if (paste) return await pasteText(page, text, paste === "own");
  if (ready.wantsWhole) return await insertText(page, text);
  // In many fields Enter and Tab submit the form, send a message or move the focus.
  if (ready.lineEnd === "space") await typeText(page, text.replace(/[\r\n\t]+/g, " "), "text", ready.wantsKeys);
  else await typeText(page, text, ready.lineEnd, ready.wantsKeys);
}

function refuse(handle: ElementHandle, answer: Refusal): Failure {
  return refusal(handle, answer, "a field to type into", fieldHint(handle.index, answer.detail));
}

function fieldHint(index: number, kind: string | undefined): string {
  if (kind === "file") return `Run \`svc upload ${index} <path>\`.`;
  if (kind === "select") return `Run \`svc select ${index} <option>\`.`;
  if (kind === "check")
    return `Run \`svc check ${index}\` or \`svc uncheck ${index}\`; \`svc click ${index}\` switches it.`;
  return "Run `svc state` and choose an input, a textarea or an editable element. Move a slider with `svc focus` and `svc keys`, or with `svc drag`.";
}

export interface Focused {
  /** Name of the focused element. */
  active: string;
}

/** Focuses an element. Errors: `unsuitable` if the page does not allow that. */
export async function setFocus(page: Page, index: number): Promise<Focused> {
  const handle = page.elements.get(index);
  const answer = await callOn(handle, "focusOn", handle.id);
  const hint = "Run `svc state` and choose a control, or run `svc click <index>`.";
  if ("reason" in answer) throw refusal(handle, answer, "an element that can have the focus", hint);
  const active = answer.active ? describeFacts(answer.active) : "nothing";
  if (answer.ok) return { active };
  throw new Failure("unsuitable", `${nameOf(handle, undefined)} did not take the focus: ${active} has it`, hint);
}

/** True if the focused element conceals its value. Errors: `unsuitable` if no element is focused. */
export async function isFocusSecret(page: Page): Promise<boolean> {
  const frame = await focusedFrame(page);
  if (frame) return await frame.call("focusIsSecret", []);
  throw new Failure(
    "unsuitable",
    "no element of the page has the focus",
    "Run `svc click <index>` on a field first; to send keys to the page itself, run `svc keys`.",
  );
}
