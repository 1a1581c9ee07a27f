import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

widgets(
  "ProseMirror",
  { entry: "prosemirror.ts" },
  {
    "replaces the text, one paragraph for each line": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "One (1)\nTwo");
      await holds("doc()", 'paragraph("One (1)") paragraph("Two")');
    },
    "appends text and reads it back": async ({ svc, holds, tree }) => {
      await svc("input", { textbox: /.*/ }, " And more.", "--append");
      await holds("doc()", 'paragraph("A first paragraph.") paragraph("A second one. And more.")');
      expect(tree()).toContain("A second one. And more.");
    },
    "makes a word bold by the toolbar": async ({ svc, holds }) => {
      await svc("focus", { textbox: /.*/ });
      await svc("keys", "Control+Home");
      await svc("keys", "Control+ArrowRight");
      await svc("keys", "Control+Shift+ArrowRight");
      await svc("click", { button: "Toggle strong style" });
      await holds('/strong\\("first ?"\\)/.test(doc())', true);
    },
    "shows that bold is on, and types in bold": async ({ svc, holds, find }) => {
      await svc("input", { textbox: /.*/ }, "");
      await svc("click", { button: "Toggle strong style" });
      expect(find({ button: "Toggle strong style" }).states).toContain("pressed");
      await svc("type", "loud");
      await holds("doc()", 'paragraph(strong("loud"))');
    },
    "makes a heading by the menu": async ({ svc, holds }) => {
      await svc("focus", { textbox: /.*/ });
      await svc("keys", "Control+Home");
      await svc("click", { button: "Type..." });
      await svc("hover", { button: "Heading" });
      await svc("click", { button: "Level 2" });
      await holds("doc()", 'heading("A first paragraph.") paragraph("A second one.")');
    },
    "makes a list": async ({ svc, holds }) => {
      await svc("focus", { textbox: /.*/ });
      await svc("keys", "Control+Home");
      await svc("click", { button: "Wrap in bullet list" });
      await holds("doc().startsWith('bullet_list(list_item(paragraph(\"A first paragraph.\")))')", true);
    },
    "types a list, one item for each line": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "");
      await svc("type", "--", "- milk");
      await svc("keys", "Enter");
      await svc("type", "bread");
      await holds("doc()", 'bullet_list(list_item(paragraph("milk")), list_item(paragraph("bread")))');
    },
    "links a text in the dialog": async ({ svc, holds }) => {
      await svc("focus", { textbox: /.*/ });
      await svc("keys", "Control+a");
      await svc("click", { button: "Add or remove link" });
      await svc("input", { textbox: /Link target/ }, "https://example.com/");
      await svc("keys", "Enter");
      await holds("document.querySelectorAll('.ProseMirror a[href=\"https://example.com/\"]').length", 2);
    },
    "inserts a line by the menu": async ({ svc, holds }) => {
      await svc("focus", { textbox: /.*/ });
      await svc("keys", "Control+End");
      await svc("click", { button: "Insert" });
      await svc("click", { button: "Horizontal rule" });
      await holds("doc().includes('horizontal_rule')", true);
    },
    "undoes a change": async ({ svc, holds }) => {
      await svc("input", { textbox: /.*/ }, "gone");
      await svc("click", { button: "Undo last change" });
      await holds("doc().includes('A first paragraph.')", true);
    },
  },
);
