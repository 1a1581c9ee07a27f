import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const CODE = 'function greet(name) {\n  if (name) {\n    return ["Hello", name];\n  }\n}\n';
const lineAt = (n: number) => (n * 7_919) % 1_000;
const LINES = Array.from({ length: 60 }, (_, n) => `row ${lineAt(n)}`).join("\n");

/** Matches these rows in this order. */
const rows = (...numbers: number[]) => new RegExp(numbers.map((n) => `\\brow ${lineAt(n)}\n`).join(".*"));

widgets(
  "Monaco",
  { entry: "monaco.ts" },
  {
    "finds the editor, and its lines in order": async ({ find, tree }) => {
      expect(find({ textbox: "Editor content" }).inViewport).toBe(true);
      expect(tree()).toContain("let first = 1;");
    },
    "replaces the text": async ({ svc, holds }) => {
      await svc("input", { textbox: "Editor content" }, "one\n\n  two");
      await holds("code()", "one\n\n  two");
    },
    "pastes code, brackets and indentation as they are, and reads it back": async ({ svc, holds }) => {
      await svc("input", { textbox: "Editor content" }, CODE, "--paste");
      await holds("code()", CODE);
      expect((await svc("get", "value", { textbox: "Editor content" })).value.trimEnd()).toBe(CODE.trimEnd());
    },
    "reports that the editor changed typed code": async ({ svc, holds }) => {
      const { differs } = await svc("input", { textbox: "Editor content" }, "call(");
      await holds("code()", "call()");
      expect(differs).toBe(true);
    },
    "fills the editor by its index and types into it without another state": async ({ svc, find, holds }) => {
      const { index } = find({ textbox: "Editor content" });
      expect(await svc("fill", `${index}=let x = 1;`)).toMatchObject({ filled: [{ element: index }] });
      await holds("code()", "let x = 1;");
      await svc("click", String(index));
      await svc("keys", "Control+a");
      await svc("keys", "Delete");
      await svc("type", "done");
      await holds("code()", "done");
    },
    "types at the end key by key": async ({ svc, holds }) => {
      await svc("focus", { textbox: "Editor content" });
      await svc("keys", "Control+End");
      await svc("type", "call(");
      await holds("code()", "let first = 1;\ncall()");
    },
    "undoes and redoes a change": async ({ svc, holds }) => {
      await svc("input", { textbox: "Editor content" }, "gone", "--paste");
      await svc("keys", "Control+z");
      await holds("code()", "let first = 1;\n");
      await svc("keys", "Control+Shift+z");
      await holds("code()", "gone");
    },
    "finds and replaces": async ({ svc, holds }) => {
      await svc("focus", { textbox: "Editor content" });
      await svc("keys", "Control+h");
      await svc("input", { textbox: "Find" }, "first");
      await svc("input", { textbox: "Replace" }, "second");
      await svc("click", { button: /Replace All/ });
      await holds("code()", "let second = 1;\n");
    },
    "runs a command of the palette": async ({ svc, holds }) => {
      await svc("focus", { textbox: "Editor content" });
      await svc("keys", "Control+a");
      await svc("keys", "F1");
      await svc("type", "uppercase");
      await svc("click", { option: /Transform to Uppercase/ });
      await holds("code()", "LET FIRST = 1;\n");
    },
    "opens the menu of the right button": async ({ svc, find }) => {
      await svc("rightclick", { any: /Editor content/, nth: 0 });
      expect(find({ menuitem: /Command Palette/ }).inViewport).toBe(true);
    },
    "scrolls in a long text, and shows the lines in order": async ({ svc, tree }) => {
      await svc("input", { textbox: "Editor content" }, LINES, "--paste");
      await svc("keys", "Control+Home");
      expect(tree()).toMatch(rows(0, 1, 2));
      await svc("scroll", "down", "--in", { textbox: "Editor content" }, "--amount", "1200");
      expect(tree()).toMatch(rows(30, 31, 32));
      expect(tree()).not.toMatch(rows(11));
    },
  },
);
