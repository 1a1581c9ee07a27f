import { command, flag, option, positional } from "../command.ts";
import { DOTS } from "../lib/dots.ts";
import { acting, effectLines } from "../page/effects.ts";
import { giveFocus, isFocusSecret } from "../page/fields.ts";
import { pressChord, typeText } from "../page/keyboard.ts";
import { parseKeys } from "../page/keymap.ts";
import { bool, elementIndex, environment, text } from "../values.ts";

export const type = command({
  name: "type",
  group: "interaction",
  summary: "Type text into the focused element",
  effect: "write",
  needs: "page",
  args: {
    text: positional(
      text("text", { stdin: true, secret: "perhaps" }),
      "Text, key by key, over 500 characters at once up to the last; - reads it from standard input",
    ),
    secret: flag(bool(), "Do not repeat the text in the answer"),
    fromEnv: option(environment("text"), "Take the text from this variable of your environment; implies --secret"),
  },
  examples: ["type 'hello world'", "type --from-env PASSWORD"],
  async run({ page, args, signal }) {
    const isSecret = (await isFocusSecret(page)) || args.secret || args.fromEnv !== undefined;
    const effect = await acting(page, signal, () => typeText(page, args.text));
    return { typed: isSecret ? DOTS : args.text, ...effect };
  },
  text: (r) => `typed: ${r.typed}${effectLines(r)}`,
});

export const keys = command({
  name: "keys",
  group: "interaction",
  summary: "Press keys: Enter, Control+a, Shift+Tab, or several in a row",
  effect: "write",
  needs: "page",
  args: {
    keys: positional(text("keys", { secret: "perhaps" }), "Keys; several are separated by spaces: 'Tab Tab Enter'"),
  },
  examples: ["keys Enter", "keys Control+a", "keys 'Tab Tab Enter'"],
  async run({ page, args, signal }) {
    const parsed = parseKeys(args.keys);
    if ("text" in parsed) {
      const isSecret = await isFocusSecret(page).catch(() => false);
      const effect = await acting(page, signal, () => typeText(page, parsed.text));
      return { sent: isSecret ? DOTS : args.keys, typed_as_text: true, ...effect };
    }
    const effect = await acting(page, signal, async () => {
      for (const chord of parsed) await pressChord(page, chord);
    });
    return { sent: args.keys, ...effect };
  },
  text: (r) =>
    `sent: ${r.sent}${"typed_as_text" in r ? " (no key has that name: typed as text)" : ""}${effectLines(r)}`,
});

export const focus = command({
  name: "focus",
  group: "interaction",
  summary: "Give an element the focus, without a click",
  effect: "write",
  needs: "page",
  args: { index: positional(elementIndex(), "Index from the last state") },
  examples: ["focus 5"],
  async run({ page, args, signal }) {
    let active = "";
    const give = async () => {
      ({ active } = await giveFocus(page, args.index));
    };
    const effect = await acting(page, signal, give, undefined, false);
    return { focused: args.index, has_focus: active, ...effect };
  },
  text: (r) => `focused: ${r.focused}\nhas_focus: ${r.has_focus}${effectLines(r)}`,
});
