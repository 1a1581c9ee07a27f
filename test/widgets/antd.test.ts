import { expect } from "bun:test";
import { write } from "../fixture.ts";
import { widgets } from "./matrix.ts";

widgets(
  "Ant Design",
  {
    entry: "antd.tsx",
    body: "<div id=app></div>",
    routes: { "/upload": async (request) => Response.json({ files: [...(await request.formData()).keys()] }) },
  },
  {
    "opens a dropdown and chooses": async ({ svc, holds }) => {
      await svc("click", { button: "Account" });
      await svc("click", { menuitem: "Orders" });
      await holds("model.menu", "orders");
    },
    "confirms in a modal": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Close account" });
      expect(tree()).toContain("Your orders will be lost.");
      await svc("click", { button: "Yes, close it" });
      expect(tree()).not.toContain("Your orders will be lost.");
      await holds("model.closed", true);
    },
    "switches in a drawer and closes it": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Filters" });
      await svc("check", { switch: "In stock" });
      await svc("click", { button: "Close" });
      await svc("wait", "settled");
      expect(tree()).not.toContain("In stock");
      await holds("model.stock", true);
    },
    "reads a message": async ({ svc, tree }) => {
      await svc("click", { button: "Save" });
      expect(tree()).toContain("Draft saved");
    },
    "confirms in a bubble": async ({ svc, holds }) => {
      await svc("click", { button: "Remove" });
      await svc("click", { button: "OK" });
      await holds("model.removed", true);
    },
    "reads a tooltip": async ({ svc, tree }) => {
      await svc("hover", { button: "Print" });
      expect(tree()).toContain("Prints two pages");
    },
    "shows what the form lacks, then submits it": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Send" });
      expect(tree()).toContain("Please give a name");
      await svc("input", { textbox: /Name/ }, "Ann");
      expect(tree()).not.toContain("Please give a name");
      await svc("click", { button: "Send" });
      await holds("model.sent.name", "Ann");
    },
    "opens a select and chooses": async ({ svc, holds }) => {
      await svc("click", { combobox: /City/ });
      await svc("click", { any: "Linz", nth: 0 });
      await holds("model.city", "Linz");
    },
    "selects by the name of an option": async ({ svc, holds }) => {
      await svc("select", { combobox: /City/ }, "Vienna");
      await holds("model.city", "Vienna");
    },
    "searches and chooses several": async ({ svc, holds }) => {
      await svc("input", { combobox: /Colours/ }, "bl");
      await svc("click", { any: "Black", nth: 0 });
      await svc("input", { combobox: /Colours/ }, "gre");
      await svc("keys", "Enter");
      await holds("model.colours", ["Black", "Green"]);
    },
    "picks a date of the next month": async ({ svc, holds }) => {
      await svc("click", { textbox: /Arrival/ });
      await svc("click", { button: /next month/i });
      await svc("click", { any: /^23$/, nth: 0 });
      await holds("model.arrival", "2026-04-23");
    },
    "types a date": async ({ svc, holds }) => {
      await svc("input", { textbox: /Arrival/ }, "2026-05-02");
      await svc("keys", "Enter");
      await holds("model.arrival", "2026-05-02");
    },
    "sets a number": async ({ svc, holds }) => {
      await svc("input", { spinbutton: /Amount/ }, "12");
      await svc("keys", "ArrowUp");
      await holds("model.amount", 13);
    },
    "chooses in a cascader": async ({ svc, holds }) => {
      await svc("click", { combobox: /Place/ });
      await svc("click", { any: /^Austria$/, nth: 0 });
      await svc("click", { any: /^Graz$/, nth: 0 });
      await holds("model.place", ["at", "grz"]);
    },
    "accepts a suggestion": async ({ svc, holds }) => {
      await svc("input", { combobox: /Street/ }, "mil");
      await svc("click", { any: "Mill Lane", nth: 0 });
      await holds("model.street", "Mill Lane");
    },
    "chooses from a tree": async ({ svc, holds }) => {
      await svc("click", { combobox: /Part/ });
      await svc("click", { any: "caret-down", nth: -1 });
      await svc("click", { any: "Bulb", nth: 0 });
      await holds("model.part", "bulb");
    },
    "ticks rows of a table": async ({ svc, holds }) => {
      await svc("check", { checkbox: /row 2|Item 2\b/ });
      await holds("model.chosen", ["Item 2"]);
    },
    "sorts a table and goes to its next page": async ({ svc, holds, tree }) => {
      await svc("click", { any: "Price", nth: 0 });
      await svc("click", { any: "Price", nth: 0 });
      await svc("click", { any: /next page/i, nth: 0 });
      await holds("model.rows", ["Item 5", "Item 12", "Item 7"]);
      expect(tree()).toContain("Item 12");
    },
    "filters a table": async ({ svc, holds }) => {
      await svc("click", { button: /filter/i, nth: 1 });
      await svc("click", { menuitem: /Lamp/ });
      await svc("click", { button: "OK" });
      await holds("model.rows", ["Item 2", "Item 4", "Item 6"]);
    },
    "opens a tree and ticks a leaf": async ({ svc, holds }) => {
      await svc("click", { any: "caret-down", nth: 0 });
      await svc("click", { checkbox: /Pear/ });
      await holds("model.checked", ["pear"]);
    },
    "moves an item to the other list": async ({ svc, holds }) => {
      await svc("click", { any: /^Bob$/, nth: 0 });
      await svc("click", { button: "right", nth: 1 });
      await holds("model.moved", ["Bob"]);
    },
    "opens a menu by hover": async ({ svc, holds }) => {
      await svc("hover", { menuitem: "Shop" });
      await svc("click", { menuitem: "Chairs" });
      await holds("model.nav", "chairs");
    },
    "switches tabs and opens a panel": async ({ svc, tree }) => {
      await svc("click", { tab: "Reviews" });
      expect(tree()).toContain("Five stars");
      expect(tree()).not.toContain("A fine lamp");
      await svc("click", { button: "How to pay?" });
      expect(tree()).toContain("By card");
    },
    "sets radio button, segment and rating": async ({ svc, holds }) => {
      await svc("check", { radio: "Large" });
      await svc("click", { any: "Weekly", nth: 0 });
      await svc("click", { radio: "star star", nth: 3 });
      await holds("[model.size, model.period, model.rating]", ["l", "Weekly", 4]);
    },
    "moves a slider": async ({ svc, holds }) => {
      await svc("click", { slider: "Volume" });
      await svc("keys", "ArrowRight");
      await holds("model.volume", 31);
    },
    "uploads a file": async ({ svc, tree, folder, holds }) => {
      await svc("upload", { button: "Attach" }, write(folder, "note.txt", "hello"));
      expect(tree()).toContain("note.txt");
      await holds("model.upload", "note.txt done");
    },
    "goes to a page": async ({ svc, holds }) => {
      await svc("click", { any: /^4$/, nth: 1 });
      await holds("model.page", 4);
    },
  },
);
