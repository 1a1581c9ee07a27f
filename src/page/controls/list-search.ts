/** Finds an option of a list made of other elements: chosen already, shown, or shown after typing. Clicks no option. */
import { Failure } from "../../errors.ts";
import { nameOf, pressTarget } from "../actions/reach.ts";
import { type ElementHandle, goneFailure } from "../core/elements.ts";
import type { ChosenOption, ListAnswer, ListOption, OptionAnswer } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { ARROW_DOWN, DELETE, pressChord, SELECT_ALL, typeText } from "../input/keyboard.ts";
import { callOn, DISABLED_HINT } from "../locate/click-target.ts";
import type { Choice } from "./choice.ts";
import { disabledOption, missingOption, NewEntryFailure } from "./option-errors.ts";

/** How long an option of an open list may take to appear. */
const OPTIONS_MS = 2_000;
/** How long a list may take to open before another way is tried. */
export const OPENS_MS = 600;
/** The same for a list that is always shown: its options have loaded. */
const SHOWN_MS = 300;

type List = ListAnswer & { ok: true };

export interface Work {
  page: Page;
  handle: ElementHandle;
  choice: Choice;
  waitMs: number;
  name: string;
  /** The list was opened for this work, and is closed after it. */
  isOurs: boolean;
  /** The value of its field before the search text was typed. */
  valueBefore?: string | undefined;
  /** An option or button was clicked. */
  isChanged: boolean;
}

/** A found option: one to click, or one that is chosen already. */
export interface Pick extends ChosenOption {
  option?: ListOption;
  /** The page creates it as a new entry. */
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

/** Finds the wanted option, and opens the list unless it is chosen already. Errors: `no_option`, `disabled`, `unsuitable`, `stale`. */
export async function findOne(work: Work, wanted: string): Promise<Pick> {
  const { handle, choice, name } = work;
  const chosen = choice.by === "index" ? undefined : await findChosen(work, wanted);
  if (chosen) return chosen;
  const list = await openList(work);
  const waitMs = !list.isPopup ? SHOWN_MS : list.typing ? OPENS_MS : OPTIONS_MS;
  const found = await find(work, wanted, waitMs);
  if (found.ok && !found.option.isOffer) return pickOf(name, wanted, found.option);
  const typed = list.isPopup ? await findAgain(work, list, wanted, found) : found;
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

async function findChosen({ handle }: Work, wanted: string): Promise<Pick | undefined> {
  const choices = await callOn(handle, "currentChoices", handle.id);
  const lower = wanted.trim().toLowerCase();
  const match = choices.find(({ label, value }) => value === wanted || label.toLowerCase() === lower);
  return match && { label: match.label, value: match.value };
}

function pickOf(name: string, wanted: string, option: ListOption): Pick {
  if (option.isDisabled) throw disabledOption(name, wanted);
  return { label: option.label, value: option.value, option };
}

type Found = OptionAnswer;

/** The page must create an entry of the text. */
interface New {
  isNew: true;
}

async function find({ handle, choice }: Work, wanted: string, waitMs: number): Promise<Found> {
  return await callOn(handle, "findOption", handle.id, wanted, choice.by, waitMs);
}

/** Finds an option also by a part of its label, which offers to create an entry need. */
export async function findAny({ handle }: Work, wanted: string, waitMs: number): Promise<Found> {
  return await callOn(handle, "findOption", handle.id, wanted, null, waitMs);
}

/** Searches a list that accepts text by typing; any other list may open with the Down key. */
async function findAgain(work: Work, list: List, wanted: string, before: Found): Promise<Found | New> {
  if (list.typing && work.choice.by !== "index") return await findByTyping(work, wanted, before);
  if (before.ok || before.isShown) return before;
  await pressChord(work.page, ARROW_DOWN);
  return await find(work, wanted, OPTIONS_MS);
}

/**
 * An option of the list is shown before its last letter is typed. A row that is shown only for the complete text may be an
 * offer to create an entry. A list that shows such a row for another text too creates entries.
 */
async function findByTyping(work: Work, wanted: string, before: Found): Promise<Found | New> {
  const { handle, choice } = work;
  work.valueBefore ??= (await callOn(handle, "fieldValue", handle.id)) ?? "";
  const early = await findBeforeLastLetter(work, wanted);
  if (early) return early;
  await retype(work, wanted);
  const found = await find(work, wanted, OPTIONS_MS);
  // An offer has more words than the text, so it is not an option with that label.
  const shown = found.ok ? found : await findAny(work, wanted, 0);
  const isOffer = shown.ok && (shown.option.isOffer || (await createsEntries(work, wanted)));
  if (choice.create && (isOffer || !found.ok)) return { isNew: true };
  if (isOffer) throw newEntryFailure(work, wanted, before);
  if (!found.ok) return before.ok || before.options.length === 0 ? found : before;
  await retype(work, wanted);
  return await find(work, wanted, OPTIONS_MS);
}

async function findBeforeLastLetter(work: Work, wanted: string): Promise<Found | undefined> {
  const shorter = wanted.slice(0, -1).trim();
  if (shorter === "") return undefined;
  await retype(work, shorter);
  const found = await find(work, wanted, OPENS_MS);
  return found.ok && !found.option.isOffer ? found : undefined;
}

function newEntryFailure({ handle, name, choice }: Work, wanted: string, before: Found): Failure {
  const options = before.ok ? [] : before.options;
  if (choice.mode === "remove") return missingOption(name, wanted, options);
  return new NewEntryFailure(handle.index, name, wanted, options);
}

async function createsEntries(work: Work, wanted: string): Promise<boolean> {
  await retype(work, `${wanted}x`);
  return (await findAny(work, `${wanted}x`, SHOWN_MS)).ok;
}

export async function retype({ page, handle }: Work, text: string): Promise<void> {
  const entered = await callOn(handle, "enterField", handle.id, false);
  // Control+a in an empty field would select the tags beside it.
  if (entered.ok && entered.select === "keys" && !entered.isEmpty) await pressChord(page, SELECT_ALL);
  if (text !== "") await typeText(page, text);
  else if (entered.ok && !entered.isEmpty) await pressChord(page, DELETE);
}

export async function openList(work: Work): Promise<List> {
  const { page, handle, waitMs } = work;
  const list = await readList(handle);
  if (list.isOpen || !list.isPopup) return list;
  await callOn(handle, "recordShownLists", handle.id);
  work.isOurs = true;
  await pressTarget(page, handle, list.trigger, waitMs);
  return list;
}
