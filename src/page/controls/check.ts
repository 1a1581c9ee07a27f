/** Switches check boxes, radio buttons and switches on and off by a click, and checks the result. */
import { Failure } from "../../errors.ts";
import { acting, canBeRead, type Effect } from "../actions/effects.ts";
import { nameOf, pressTarget, refusal } from "../actions/reach.ts";
import { type ElementHandle, goneFailure } from "../core/elements.ts";
import type { ToggleAnswer } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { callOn, readyTimeout } from "../locate/click-target.ts";
import { hasInternals } from "../locate/internals.ts";
import { idleIn } from "../navigation/settle.ts";

/** How long the page may take to show the new state. */
const TAKES_MS = 1_000;
const POLL_MS = 30;

export interface Checked extends Effect {
  changed: boolean;
}

export async function setChecked(
  page: Page,
  index: number,
  wanted: boolean,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Checked> {
  const handle = page.elements.get(index);
  const waitMs = readyTimeout(timeoutMs);
  const toggle = await checkToggle(page, handle, wanted, waitMs);
  const { spot } = toggle;
  if (toggle.checked === wanted || !spot) return { changed: false };
  const effect = await acting(page, signal, () => pressTarget(page, handle, spot, waitMs));
  if (!canBeRead(page, effect)) return { changed: true, ...effect };
  const now = await toggledTo(handle, toggle.id, wanted);
  if (now === wanted) return { changed: true, ...effect };
  // From the mixed state, the first click may lead to the other state.
  if (toggle.checked === "mixed") {
    const second = await acting(page, signal, () => pressTarget(page, handle, spot, waitMs));
    if ((await toggledTo(handle, toggle.id, wanted)) === wanted) return { changed: true, ...effect, ...second };
  }
  throw new Failure(
    "unsuitable",
    `${nameOf(handle, undefined)} was clicked, but is not ${wanted ? "on" : "off"}`,
    "Run `svc state` to see what the click did.",
  );
}

/** Returns the state and the element to click. Changes nothing. Errors: `unsuitable`, `disabled`, `hidden`, `stale`. */
export async function checkToggle(
  page: Page,
  handle: ElementHandle,
  wanted: boolean,
  waitMs: number,
): Promise<ToggleAnswer & { ok: true }> {
  const answer = await callOn(handle, "toggle", handle.id, wanted, waitMs, idleIn(page));
  if (answer.ok && answer.isRadio && !wanted && answer.checked !== wanted)
    throw new Failure(
      "unsuitable",
      `${nameOf(handle, undefined)} is one choice of several: it goes off only when another one goes on`,
      "Run `svc check <index>` with the index of another choice.",
    );
  if (answer.ok) return answer;
  throw refusal(
    handle,
    answer,
    "a checkbox, a radio button or a switch",
    `Run \`svc click ${handle.index}\` to switch it, then \`svc state\`.`,
  );
}

async function toggledTo(handle: ElementHandle, id: number, wanted: boolean): Promise<boolean | "mixed"> {
  const now = await stateWithin(handle, id, wanted);
  if (now !== null) return now;
  // The page has replaced the element: read the one that the index refers to now.
  const again = await callOn(handle, "toggle", handle.id, wanted, 0);
  if (again.ok) return again.checked;
  throw goneFailure(handle, "it was clicked, and is no longer in the page");
}

/** Waits for the wanted state; returns the last state, null if the element is gone. Scripts cannot observe `ElementInternals`: polled. */
async function stateWithin(handle: ElementHandle, id: number, wanted: boolean): Promise<boolean | "mixed" | null> {
  if (!hasInternals(handle.library, id)) return await callOn(handle, "toggled", id, wanted, TAKES_MS);
  const endMs = performance.now() + TAKES_MS;
  for (;;) {
    const now = await callOn(handle, "toggled", id, wanted, 0);
    if (now === wanted || now === null || performance.now() >= endMs) return now;
    await Bun.sleep(POLL_MS);
  }
}
