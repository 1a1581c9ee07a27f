/** Chooses options of lists made of other elements: opens the list by a click, waits for its options, clicks and checks them. */
import { Failure } from "../../errors.ts";
import { acting } from "../actions/effects.ts";
import { afterwards, nameOf, pressTarget } from "../actions/reach.ts";
import type { ElementHandle } from "../core/elements.ts";
import type { ListOption } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { ENTER, ESCAPE, pressChord } from "../input/keyboard.ts";
import { callOn, readyTimeout } from "../locate/click-target.ts";
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
  const work: Work = { page, handle, choice, waitMs: readyTimeout(timeoutMs), name, isOurs: false, isChanged: false };
  let picks: Pick[] = [];
  const effect = await acting(page, signal, async () => {
    try {
      for (const wanted of choice.wanted) picks.push(await findOne(work, wanted));
      picks = await clickAll(work, picks);
    } catch (error) {
      // A failure to close the list must not replace the first failure.
      if (error instanceof Failure && !page.session.gone) await restoreList(work).catch(() => {});
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

/** Removes the search text, unless the page has done so, and closes the list. */
async function restoreList(work: Work): Promise<void> {
  const { handle, valueBefore } = work;
  if (valueBefore !== undefined && (await callOn(handle, "fieldValue", handle.id)) !== valueBefore)
    await retype(work, valueBefore);
  if (work.isOurs) await closeList(work);
}

/** Clicks the options that must change. All options were found before the first click. */
async function clickAll(work: Work, picks: Pick[]): Promise<Pick[]> {
  const { handle, choice, name } = work;
  const { isMultiple } = await readList(handle);
  if (!isMultiple) {
    const [only] = picks;
    if (!only || picks.length > 1 || choice.mode !== "replace") throw singleFailure(name);
    return [await chooseOnly(work, only)];
  }
  if (choice.mode !== "add") {
    const isPicked = (label: string) => picks.some((pick) => pick.label === label);
    await unselect(work, (label) => isPicked(label) === (choice.mode === "remove"));
  }
  if (choice.mode !== "remove") for (const [n, pick] of picks.entries()) picks[n] = await addChoice(work, pick, n);
  await restoreList(work);
  return picks;
}

async function chooseOnly(work: Work, pick: Pick): Promise<Pick> {
  if (pick.isNew) await createEntry(work, pick);
  else if (pick.option) await clickOption(work, pick.option, true);
  return pick;
}

async function addChoice(work: Work, pick: Pick, n: number): Promise<Pick> {
  if (pick.isNew) await createEntry(work, pick);
  if (!pick.option) return pick;
  // Found again, because each click may have redrawn or closed the list.
  const now = await findOne(work, work.choice.wanted[n] ?? pick.label);
  if (now.option && !now.option.isSelected) await clickOption(work, now.option, true);
  return now;
}

/** Removes choices by a click on the option in the list, or on the remove button of the tag. */
async function unselect(work: Work, isRemoved: (label: string) => boolean): Promise<void> {
  const { page, handle, name, waitMs } = work;
  const choices = (await callOn(handle, "currentChoices", handle.id)).filter(({ label }) => isRemoved(label));
  if (choices.length > 0) await openList(work);
  const listed = (await callOn(handle, "selectedOptions", handle.id)).filter(({ label }) => isRemoved(label));
  const hidden = choices.filter(({ label }) => !listed.some((option) => option.label === label));
  const fixed = hidden.find(({ cross }) => cross === null);
  if (fixed)
    throw new Failure(
      "unsuitable",
      `'${fixed.label}' is also chosen in ${name} and has no button to remove it`,
      `To keep it, run the command again with --add; to remove the last one, run \`svc click ${handle.index}\`, then \`svc keys Backspace\`.`,
    );
  for (const option of listed) await clickOption(work, option, false);
  for (const { label, cross } of hidden) {
    if (cross) await pressTarget(page, handle, cross, waitMs);
    work.isChanged = true;
    if ((await afterwards(callOn(handle, "hasChoice", handle.id, label, false, TAKES_MS))) === false)
      throw refusedFailure(name, label, "unselect");
  }
}

/** Creates an entry by the row that offers this, else by the Enter key. */
async function createEntry(work: Work, { label }: Pick): Promise<void> {
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
  const took = callOn(handle, "optionApplied", handle.id, id, option.label, isWanted, TAKES_MS);
  if ((await afterwards(took)) === false) throw refusedFailure(name, option.label, isWanted ? "select" : "unselect");
}

function refusedFailure(name: string, label: string, verb: string): Failure {
  return new Failure(
    "unsuitable",
    `'${label}' of ${name} was clicked, but the page did not ${verb} it`,
    "Run `svc state` to see the page.",
  );
}

/** Closes the list with Escape, which would close the dialog around it if the list were closed already. */
async function closeList({ page, handle }: Work): Promise<void> {
  const list = await callOn(handle, "listOf", handle.id);
  if (!list.ok || !list.isOpen || !list.isPopup) return;
  await pressChord(page, ESCAPE);
  const still = await callOn(handle, "listOf", handle.id);
  if (still.ok && still.isOpen) await pressTarget(page, handle, still.trigger, 0);
}
