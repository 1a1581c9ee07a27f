/** Finding what a word means in a list made of other elements: held already, shown, or shown after it is typed. Clicks no option. */
import { Failure } from "../../errors.ts";
import { nameOf, pressTarget } from "../actions/reach.ts";
import { type ElementHandle, goneFailure } from "../core/elements.ts";
import type { ChosenOption, ListAnswer, ListOption, OptionAnswer } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { ARROW_DOWN, DELETE, pressChord, SELECT_ALL, typeText } from "../input/keyboard.ts";
import { callOn, DISABLED_HINT } from "../locate/click-target.ts";
import type { Choice } from "./choice.ts";
import { disabledOption, missingOption, NewEntryFailure } from "./option-errors.ts";

/** How long an option of an open list may take to appear, and how long the list itself before it is asked another way. */
const OPTIONS_MS = 2_000;
export const OPENS_MS = 600;
/** What is shown from the start does not load any more. */
const SHOWN_MS = 300;

type List = ListAnswer & { ok: true };

export interface Work {
  page: Page;
  handle: ElementHandle;
  choice: Choice;
  waitMs: number;
  name: string;
  /** We opened it, so we close it. */
  isOurs: boolean;
  /** What its field held before we typed into it to search. */
  held?: string | undefined;
  /** Something was clicked. */
  isChanged: boolean;
}

/** A word that was looked up: the option to click on, or what the list holds already. */
export interface Pick extends ChosenOption {
  option?: ListOption;
  /** It is an entry that the page makes of the word. */
  isNew?: boolean;
}

export async function readList(handle: ElementHandle): Promise<List> {
  const list = await callOn(handle, "listOf", handle.id);
  if (list.ok) return list;
  if (list.reason === "gone") throw goneFailure(handle);
  const name = nameOf(handle, list.facts);
  if (list.reason === "disabled") throw new Failure("disabled", `${name} is disabled`, DISABLED_HINT);
  throw new Failure(
    "unsuitable",
    `${name} is not a list to select from`,
    `Run \`svc click ${handle.index}\` to see what it opens, then \`svc state\`.`,
  );
}

/** What the word means: something that the list holds, or the option, with the list open. */
export async function findOne(work: Work, wanted: string): Promise<Pick> {
  const { handle, choice, name } = work;
  const held = choice.by === "index" ? undefined : await heldAs(work, wanted);
  if (held) return held;
  const list = await openList(work);
  const waitMs = !list.isPopup ? SHOWN_MS : list.typing ? OPENS_MS : OPTIONS_MS;
  const found = await find(work, wanted, waitMs);
  if (found.ok && !found.option.isOffer) return pickOf(name, wanted, found.option);
  const typed = list.isPopup ? await askAgain(work, list, wanted, found) : found;
  if ("isNew" in typed) return { label: wanted.trim(), value: wanted.trim(), isNew: true };
  if (typed.ok) return pickOf(name, wanted, typed.option);
  if (!typed.isShown && typed.options.length === 0)
    throw new Failure(
      "unsuitable",
      `${name} shows no list of options`,
      `Run \`svc click ${handle.index}\` to see what it opens, then \`svc state\`.`,
    );
  throw missingOption(name, wanted, typed.options);
}

async function heldAs({ handle }: Work, wanted: string): Promise<Pick | undefined> {
  const held = await callOn(handle, "heldChoices", handle.id);
  const lower = wanted.trim().toLowerCase();
  const isMeant = ({ label, value }: ChosenOption) => value === wanted || label.toLowerCase() === lower;
  const one = held.find(isMeant);
  return one && { label: one.label, value: one.value };
}

function pickOf(name: string, wanted: string, option: ListOption): Pick {
  if (option.isDisabled) throw disabledOption(name, wanted);
  return { label: option.label, value: option.value, option };
}

type Found = OptionAnswer;

/** No option: the page is to make an entry of the text. */
interface New {
  isNew: true;
}

async function find({ handle, choice }: Work, wanted: string, waitMs: number): Promise<Found> {
  return await callOn(handle, "findOption", handle.id, wanted, choice.by, waitMs);
}

/** The same by a part of its label too, as offers have it. */
export async function findAny({ handle }: Work, wanted: string, waitMs: number): Promise<Found> {
  return await callOn(handle, "findOption", handle.id, wanted, null, waitMs);
}

/** A list that takes text is searched by it; any other may open at the Down key. */
async function askAgain(work: Work, list: List, wanted: string, before: Found): Promise<Found | New> {
  if (list.typing && work.choice.by !== "index") return await findByTyping(work, wanted, before);
  if (before.ok || before.isShown) return before;
  await pressChord(work.page, ARROW_DOWN);
  return await find(work, wanted, OPTIONS_MS);
}

/**
 * An option of the list shows before its last letter is typed. What shows for the whole text alone may be an offer to make an
 * entry of that text, in any words: a list that offers this for another text too makes entries.
 */
async function findByTyping(work: Work, wanted: string, before: Found): Promise<Found | New> {
  const { handle, name, choice } = work;
  work.held ??= (await callOn(handle, "fieldValue", handle.id)) ?? "";
  const shorter = wanted.slice(0, -1).trim();
  if (shorter !== "") {
    await retype(work, shorter);
    const found = await find(work, wanted, OPENS_MS);
    if (found.ok && !found.option.isOffer) return found;
  }
  await retype(work, wanted);
  const found = await find(work, wanted, OPTIONS_MS);
  // An offer has more words than the text: it is no option of that very label.
  const shown = found.ok ? found : await findAny(work, wanted, 0);
  const isOffer = shown.ok && (shown.option.isOffer || (await makesEntries(work, wanted)));
  if (!found.ok && !isOffer) {
    if (choice.create) return { isNew: true };
    // The options that showed at first are the ones to tell.
    return before.ok || before.options.length === 0 ? found : before;
  }
  if (!isOffer) {
    await retype(work, wanted);
    return await find(work, wanted, OPTIONS_MS);
  }
  if (!choice.create) {
    const options = before.ok ? [] : before.options;
    if (choice.mode === "remove") throw missingOption(name, wanted, options);
    throw new NewEntryFailure(handle.index, name, wanted, options);
  }
  return { isNew: true };
}

async function makesEntries(work: Work, wanted: string): Promise<boolean> {
  await retype(work, `${wanted}x`);
  return (await findAny(work, `${wanted}x`, SHOWN_MS)).ok;
}

export async function retype({ page, handle }: Work, text: string): Promise<void> {
  const entered = await callOn(handle, "enterField", handle.id, false);
  // Control+a in an empty field takes what stands beside it: the tags.
  if (entered.ok && entered.select === "keys" && !entered.isEmpty) await pressChord(page, SELECT_ALL);
  if (text !== "") await typeText(page, text);
  else if (entered.ok && !entered.isEmpty) await pressChord(page, DELETE);
}

export async function openList(work: Work): Promise<List> {
  const { page, handle, waitMs } = work;
  const list = await readList(handle);
  if (list.isOpen || !list.isPopup) return list;
  await callOn(handle, "beforeOpening", handle.id);
  work.isOurs = true;
  await pressTarget(page, handle, list.trigger, waitMs);
  return list;
}
