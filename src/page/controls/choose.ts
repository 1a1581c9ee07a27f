/** Choosing options of native lists. What is no native list goes to `listbox.ts`. */

import { Failure } from "../../errors.ts";
import { acting, canBeRead } from "../actions/effects.ts";
import { afterwards, nameOf, refusal } from "../actions/reach.ts";
import type { ElementHandle } from "../core/elements.ts";
import type { SelectAnswer } from "../core/library-controls.ts";
import type { Page } from "../core/page.ts";
import { callOn } from "../locate/click-target.ts";
import type { Choice, Chosen } from "./choice.ts";
import { chooseInList } from "./listbox.ts";
import { disabledOption, missingOption, singleFailure } from "./option-errors.ts";

export async function choose(
  page: Page,
  index: number,
  choice: Choice,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Chosen> {
  const handle = page.elements.get(index);
  let answer: SelectAnswer = { ok: false, reason: "gone" };
  const effect = await acting(page, signal, async () => {
    answer = await callOn(handle, "select", handle.id, choice.wanted, choice.by, choice.mode);
  });
  // Assigned in the callback, which the type checker does not follow.
  const told = answer as SelectAnswer;
  if (!told.ok) {
    if (told.reason === "kind" && told.detail === "list")
      return await chooseInList(page, handle, choice, timeoutMs, signal);
    throw refused(handle, told);
  }
  const { chosen, isChanged, isHidden } = told;
  if (!canBeRead(page, effect)) return { chosen, isChanged, ...effect };
  const held = await afterwards(callOn(handle, "selected", handle.id));
  const isKept = held === null || chosen.every(({ value }) => held.some((one) => one.value === value));
  const holds = choice.mode === "remove" || isKept ? undefined : held?.map(({ label }) => label);
  return { chosen, isChanged, isHidden, ...(holds ? { holds } : {}), ...effect };
}

/** Whether the native list has the option and can take it; the reason as a failure where not. Changes nothing. */
export async function checkChoice(handle: ElementHandle, { wanted, by, mode }: Choice): Promise<void> {
  const answer = await callOn(handle, "select", handle.id, wanted, by, mode, true);
  if (!answer.ok) throw refused(handle, answer);
}

function refused(handle: ElementHandle, answer: SelectAnswer & { ok: false }): Failure {
  const { reason, facts } = answer;
  const name = nameOf(handle, facts);
  switch (reason) {
    case "gone":
    case "disabled":
      return refusal(handle, { ok: false, reason, ...(facts ? { facts } : {}) }, "a list", "Run `svc state`.");
    case "option_disabled":
      return disabledOption(name, answer.wanted ?? "");
    case "single":
      return singleFailure(name);
    case "missing":
      return missingOption(name, answer.wanted ?? "", answer.options ?? []);
    default:
      return new Failure(
        "unsuitable",
        `${name} is a field with suggestions`,
        `Run \`svc input ${handle.index} <text>\`.`,
      );
  }
}
