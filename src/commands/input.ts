import { command, flag, option, positional } from "../command.ts";
import { effectLines } from "../page/effects.ts";
import { fill } from "../page/fields.ts";
import { bool, elementIndex, environment, text } from "../values.ts";

export const input = command({
  name: "input",
  group: "interaction",
  summary: "Replace what a field holds with text, and say what it holds then",
  effect: "write",
  needs: "page",
  args: {
    index: positional(elementIndex(), "Index from the last state"),
    text: positional(
      text("text", { stdin: true, secret: "perhaps" }),
      "Text; an empty one clears the field; - reads it from standard input",
    ),
    append: flag(bool(), "Put the text behind what the field holds"),
    secret: flag(bool(), "Do not tell what the field holds; passwords are never told"),
    fromEnv: option(environment("text"), "Take the text from this variable of your environment; implies --secret"),
  },
  examples: ["input 3 'jane@example.com'", "input 3 ''", "input 5 --from-env PASSWORD"],
  async run({ page, args, signal, timeoutMs }) {
    const what = { text: args.text, append: args.append, secret: args.secret || args.fromEnv !== undefined };
    const { value, ...rest } = await fill(page, args.index, what, timeoutMs, signal);
    return { input: value, element: args.index, ...rest };
  },
  text: (r) =>
    `input: ${r.input}\nelement: ${r.element}` +
    (r.differs ? "\ndiffers: true (the field holds something else than was typed)" : "") +
    (r.gone ? "\ngone: true (the field left the page)" : "") +
    effectLines(r),
});
