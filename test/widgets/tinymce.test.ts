import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

widgets(
  "TinyMCE",
  { entry: "tinymce.ts" },
  {
    "replaces the text inside the frame": async ({ svc, holds, tree }) => {
      await svc("input", { textbox: "Rich Text Area" }, "One (1)\nTwo");
      await holds("html()", "<p>One (1)</p>\n<p>Two</p>");
      expect(tree()).toContain("One (1)");
    },
    "appends text": async ({ svc, holds }) => {
      await svc("input", { textbox: "Rich Text Area" }, " And more.", "--append");
      await holds("html()", "<p>Hello there. And more.</p>");
    },
    "makes the text bold, and shows that it is": async ({ svc, holds, find }) => {
      await svc("focus", { textbox: "Rich Text Area" });
      await svc("keys", "Control+a");
      await svc("click", { button: "Bold" });
      await holds("html()", "<p><strong>Hello there.</strong></p>");
      expect(find({ button: "Bold" }).states).toContain("pressed");
    },
    "makes a heading from the list of blocks": async ({ svc, holds }) => {
      await svc("focus", { textbox: "Rich Text Area" });
      await svc("click", { button: /Paragraph/ });
      await svc("click", { menuitemcheckbox: /Heading 2/ });
      await holds("html()", "<h2>Hello there.</h2>");
    },
    "makes a list and goes on in it": async ({ svc, holds }) => {
      await svc("input", { textbox: "Rich Text Area" }, "milk");
      await svc("click", { button: "Bullet list" });
      await svc("keys", "Enter");
      await svc("type", "bread");
      await holds("html()", "<ul>\n<li>milk</li>\n<li>bread</li>\n</ul>");
    },
    "links the text in the dialog": async ({ svc, holds }) => {
      await svc("focus", { textbox: "Rich Text Area" });
      await svc("keys", "Control+a");
      await svc("click", { button: "Insert/edit link" });
      await svc("input", { any: "URL" }, "https://example.com/");
      await svc("click", { button: "Save" });
      await holds("html()", '<p><a href="https://example.com/">Hello there.</a></p>');
    },
    "inserts a table by the grid of the menu": async ({ svc, holds }) => {
      await svc("focus", { textbox: "Rich Text Area" });
      await svc("click", { menuitem: "Table" });
      await svc("hover", { menuitem: "Table", nth: 1 });
      await svc("click", { button: /^(2 columns, 3 rows|3 rows, 2 columns|2x3|3x2)/ });
      await holds("(html().match(/<td/g) ?? []).length", 6);
    },
    "edits the source in the dialog": async ({ svc, holds, find }) => {
      await svc("click", { menuitem: "Tools" });
      await svc("click", { menuitem: "Source code" });
      await svc("input", { textbox: /.*/, value: "<p>Hello there.</p>" }, "<p>New <em>text</em></p>");
      await svc("click", { button: "Save" });
      await holds("html()", "<p>New <em>text</em></p>");
      expect(find({ textbox: "Rich Text Area" }).value).toBe("New text");
    },
    "undoes and redoes a change": async ({ svc, holds }) => {
      await svc("input", { textbox: "Rich Text Area" }, "gone");
      await svc("click", { button: "Undo" });
      await holds("html()", "<p>Hello there.</p>");
      await svc("click", { button: "Redo" });
      await holds("html()", "<p>gone</p>");
    },
  },
);
