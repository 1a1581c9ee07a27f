import { flag, positional } from "../../args.ts";
import { command } from "../../command.ts";
import { DOTS } from "../../lib/mask.ts";
import { readClipboard, writeClipboard } from "../../page/actions/clipboard.ts";
import { bool, text } from "../../values.ts";

export const clipboardRead = command({
  name: "clipboard read",
  group: "interaction",
  summary: "Print the text on the browser's clipboard",
  effect: "write",
  needs: "page",
  args: {},
  examples: ["clipboard read"],
  async run({ page }) {
    return { text: await readClipboard(page) };
  },
  text: (r) => r.text,
});

export const clipboardWrite = command({
  name: "clipboard write",
  group: "interaction",
  summary: "Put text on the browser's clipboard; `svc keys Control+v` pastes it",
  effect: "write",
  needs: "page",
  args: {
    text: positional(text("text", { stdin: true, secret: "perhaps" }), "Text; - reads it from standard input"),
    secret: flag(bool(), "Do not print the text"),
  },
  examples: ["clipboard write 'hello world'"],
  async run({ page, args }) {
    await writeClipboard(page, args.text);
    return { written: args.secret ? DOTS : args.text };
  },
  text: (r) => `written: ${r.written}`,
});
