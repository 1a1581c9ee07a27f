/**
 * Choosing options of lists made of other elements: the list is opened by a real click, its options are waited for, and
 * the right one is clicked. Whether the page took the choice is looked up.
 */
import { Failure } from "../errors.ts";
import { callOn, patience } from "./act.ts";
import type { Choice, Chosen } from "./choose.ts";
import type { ListAnswer, ListOption } from "./controls.ts";
import { acting } from "./effects.ts";
import { type ElementHandle, goneFailure } from "./elements.ts";
import { ARROW_DOWN, DELETE, ESCAPE, pressChord, SELECT_ALL, typeText } from "./keyboard.ts";
import { disabledOption, missingOption, singleFailure } from "./options.ts";
import type { Page } from "./page.ts";
import { afterwards, nameOf, pressSpot } from "./reach.ts";

/** How long an option of an open list may take to appear, and how long the list itself before it is asked another way. */
const OPTIONS_MS = 2_000;
const OPENS_MS = 600;
/** What is shown from the start does not load any more. */
const SHOWN_MS = 300;

/** How long the page may take to show the choice. */
const TAKES_MS = 1_000;

type List = ListAnswer & { ok: true };

interface Work {
  page: Page;
  handle: ElementHandle;
  choice: Choice;
  waitMs: number;
  name: string;
  /** We opened it, so we close it. */
  isOurs: boolean;
}

export async function chooseInList(
  page: Page,
  handle: ElementHandle,
  choice: Choice,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Chosen> {
  const list = await readList(handle);
  const name = nameOf(handle, list.trigger.facts);
  const work: Work = { page, handle, choice, waitMs: patience(timeoutMs), name, isOurs: false };
  const chosen: ListOption[] = [];
  const effect = await acting(page, signal, async () => {
    try {
      for (const wanted of choice.wanted) chosen.push(await findOne(work, wanted));
      await clickAll(work, chosen);
    } catch (error) {
      // Whatever keeps the list from closing, the first failure is the one to tell.
      if (work.isOurs && error instanceof Failure && !page.session.gone) await closeList(work).catch(() => {});
      throw error;
    }
  });
  return { chosen: chosen.map(({ label, value }) => ({ label, value: value || label })), ...effect };
}

async function readList(handle: ElementHandle): Promise<List> {
  const list = await callOn(handle, "listOf", handle.id);
  if (list.ok) return list;
  if (list.reason === "gone") throw goneFailure(handle);
  const name = nameOf(handle, list.facts);
  if (list.reason === "disabled")
    throw new Failure("disabled", `${name} is disabled`, "Fill in what it waits for, then run the command again.");
  throw new Failure(
    "unsuitable",
    `${name} is not a list to select from`,
    `Run \`svc click ${handle.index}\` to see what it opens, then \`svc state\`.`,
  );
}

/** The option, with the list open. A field that filters its list is given the text when the option does not show. */
async function findOne(work: Work, wanted: string): Promise<ListOption> {
  const { handle, choice, name } = work;
  const list = await openList(work);
  const waitMs = !list.isPopup ? SHOWN_MS : list.typing ? OPENS_MS : OPTIONS_MS;
  let found = await callOn(handle, "findOption", handle.id, wanted, choice.by, waitMs);
  if (!found.ok && list.isPopup) found = await askAgain(work, list, wanted, found);
  if (found.ok) {
    if (found.option.isDisabled) throw disabledOption(name, wanted);
    return found.option;
  }
  if (!found.isShown && found.options.length === 0)
    throw new Failure(
      "unsuitable",
      `${name} shows no list of options`,
      `Run \`svc click ${handle.index}\` to see what it opens, then \`svc state\`.`,
    );
  throw missingOption(name, wanted, found.options);
}

type Found = Awaited<ReturnType<typeof callOn<"findOption">>>;

async function askAgain({ page, handle, choice }: Work, list: List, wanted: string, before: Found): Promise<Found> {
  const find = (waitMs: number) => callOn(handle, "findOption", handle.id, wanted, choice.by, waitMs);
  if (list.typing && choice.by !== "index") {
    const held = (await callOn(handle, "fieldValue", handle.id)) ?? "";
    await retype(page, handle, wanted);
    const found = await find(OPTIONS_MS);
    if (found.ok) return found;
    // The list as it was: what the field held comes back, and the options that showed at first are the ones told.
    await retype(page, handle, held);
    return before.ok || before.options.length > 0 ? before : found;
  }
  if (before.ok || before.isShown) return before;
  await pressChord(page, ARROW_DOWN);
  return await find(OPTIONS_MS);
}

async function retype(page: Page, handle: ElementHandle, text: string): Promise<void> {
  await callOn(handle, "enterField", handle.id, false);
  await pressChord(page, SELECT_ALL);
  await (text === "" ? pressChord(page, DELETE) : typeText(page, text));
}

async function openList(work: Work): Promise<List> {
  const { page, handle, waitMs } = work;
  const list = await readList(handle);
  if (list.isOpen || !list.isPopup) return list;
  await callOn(handle, "beforeOpening", handle.id);
  work.isOurs = true;
  await pressSpot(page, handle, list.trigger, waitMs);
  return list;
}

/** Clicks what must change. All options are known to be there before the first click. */
async function clickAll(work: Work, chosen: ListOption[]): Promise<void> {
  const { handle, choice, name } = work;
  const { isMultiple } = await readList(handle);
  const [only] = chosen;
  if (!isMultiple) {
    if (!only || chosen.length > 1 || choice.mode !== "replace") throw singleFailure(name);
    return await clickOption(work, only, true);
  }
  if (choice.mode === "replace") {
    const selected = await callOn(handle, "selectedOptions", handle.id);
    for (const other of selected)
      if (!chosen.some(({ label }) => label === other.label)) await clickOption(work, other, false);
  }
  const isWanted = choice.mode !== "remove";
  for (const wanted of choice.wanted) {
    // Sought anew: each click may have drawn the list anew, or closed it.
    const option = await findOne(work, wanted);
    if (option.isSelected !== isWanted) await clickOption(work, option, isWanted);
  }
  if (work.isOurs) await closeList(work);
}

async function clickOption({ page, handle, name, waitMs }: Work, option: ListOption, isWanted: boolean) {
  await pressSpot(page, handle, option.spot, waitMs);
  const { id } = option.spot;
  const asked = callOn(handle, "tookOption", handle.id, id, option.label, isWanted, TAKES_MS);
  if ((await afterwards(asked)) !== false) return;
  throw new Failure(
    "unsuitable",
    `'${option.label}' of ${name} was clicked, but the page did not ${isWanted ? "select" : "unselect"} it`,
    "Run `svc state` to see what it shows.",
  );
}

/** Escape closes lists, and would close the dialog around one that is closed already. */
async function closeList({ page, handle }: Work): Promise<void> {
  const list = await callOn(handle, "listOf", handle.id);
  if (!list.ok || !list.isOpen || !list.isPopup) return;
  await pressChord(page, ESCAPE);
  const still = await callOn(handle, "listOf", handle.id);
  if (still.ok && still.isOpen) await pressSpot(page, handle, still.trigger, 0);
}
