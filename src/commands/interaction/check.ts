import { positional } from "../../args.ts";
import { command } from "../../command.ts";
import { effectLines } from "../../page/actions/effects.ts";
import { setChecked } from "../../page/controls/check.ts";
import type { Page } from "../../page/core/page.ts";
import { elementIndex } from "../../values.ts";

const index = positional(elementIndex(), "Index from the last state");

async function turn(page: Page, element: number, checked: boolean, timeoutMs: number, signal: AbortSignal) {
  const { changed, ...effect } = await setChecked(page, element, checked, timeoutMs, signal);
  return { checked, element, changed, ...effect };
}

function text(r: Awaited<ReturnType<typeof turn>>): string {
  return `checked: ${r.checked}\nelement: ${r.element}\nchanged: ${r.changed}${effectLines(r)}`;
}

export const check = command({
  name: "check",
  group: "interaction",
  summary: "Turn on a check box, radio button or switch",
  effect: "write",
  needs: "page",
  args: { index },
  examples: ["check 6"],
  run: ({ page, args, signal, timeoutMs }) => turn(page, args.index, true, timeoutMs, signal),
  text,
});

export const uncheck = command({
  name: "uncheck",
  group: "interaction",
  summary: "Turn off a check box or switch",
  effect: "write",
  needs: "page",
  args: { index },
  examples: ["uncheck 6"],
  run: ({ page, args, signal, timeoutMs }) => turn(page, args.index, false, timeoutMs, signal),
  text,
});
