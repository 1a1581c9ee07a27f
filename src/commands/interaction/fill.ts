import { filledList, flag, optionList, positionals } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { effectLines } from "../../page/actions/effects.ts";
import { type Entry, type FilledField, fillAll, isIndex } from "../../page/controls/fill.ts";
import { bool, environmentPair, fieldPair, splitPair } from "../../values.ts";
import { comeToRest, SETTLE_VARIABLE } from "../shared/settling.ts";

export const fill = command({
  name: "fill",
  group: "interaction",
  summary: "Set several fields of a form; all are checked before the first one is changed",
  effect: "write",
  needs: "page",
  args: {
    fields: positionals(
      fieldPair("perhaps"),
      "<index or label>=<value>. The value is a text, the label of an option, or on or off. Write \\= for = in a label",
    ),
    hidden: filledList(fieldPair(true), "Fields whose values are never printed, as with --from-env"),
    fromEnv: optionList(
      environmentPair("hidden"),
      "Set a field from an environment variable: Password=MY_PASSWORD; repeat it for several fields",
    ),
    secret: flag(bool(), "Do not print the values of the fields; passwords are never printed"),
  },
  examples: [
    "fill 3=Ann 5=ann@example.com 7=on",
    "fill 'Full name=Ann' Country=Austria 'I agree=on'",
    "fill Email=ann@example.com --from-env Password=PASSWORD",
  ],
  environment: [SETTLE_VARIABLE],
  async run(context) {
    const { page, args, signal, timeoutMs } = context;
    const entries = [
      ...args.fields.map((pair) => entryOf(pair, args.secret, false)),
      ...args.hidden.map((pair) => entryOf(pair, true, true)),
    ];
    if (entries.length === 0)
      throw new Failure(
        "usage",
        "no fields given: svc fill <field=value...>",
        "Write `svc fill 3=Ann Country=Austria`.",
      );
    // Labels are looked for on the page as the last action left it.
    if (entries.some(({ field }) => !isIndex(field))) await comeToRest({ ...context, args: {} }, false);
    return await fillAll({ page, signal, timeoutMs }, entries);
  },
  text: (r, changes = "") => {
    // What a field holds is told once: by its line among the changes, where there is one.
    const isTold = (one: FilledField) => !one.differs && !one.gone && changes.includes(`~ [${one.element}]<`);
    const told = r.filled.filter(isTold).map(nameOf).join(", ");
    const others = r.filled.filter((one) => !isTold(one)).map(line);
    return [...(told === "" ? [] : [`filled: ${told}`]), ...others].join("\n") + effectLines(r);
  },
});

function nameOf({ element, field }: FilledField): string {
  return field === undefined ? String(element) : `${element} (${field})`;
}

function entryOf(pair: string, isSecret: boolean, isFromEnv: boolean): Entry {
  const { field = "", value = "" } = splitPair(pair) ?? {};
  return { field, value, isSecret, isFromEnv };
}

function line(one: FilledField): string {
  const { value, differs, gone } = one;
  const note = differs
    ? " (differs: the field now has this value)"
    : gone
      ? " (gone: the field is no longer on the page)"
      : "";
  return `filled: ${nameOf(one)} ${JSON.stringify(value)}${note}`;
}
