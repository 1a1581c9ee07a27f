import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

widgets(
  "Quill",
  { entry: "quill.ts" },
  {
    "finds the editor by its placeholder": async ({ svc, holds }) => {
      await svc("input", { textbox: "Write here" }, "Hello");
      await holds("contents()", [{ insert: "Hello\n" }]);
    },
    "writes lines with brackets, and reads them back": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "One (1)\nTwo [2]");
      await holds("contents()", [{ insert: "One (1)\nTwo [2]\n" }]);
      expect((await svc("get", "value", { textbox: /.*/ })).value).toBe("One (1)\nTwo [2]");
    },
    "makes the text bold by the toolbar": async ({ svc, holds, find }) => {
      await svc("input", { textbox: /.*/ }, "Loud");
      await svc("keys", "Control+a");
      await svc("click", { button: "bold" });
      await holds("contents()", [{ insert: "Loud", attributes: { bold: true } }, { insert: "\n" }]);
      expect(find({ button: "bold" }).states).toContain("pressed");
    },
    "makes one word italic by the keyboard": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "so quiet");
      await svc("keys", "Control+Shift+ArrowLeft");
      await svc("keys", "Control+i");
      await holds("contents()", [
        { insert: "so " },
        { insert: "quiet", attributes: { italic: true } },
        { insert: "\n" },
      ]);
    },
    "makes a heading from the list of kinds": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "Title");
      await svc("click", { button: "Normal" });
      await svc("click", { any: "Heading 1" });
      await holds("contents()", [{ insert: "Title" }, { attributes: { header: 1 }, insert: "\n" }]);
    },
    "makes a list and goes on in it": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "milk");
      await svc("click", { button: "list: bullet" });
      await svc("keys", "End");
      await svc("keys", "Enter");
      await svc("type", "bread");
      const item = { attributes: { list: "bullet" }, insert: "\n" };
      await holds("contents()", [{ insert: "milk" }, item, { insert: "bread" }, item]);
    },
    "colours the text": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "red");
      await svc("keys", "Control+a");
      await svc("click", { button: /color/ });
      await svc("click", { any: /color=#e60000/ });
      await holds("contents()[0]", { insert: "red", attributes: { color: "#e60000" } });
    },
    "links the text": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "here");
      await svc("keys", "Control+a");
      await svc("click", { button: "link" });
      await svc("input", { textbox: /link|https/i, nth: 0 }, "https://example.com/");
      await svc("click", { any: /Save/, nth: 0 });
      await holds("contents()[0]", { insert: "here", attributes: { link: "https://example.com/" } });
    },
    "removes the format": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "plain");
      await svc("keys", "Control+a");
      await svc("click", { button: "bold" });
      await svc("click", { button: "clean" });
      await holds("contents()", [{ insert: "plain\n" }]);
    },
  },
);
