/**
 * Choosing options of lists made of other elements: the list is opened by a real click, its options are waited for, and
 * the right one is clicked. Whether the page took the choice is looked up.
 */
import { Failure } from "../../errors.ts";
import { acting } from "../actions/effects.ts";
import { afterwards, nameOf, pressTarget } from "../actions/reach.ts";
import type { ElementHandle } from "../core/elements.ts";
import type { ListOption } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { ENTER, ESCAPE, pressChord } from "../input/keyboard.ts";
import { callOn, patience } from "../locate/click-target.ts";
import type { Choice, Chosen } from "./choice.ts";
import { findAny, findOne, OPENS_MS, openList, type Pick, readList, retype, type Work } from "./list-search.ts";
import { singleFailure } from "./option-errors.ts";

/** How long the page may take to show the choice. */
const TAKES_MS = 1_000;

export async function chooseInList(
  page: Page,
  handle: ElementHandle,
  choice: Choice,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Chosen> {
  const list = await readList(handle);
  const name = nameOf(handle, list.trigger.facts);
  const work: Work = { page, handle, choice, waitMs: patience(timeoutMs), name, isOurs: false, isChanged: false };
  let picks: Pick[] = [];
  const effect = await acting(page, signal, async () => {
    try {
      for (const wanted of choice.wanted) picks.push(await findOne(work, wanted));
      picks = await clickAll(work, picks);
    } catch (error) {
      // Whatever keeps the list from closing, the first failure is the one to tell.
      if (error instanceof Failure && !page.session.gone) await leaveAsFound(work).catch(() => {});
      throw error;
    }
  });
  const created = picks.filter(({ isNew }) => isNew).map(({ label }) => label);
  return {
    chosen: picks.map(({ label, value }) => ({ label, value: value || label })),
    isChanged: work.isChanged,
    ...(created.length > 0 ? { created } : {}),
    ...effect,
  };
}

/** What was typed to search comes out again, where the page did not take it out by itself, and the list is closed. */
async function leaveAsFound(work: Work): Promise<void> {
  const { handle, held } = work;
  if (held !== undefined && (await callOn(handle, "fieldValue", handle.id)) !== held) await retype(work, held);
  if (work.isOurs) await closeList(work);
}

/** Clicks what must change. All options are known to be there before the first click. */
async function clickAll(work: Work, picks: Pick[]): Promise<Pick[]> {
  const { handle, choice, name } = work;
  const { isMultiple } = await readList(handle);
  if (!isMultiple) {
    const [only] = picks;
    if (!only || picks.length > 1 || choice.mode !== "replace") throw singleFailure(name);
    return [await chooseOnly(work, only)];
  }
  if (choice.mode !== "add") {
    const isPicked = (label: string) => picks.some((one) => one.label === label);
    await takeOut(work, (label) => isPicked(label) === (choice.mode === "remove"));
  }
  if (choice.mode !== "remove") for (const [n, pick] of picks.entries()) picks[n] = await takeIn(work, pick, n);
  await leaveAsFound(work);
  return picks;
}

async function chooseOnly(work: Work, pick: Pick): Promise<Pick> {
  if (pick.isNew) await makeEntry(work, pick);
  else if (pick.option) await clickOption(work, pick.option, true);
  return pick;
}

async function takeIn(work: Work, pick: Pick, n: number): Promise<Pick> {
  if (pick.isNew) await makeEntry(work, pick);
  if (!pick.option) return pick;
  // Sought anew: each click may have drawn the list anew, or closed it.
  const now = await findOne(work, work.choice.wanted[n] ?? pick.label);
  if (now.option && !now.option.isSelected) await clickOption(work, now.option, true);
  return now;
}

/** Takes choices out that the widget holds: by a click on the option in its list, or on the cross of the tag. */
async function takeOut(work: Work, isLeaving: (label: string) => boolean): Promise<void> {
  const { page, handle, name, waitMs } = work;
  const held = (await callOn(handle, "heldChoices", handle.id)).filter(({ label }) => isLeaving(label));
  if (held.length > 0) await openList(work);
  const listed = (await callOn(handle, "selectedOptions", handle.id)).filter(({ label }) => isLeaving(label));
  const hidden = held.filter(({ label }) => !listed.some((one) => one.label === label));
  const fixed = hidden.find(({ cross }) => cross === null);
  if (fixed)
    throw new Failure(
      "unsuitable",
      `${name} also holds '${fixed.label}', and shows nothing that takes it out`,
      `To keep it, run the command again with --add; to take out the last one, run \`svc click ${handle.index}\`, then \`svc keys Backspace\`.`,
    );
  for (const one of listed) await clickOption(work, one, false);
  for (const { label, cross } of hidden) {
    if (cross) await pressTarget(page, handle, cross, waitMs);
    work.isChanged = true;
    if ((await afterwards(callOn(handle, "hasChoice", handle.id, label, false, TAKES_MS))) === false)
      throw refusedFailure(name, label, "unselect");
  }
}

/** Makes an entry of the text: by the row that offers it, else by the Enter key. */
async function makeEntry(work: Work, { label }: Pick): Promise<void> {
  const { page, handle, name, waitMs } = work;
  await openList(work);
  await retype(work, label);
  const offer = await findAny(work, label, OPENS_MS);
  if (offer.ok) await pressTarget(page, handle, offer.option.spot, waitMs);
  else await pressChord(page, ENTER);
  work.isChanged = true;
  if ((await afterwards(callOn(handle, "hasChoice", handle.id, label, true, TAKES_MS))) === false)
    throw refusedFailure(name, label, "create");
}

async function clickOption(work: Work, option: ListOption, isWanted: boolean) {
  const { page, handle, name, waitMs } = work;
  await pressTarget(page, handle, option.spot, waitMs);
  work.isChanged = true;
  const { id } = option.spot;
  const asked = callOn(handle, "tookOption", handle.id, id, option.label, isWanted, TAKES_MS);
  if ((await afterwards(asked)) === false) throw refusedFailure(name, option.label, isWanted ? "select" : "unselect");
}

function refusedFailure(name: string, label: string, verb: string): Failure {
  return new Failure(
    "unsuitable",
    `'${label}' of ${name} was clicked, but the page did not ${verb} it`,
    "Run `svc state` to see what it shows.",
  );
}

/** Escape closes lists, and would close the dialog around one that is closed already. */
async function closeList({ page, handle }: Work): Promise<void> {
  const list = await callOn(handle, "listOf", handle.id);
  if (!list.ok || !list.isOpen || !list.isPopup) return;
  await pressChord(page, ESCAPE);
  const still = await callOn(handle, "listOf", handle.id);
  if (still.ok && still.isOpen) await pressTarget(page, handle, still.trigger, 0);
}
