import { flag, option, positional, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { DOTS } from "../../lib/mask.ts";
import { acting, effectLines } from "../../page/actions/effects.ts";
import { isFocusSecret, setFocus } from "../../page/controls/fields.ts";
import type { Page } from "../../page/core/page.ts";
import { holdKey, pressChord, releaseKey, typeText } from "../../page/input/keyboard.ts";
import { type Key, keyNamed, parseKeys } from "../../page/input/keymap.ts";
import { bool, elementIndex, environment, text } from "../../values.ts";

export const type = command({
  name: "type",
  group: "interaction",
  summary: "Type text into the focused element",
  effect: "write",
  needs: "page",
  args: {
    text: positional(
      text("text", { stdin: true, secret: "perhaps", typed: true }),
      "Text, typed key by key; most of a text over 500 characters is inserted at once. - reads standard input",
    ),
    secret: flag(bool(), "Do not print the text"),
    fromEnv: option(environment("text"), "Read the text from this environment variable; implies --secret"),
  },
  examples: ["type 'hello world'", "type --from-env PASSWORD"],
  async run({ page, args, signal }) {
    const isSecret = (await isFocusSecret(page)) || args.secret || args.fromEnv !== undefined;
    const effect = await acting(page, signal, () => typeText(page, args.text), undefined, "text");
    return { typed: isSecret ? DOTS : args.text, ...effect };
  },
  text: (r) => `typed: ${r.typed}${effectLines(r)}`,
});

export const keys = command({
  name: "keys",
  group: "interaction",
  summary: "Press keys such as Enter, Control+a or 'Tab Tab Enter'; or hold a key down",
  effect: "write",
  needs: "page",
  args: {
    keys: positionalOr(
      text("keys", { secret: "perhaps", typed: true }),
      undefined,
      "Keys, separated by spaces: 'Tab Tab Enter'",
    ),
    down: option(
      text("key", { secret: "perhaps" }),
      "Press this key and keep it down, also for clicks, until --up or the next page",
    ),
    up: option(text("key", { secret: "perhaps" }), "Release this key"),
  },
  examples: ["keys Enter", "keys Control+a", "keys 'Tab Tab Enter'", "keys --down Shift", "keys --up Shift"],
  async run({ page, args, signal }) {
    const { keys: words, down, up } = args;
    if ([words, down, up].filter((one) => one !== undefined).length !== 1)
      throw new Failure("usage", "no keys given", "Write `svc keys Enter` or `svc keys --down Shift`.");
    if (words !== undefined) return await pressed(page, words, signal);
    if (down !== undefined) {
      const key = keyNamed(down);
      const { effect, isSecret } = await pressing(page, typesText(key), () =>
        acting(page, signal, () => holdKey(page, key)),
      );
      return { down: isSecret ? DOTS : down, ...effect };
    }
    const key = keyNamed(up ?? "");
    if (!page.inputState.isDown(key))
      throw new Failure("usage", `the key ${up} is not down`, `Run \`svc keys --down ${up}\` to hold it.`);
    const { effect, isSecret } = await pressing(page, typesText(key), () =>
      acting(page, signal, () => releaseKey(page, key)),
    );
    return { up: isSecret ? DOTS : up, ...effect };
  },
  text: (r) => {
    if ("down" in r) return `down: ${r.down}${effectLines(r)}`;
    if ("up" in r) return `up: ${r.up}${effectLines(r)}`;
    return `sent: ${r.sent}${"typed_as_text" in r ? " (not the name of a key; typed as text)" : ""}${effectLines(r)}`;
  },
});

async function pressed(page: Page, words: string, signal: AbortSignal) {
  const parsed = parseKeys(words);
  const isText = "text" in parsed;
  const types = isText || parsed.some(({ key, modifiers }) => typesText(key) && modifiers.every(isShift));
  const { effect, isSecret } = await pressing(page, types, () =>
    isText
      ? acting(page, signal, () => typeText(page, parsed.text), undefined, "text")
      : acting(page, signal, async () => {
          for (const chord of parsed) await pressChord(page, chord);
        }),
  );
  return { sent: isSecret ? DOTS : words, ...(isText ? { typed_as_text: true } : {}), ...effect };
}

/** Enter alone says nothing of a password. */
const typesText = ({ text }: Key) => text !== undefined && text !== "\r";

const isShift = (modifier: string) => modifier === "shift";

/** A password that is typed key by key is one all the same. `Tab` and a letter may get into it, `Enter` may leave it. */
async function pressing<T>(
  page: Page,
  types: boolean,
  press: () => Promise<T>,
): Promise<{ effect: T; isSecret: boolean }> {
  const asked = () => (types ? isFocusSecret(page).catch(() => false) : false);
  const before = await asked();
  const effect = await press();
  return { effect, isSecret: before || (await asked()) };
}

export const focus = command({
  name: "focus",
  group: "interaction",
  summary: "Focus an element without clicking it",
  effect: "write",
  needs: "page",
  args: { index: positional(elementIndex(), "Index from the last state") },
  examples: ["focus 5"],
  async run({ page, args, signal }) {
    let active = "";
    const give = async () => {
      ({ active } = await setFocus(page, args.index));
    };
    const effect = await acting(page, signal, give, undefined, "nothing");
    return { focused: args.index, has_focus: active, ...effect };
  },
  text: (r) => `focused: ${r.focused}\nhas_focus: ${r.has_focus}${effectLines(r)}`,
});
