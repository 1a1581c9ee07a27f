import { flag, option, positional } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { shorten } from "../../lib/shorten.ts";
import { effectLines } from "../../page/actions/effects.ts";
import { type Commit, fill } from "../../page/controls/fields.ts";
import { bool, elementIndex, environment, text } from "../../values.ts";

/** Characters of what a field holds that are told as text. */
const MAX_ECHO = 200;

export const input = command({
  name: "input",
  group: "interaction",
  summary: "Replace the content of a field, then print its new value",
  effect: "write",
  needs: "page",
  args: {
    index: positional(elementIndex(), "Index from the last state"),
    text: positional(
      text("text", { stdin: true, secret: "perhaps", typed: true }),
      "Text; an empty text clears the field; - reads standard input",
    ),
    append: flag(bool(), "Add the text to the end of the field"),
    paste: flag(bool(), "Paste the text, for editors that change typed text"),
    enter: flag(bool(), "Press Enter afterwards"),
    leave: flag(bool(), "Leave the field afterwards; some pages accept a value only then"),
    secret: flag(bool(), "Do not print the value of the field; passwords are never printed"),
    fromEnv: option(environment("text"), "Read the text from this environment variable; implies --secret"),
  },
  examples: [
    "input 3 'jane@example.com'",
    "input --label Email jane@example.com",
    "input 3 ''",
    "input 3 42 --leave",
    "input 9 'if (a) { b }' --paste",
    "input 5 --from-env PASSWORD --enter",
  ],
  async run({ browser, page, args, signal, timeoutMs }) {
    if (args.enter && args.leave)
      throw new Failure("usage", "--enter and --leave cannot be used together", "Leave out one of them.");
    const commit: Commit | undefined = args.enter ? "enter" : args.leave ? "leave" : undefined;
    const secret = args.secret || args.fromEnv !== undefined;
    // What is pasted goes through the browser's own clipboard, never through that of somebody's desktop.
    const paste = args.paste ? (browser.hasOwnClipboard ? "own" : "desktop") : undefined;
    const what = { text: args.text, append: args.append, secret, paste, commit } as const;
    const { value, ...rest } = await fill(page, args.index, what, timeoutMs, signal);
    return { input: value, element: args.index, ...rest };
  },
  text: (r) =>
    // Who typed a long text knows it; all of it is in --json.
    `input: ${shorten(r.input, MAX_ECHO)}\nelement: ${r.element}` +
    (r.differs ? "\ndiffers: true (the page changed the text)" : "") +
    (r.gone ? "\ngone: true (the field is no longer on the page)" : "") +
    (r.committed ? `\ncommitted: ${r.committed}` : "") +
    (r.holds === undefined ? "" : `\nholds: ${r.holds}`) +
    effectLines(r),
});
