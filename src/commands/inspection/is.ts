import { flag, option, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure, type FailureCode } from "../../errors.ts";
import type { ElementStates } from "../../page/core/library.ts";
import { findFirst, statesOf } from "../../page/locate/read-element.ts";
import { bool, elementIndex, text } from "../../values.ts";

interface Question {
  summary: string;
  /** Undefined where the question does not fit the element. */
  answer(states: ElementStates): boolean | undefined;
  /** How `--assert` fails when it is not so. */
  code: FailureCode;
}

/** The answer is data, and exit 0 either way: a pipeline shall not take `false` for a failure. `--assert` asks for one. */
function question<const W extends string>(word: W, { summary, answer, code }: Question) {
  return command({
    name: `is ${word}`,
    group: "inspection",
    summary,
    effect: "read",
    needs: "page",
    settles: "page",
    args: {
      index: positionalOr(elementIndex(), undefined, "Index from the last state"),
      selector: option(text("css", { nonEmpty: true }), "CSS selector; the first match"),
      assert: flag(bool(), "Exit with 1 if the answer is false"),
    },
    examples: [`is ${word} 3`, `is ${word} --selector '#save' --assert`],
    async run({ page, args }) {
      if ((args.index === undefined) === (args.selector === undefined))
        throw new Failure(
          "usage",
          args.index === undefined ? "missing index" : "index and --selector cannot be used together",
          `Write \`svc is ${word} <index>\` or \`svc is ${word} --selector <css>\`.`,
        );
      const handle =
        args.selector === undefined ? page.elements.get(args.index ?? 0) : await findFirst(page, args.selector);
      const states = await statesOf(page, handle);
      const holds = answer(states);
      const what = args.selector === undefined ? `element ${handle.index}, ${handle.seen},` : handle.seen;
      if (holds === undefined) throw new Failure("unsuitable", `${what} cannot be ${word}`, seeHint(args.index));
      if (args.assert && !holds) throw new Failure(code, `${what} is not ${word}`, "Run `svc state` to see its state.");
      return { [word]: holds };
    },
  });
}

function seeHint(index: number | undefined): string {
  return index === undefined ? "Run `svc state` to see what is on the page." : `Run \`svc get attributes ${index}\`.`;
}

export const isVisible = question("visible", {
  summary: "Whether an element is visible, inside or outside the viewport",
  answer: ({ visible }) => visible,
  code: "hidden",
});

export const isHidden = question("hidden", {
  summary: "Whether an element exists but is not visible",
  answer: ({ visible }) => !visible,
  code: "unsuitable",
});

export const isEnabled = question("enabled", {
  summary: "Whether an element is enabled",
  answer: ({ enabled }) => enabled,
  code: "disabled",
});

export const isDisabled = question("disabled", {
  summary: "Whether an element is disabled",
  answer: ({ enabled }) => !enabled,
  code: "unsuitable",
});

export const isChecked = question("checked", {
  summary: "Whether a check box, radio button or switch is on; mixed counts as off",
  answer: ({ checked }) => (checked === null ? undefined : checked === "true"),
  code: "unsuitable",
});

export const isEditable = question("editable", {
  summary: "Whether an element accepts text",
  answer: ({ editable }) => editable,
  code: "disabled",
});

export const isFocused = question("focused", {
  summary: "Whether an element has the focus",
  answer: ({ focused }) => focused,
  code: "unsuitable",
});
