import { command, positional } from "../command.ts";
import { Failure } from "../errors.ts";
import { acting, effectLines } from "../page/effects.ts";
import { choose, fill, upload as handOver } from "../page/fields.ts";
import { parseKeys, pressChord, typeText } from "../page/keyboard.ts";
import { focusedFrame } from "../page/read.ts";
import { elementIndex, path, shorten, text } from "../values.ts";

const index = positional(elementIndex(), "Index from the last state");

export const type = command({
  name: "type",
  group: "interaction",
  summary: "Type text into the focused element",
  effect: "write",
  needs: "page",
  args: { text: positional(text("text", { stdin: true }), "Text, key by key; - reads it from standard input") },
  examples: ["type 'hello world'"],
  async run({ page, args, signal }) {
    if (!(await focusedFrame(page))) {
      throw new Failure(
        "unsuitable",
        "nothing in the page has the focus",
        "Run `svc click <index>` on a field first, or `svc input <index> <text>`.",
      );
    }
    return { typed: args.text, ...(await acting(page, signal, () => typeText(page, args.text))) };
  },
  text: (r) => `typed: ${r.typed}${effectLines(r)}`,
});

export const input = command({
  name: "input",
  group: "interaction",
  summary: "Replace what a field holds with text, and say what it holds then",
  effect: "write",
  needs: "page",
  args: {
    index,
    text: positional(
      text("text", { stdin: true }),
      "Text; an empty one clears the field; - reads it from standard input",
    ),
  },
  examples: ["input 3 'jane@example.com'", "input 3 ''"],
  async run({ page, args, timeoutMs }) {
    const { value } = await fill(page, args.index, args.text, timeoutMs);
    return { input: value, element: args.index };
  },
});

export const keys = command({
  name: "keys",
  group: "interaction",
  summary: "Press keys: Enter, Control+a, Shift+Tab, or several in a row",
  effect: "write",
  needs: "page",
  args: { keys: positional(text("keys"), "Keys; several are separated by spaces: 'Tab Tab Enter'") },
  examples: ["keys Enter", "keys Control+a", "keys 'Tab Tab Enter'"],
  async run({ page, args, signal }) {
    const parsed = parseKeys(args.keys);
    const effect = await acting(page, signal, async () => {
      if ("text" in parsed) return await typeText(page, parsed.text);
      for (const chord of parsed) await pressChord(page, chord);
    });
    return { sent: args.keys, ...("text" in parsed ? { typed_as_text: true } : {}), ...effect };
  },
  text: (r) => `sent: ${r.sent}${r.typed_as_text ? " (no key has that name: typed as text)" : ""}${effectLines(r)}`,
});

export const select = command({
  name: "select",
  group: "interaction",
  summary: "Select an option of a list by its label or value",
  effect: "write",
  needs: "page",
  args: { index, value: positional(text("value"), "Label or value of the option") },
  examples: ["select 5 Austria"],
  async run({ page, args, signal }) {
    let chosen = { selected: "", value: "" };
    const effect = await acting(page, signal, async () => {
      chosen = await choose(page, args.index, args.value);
    });
    return { ...chosen, element: args.index, ...effect };
  },
  text: (r) => `selected: ${r.selected}\nelement: ${r.element}${effectLines(r)}`,
});

export const upload = command({
  name: "upload",
  group: "interaction",
  summary: "Hand a file over to a file input",
  effect: "write",
  needs: "page",
  args: { index, path: positional(path(), "The file") },
  examples: ["upload 4 ./photo.png"],
  async run({ page, args, signal }) {
    const effect = await acting(page, signal, () => handOver(page, args.index, args.path));
    return { uploaded: args.path, element: args.index, ...effect };
  },
  text: (r) => `uploaded: ${shorten(r.uploaded, 500)}\nelement: ${r.element}${effectLines(r)}`,
});
