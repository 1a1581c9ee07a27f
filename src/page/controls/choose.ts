/** Chooses options of native lists, and of other lists with `listbox.ts`. */

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
  const result = answer as SelectAnswer;
  if (!result.ok) {
    if (result.reason === "kind" && result.detail === "list")
      return await chooseInList(page, handle, choice, timeoutMs, signal);
    throw refused(handle, result);
  }
  const { chosen, isChanged, isHidden } = result;
  if (!canBeRead(page, effect)) return { chosen, isChanged, ...effect };
  const selected = await afterwards(callOn(handle, "selected", handle.id));
  const isKept = selected === null || chosen.every(({ value }) => selected.some((option) => option.value === value));
  const holds = choice.mode === "remove" || isKept ? undefined : selected?.map(({ label }) => label);
  return { chosen, isChanged, isHidden, ...(holds ? { holds } : {}), ...effect };
}

/** Checks that the native list can choose the option; changes nothing. Errors: `no_option`, `disabled`, `usage`, `unsuitable`, `stale`. */
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
      return refusal(handle, { ok: false, reason, ...(facts ? { facts } : {}) }, "a list", "");
    case "option_disabled":
      return disabledOption(name, answer.wanted ?? "");
    case "single":
      return singleFailure(name);
    case "missing":
      return missingOption(name, answer.wanted ?? "", answer.options ?? []);
    default:
      return new Failure(
        "unsuitable",
        `${name} is a field with suggestions, not a list`,
        `Run \`svc input ${handle.index} <text>\`.`,
      );
  }
}
