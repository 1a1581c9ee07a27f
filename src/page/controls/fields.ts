/** Filling fields and giving the focus. What a field holds afterwards is read back and reported. */
import { Failure } from "../../errors.ts";
import { DOTS } from "../../lib/mask.ts";
import { shorten } from "../../lib/shorten.ts";
import { pasteText } from "../actions/clipboard.ts";
import { acting, canBeRead, type Effect } from "../actions/effects.ts";
import { afterwards, nameOf, pressTarget, refusal } from "../actions/reach.ts";
import { describeFacts, type ElementHandle } from "../core/elements.ts";
import type { FieldHeld, FieldReady, Refusal } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { DELETE, ENTER, insertText, pressChord, SELECT_ALL, TAB, TO_END, typeText } from "../input/keyboard.ts";
import { LEFT_CLICK, press } from "../input/pointer.ts";
import { callOn, patience } from "../locate/click-target.ts";
import { focusedFrame } from "../locate/read-element.ts";
import { idleIn } from "../navigation/settle.ts";
import { setByHand } from "./native-inputs.ts";

/** How a value is committed: by the Enter key, or by leaving the field. */
export type Commit = "enter" | "leave";

export interface Fill {
  text: string;
  /** Puts the text behind what the field holds. */
  append: boolean;
  /** What the field holds is not told. */
  secret: boolean;
  /** The text is pasted, not typed. `own` where the browser has a clipboard of its own. */
  paste?: "own" | "desktop" | undefined;
  commit?: Commit | undefined;
}

export interface Filled extends Effect {
  /** What the field holds now; dots for a password or a secret. */
  value: string;
  /** The field holds something else than what was typed. */
  differs?: true;
  /** The field left the page under the text: `value` is what was typed. */
  gone?: true;
  committed?: Commit;
  /** What the field holds after it was committed, where that is something else than `value`. */
  holds?: string;
}

/** What is done to which field. */
interface Work {
  page: Page;
  handle: ElementHandle;
  ready: FieldReady;
  fill: Fill;
  waitMs: number;
  signal: AbortSignal;
}

/** Replaces what the field holds. Empty text clears it. Throws `unsuitable` where the page takes nothing of the text. */
export async function fill(
  page: Page,
  index: number,
  fill: Fill,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Filled> {
  const handle = page.elements.get(index);
  const waitMs = patience(timeoutMs);
  // Refused before anything happens to the page: the click could already do something.
  const ready = await checkFill(page, handle, fill, waitMs);
  const work: Work = { page, handle, ready, fill, waitMs, signal };
  const enter = async () => {
    if (ready.isChosen) await setByHand(page, handle, fill.text);
    else await typeInto(work);
  };
  let effect = await acting(page, signal, enter, undefined, "text");
  let held = await readFill(page, handle, fill, effect);
  const isRetried = !ready.isChosen && !ready.wantsKeys && !ready.wantsWhole && !fill.paste;
  if (held && !held.isSame && isRetried) {
    // A field that does not keep text as it comes may keep it key by key, as from a person.
    const { point: _, ...unplaced } = ready;
    const byKeys = { ...work, ready: { ...unplaced, wantsKeys: true } };
    effect = await acting(page, signal, () => typeInto(byKeys), undefined, "text");
    held = await readFill(page, handle, fill, effect);
  }
  if (held?.isNone) throw noneFailure(work, held);
  return fill.commit && held ? await committed(work, fill.commit, held, effect) : told(work, held, effect);
}

/** Whether the field can take the text; the reason as a failure where it cannot. Changes nothing. */
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

/** What the field holds after the action; null when it cannot be asked. */
export async function readFill(
  page: Page,
  handle: ElementHandle,
  fill: Fill,
  effect: Effect,
): Promise<FieldHeld | null> {
  if (!canBeRead(page, effect)) return null;
  return await afterwards(callOn(handle, "heldBy", handle.id, fill.text, fill.append, fill.secret));
}

function told({ page, ready, fill }: Work, held: FieldHeld | null, effect: Effect): Filled {
  const typed = fill.secret || ready.isSecret ? DOTS : fill.text;
  if (!canBeRead(page, effect)) return { value: typed, ...effect };
  if (held === null) return { value: typed, gone: true, ...effect };
  return { value: held.value, ...(held.isSame ? {} : { differs: true }), ...effect };
}

/** Commits the value. A page that makes something else of it then is not at fault: both are told. */
async function committed(work: Work, commit: Commit, held: FieldHeld, before: Effect): Promise<Filled> {
  const { page, signal } = work;
  const effect = await acting(page, signal, () => (commit === "enter" ? pressChord(page, ENTER) : leave(work)));
  const after = await readFill(page, work.handle, work.fill, effect);
  const holds = after && after.value !== held.value ? { holds: after.value } : {};
  return { ...told(work, held, {}), committed: commit, ...holds, ...before, ...effect };
}

/** By the Tab key where that moves on; dates have parts that it goes through, and editors take it as text. */
async function leave({ page, handle, ready }: Work): Promise<void> {
  if (ready.lineEnd === "space" && !ready.isChosen) await pressChord(page, TAB);
  else await callOn(handle, "leaveField");
}

/** A page that takes nothing of the text has not been filled in. */
function noneFailure({ handle, fill, ready }: Work, { value }: FieldHeld): Failure {
  const text = fill.secret || ready.isSecret ? DOTS : fill.text;
  return new Failure(
    "unsuitable",
    `${nameOf(handle, undefined)} took nothing of ${JSON.stringify(shorten(text))}: it holds ${JSON.stringify(shorten(value))}`,
    `Run \`svc state\` to see what the page says about it, or \`svc click ${handle.index}\` and \`svc keys\` to use it by hand.`,
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
  // What the focus opened is no effect of the text: pages often search a moment after the last key.
  handle.frame.stir(handle.id, true);
  if (text === "" && !append && !entered.isEmpty) return await pressChord(page, DELETE);
  if (paste) return await pasteText(page, text, paste === "own");
  if (ready.wantsWhole) return await insertText(page, text);
  // Enter and Tab do other things in many fields than put a line end or a tab: they submit, send, and move on.
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
  return "Run `svc state` and choose an input, a textarea or an editable element; a slider made of other elements moves by `svc focus` and `svc keys`, or by `svc drag`.";
}

export interface Focused {
  /** What has the focus now, as messages name it. */
  active: string;
}

/** Gives an element the focus as its page may, and says what has it then. */
export async function giveFocus(page: Page, index: number): Promise<Focused> {
  const handle = page.elements.get(index);
  const answer = await callOn(handle, "focusOn", handle.id);
  const hint = "Run `svc state` and choose a control, or `svc click <index>`.";
  if ("reason" in answer) throw refusal(handle, answer, "a thing to focus", hint);
  const active = answer.active ? describeFacts(answer.active) : "nothing";
  if (answer.ok) return { active };
  throw new Failure("unsuitable", `${nameOf(handle, undefined)} did not take the focus: ${active} has it`, hint);
}

/** True when what has the focus shows no one what is typed. `unsuitable` when nothing has it. */
export async function isFocusSecret(page: Page): Promise<boolean> {
  const frame = await focusedFrame(page);
  if (frame) return await frame.call("focusIsSecret", []);
  throw new Failure(
    "unsuitable",
    "nothing in the page has the focus",
    "Run `svc click <index>` on a field first; for a page that takes keys itself run `svc keys`.",
  );
}
