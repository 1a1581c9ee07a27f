import { flag, option, positional, somePositionals } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { effectLines } from "../../page/actions/effects.ts";
import { choose } from "../../page/controls/choose.ts";
import { bool, elementIndex, oneOf, text } from "../../values.ts";

/** One word alone, several as a list. */
function oneOrAll<T>(values: T[]): T | T[] {
  return values.length === 1 && values[0] !== undefined ? values[0] : values;
}

function words(value: string | string[]): string {
  return Array.isArray(value) ? value.join(", ") : value;
}

export const select = command({
  name: "select",
  group: "interaction",
  summary: "Select options in a list, menu or group of choices",
  effect: "write",
  needs: "page",
  args: {
    index: positional(elementIndex(), "Index from the last state"),
    values: somePositionals(
      text("value", { typed: true }),
      "Label or value of the option; several if the list allows it",
    ),
    by: option(oneOf("value", "label", "index"), "How to match the options; by default by value, then by label"),
    add: flag(bool(), "Select these too, and keep the current selection"),
    remove: flag(bool(), "Deselect these"),
    create: flag(bool(), "Add options that do not exist, in lists that allow new entries (tags)"),
  },
  examples: ["select 5 Austria", "select 5 0 --by index", "select 8 red green --add", "select 9 urgent --create"],
  async run({ page, args, signal, timeoutMs }) {
    if (args.values.length === 0)
      throw new Failure("usage", "no value given: svc select <index> <value...>", "Run `svc select --help`.");
    if (args.add && args.remove) throw new Failure("usage", "--add and --remove cannot be used together");
    if (args.create && (args.remove || args.by === "index"))
      throw new Failure("usage", "--create cannot be used with --remove or --by index");
    const mode = args.add ? "add" : args.remove ? "remove" : "replace";
    const choice = { wanted: args.values, by: args.by ?? null, mode, create: args.create } as const;
    const told = await choose(page, args.index, choice, timeoutMs, signal);
    const { chosen, isChanged, isHidden, created, holds, ...effect } = told;
    return {
      [args.remove ? "unselected" : "selected"]: oneOrAll(chosen.map(({ label }) => label)),
      value: oneOrAll(chosen.map(({ value }) => value)),
      element: args.index,
      ...(isChanged ? {} : { unchanged: true as const }),
      ...(isHidden ? { hidden: true as const, hint: HIDDEN } : {}),
      ...(created ? { created: oneOrAll(created) } : {}),
      ...(holds ? { differs: true as const, holds: oneOrAll(holds) } : {}),
      ...effect,
    } as Answer & typeof effect;
  },
  text: (r) =>
    (r.unselected === undefined ? `selected: ${words(r.selected ?? [])}` : `unselected: ${words(r.unselected)}`) +
    (r.unchanged ? " (no change)" : "") +
    (r.created === undefined ? "" : `\ncreated: ${words(r.created)}`) +
    `\nelement: ${r.element}` +
    (r.hidden ? `\nhidden: true\nHint: ${r.hint}` : "") +
    (r.differs ? `\ndiffers: true (selected on the page: ${words(r.holds ?? []) || "none"})` : "") +
    effectLines(r),
});

/** Libraries such as Tom Select read the list that they replaced once, and do not follow it. */
const HIDDEN =
  "This list is not visible. If the page shows a widget instead of it, the widget may not have changed: run `svc state`, then `svc select` with the widget's index.";

interface Answer {
  selected?: string | string[];
  unselected?: string | string[];
  value: string | string[];
  element: number;
  /** It was so already. */
  unchanged?: true;
  /** The page does not show the list. */
  hidden?: true;
  hint?: string;
  /** New entries that the page made. */
  created?: string | string[];
  differs?: true;
  holds?: string | string[];
}
