import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const CODE = 'function greet(name) {\n  if (name) {\n    return ["Hello", `name`];\n  }\n}\n';

widgets(
  "CodeMirror",
  { entry: "codemirror.ts" },
  {
    "replaces the text, brackets and indentation as they are": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, CODE);
      await holds("code()", CODE);
    },
    "pastes a text, and reads it back": async ({ svc, holds, find }) => {
      await svc("input", { textbox: /.*/ }, CODE, "--paste");
      await holds("code()", CODE);
      const { value } = await svc("get", "value", { textbox: /.*/ });
      expect(value.trimEnd()).toBe(CODE.trimEnd());
      expect(find({ textbox: /.*/ }).value).toContain("return");
    },
    "shows each line separately": async ({ svc, tree }) => {
      await svc("input", { textbox: /.*/ }, "if (a) {\n  b();\n}", "--paste");
      expect(tree()).toMatch(/if \(a\) \{\n.* {2}b\(\);\n.*\}/);
    },
    "appends a line": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "const two = 2;\n", "--append");
      await holds("code()", "const one = 1;\nconst two = 2;\n");
    },
    "types key by key, with brackets that the editor closes": async ({ svc, holds }) => {
      await svc("focus", { textbox: /.*/ });
      await svc("keys", "Control+End");
      await svc("type", "call(");
      await holds("code()", "const one = 1;\ncall()");
    },
    "appends an open bracket without a closing one": async ({ svc, holds }) => {
      const { differs } = await svc("input", { textbox: /.*/ }, "call(", "--append");
      await holds("code()", "const one = 1;\ncall(");
      expect(differs).toBeUndefined();
    },
    "undoes and redoes a change": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "gone", "--paste");
      await svc("keys", "Control+z");
      await holds("code()", "const one = 1;\n");
      await svc("keys", "Control+y");
      await holds("code()", "gone");
    },
    "finds and replaces in the panel": async ({ svc, holds }) => {
      await svc("focus", { textbox: /.*/ });
      await svc("keys", "Control+f");
      await svc("input", { textbox: "Find" }, "one");
      await svc("input", { textbox: "Replace" }, "three");
      await svc("click", { button: "replace all" });
      await holds("code()", "const three = 1;\n");
    },
    "accepts a completion": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "con", "--append");
      await svc("keys", "Control+Space");
      await svc("click", { option: /continue/ });
      await holds("code().includes('continue')", true);
    },
    "goes to a line and types there": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "a\nb\nc", "--paste");
      await svc("keys", "Control+Alt+g");
      await svc("input", { textbox: /line/i }, "2");
      await svc("keys", "Enter");
      await svc("type", "x");
      await holds("code()", "a\nxb\nc");
    },
    "empties the editor": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "");
      await holds("code()", "");
    },
  },
);
