import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

widgets(
  "MUI",
  { entry: "mui.tsx", body: "<div id=app></div>" },
  {
    "opens a menu and chooses": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Account" });
      await svc("click", { menuitem: "Orders" });
      expect(tree()).not.toContain("Profile");
      await holds("model.menu", "orders");
    },
    "confirms in a dialog and dismisses the message": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Delete account" });
      expect(tree()).toContain("Delete for good?");
      await svc("click", { button: "Delete" });
      expect(tree()).not.toContain("Delete for good?");
      expect(tree()).toContain("Account deleted");
      await svc("click", { button: "Dismiss" });
      expect(tree()).not.toContain("Account deleted");
      await holds("model.deleted", true);
    },
    "ticks a box in a drawer": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Filters" });
      await svc("check", { checkbox: "In stock" });
      await svc("click", { button: "Apply" });
      expect(tree()).not.toContain("In stock");
      await holds("model.stock", true);
    },
    "opens a select and chooses": async ({ svc, holds, find }) => {
      await svc("click", { combobox: /City/ });
      await svc("click", { option: "Linz" });
      await holds("model.city", "Linz");
      expect(find({ combobox: /City/ })).toMatchObject({ name: expect.stringContaining("City") });
    },
    "selects by the name of an option": async ({ svc, holds }) => {
      await svc("select", { combobox: /City/ }, "Vienna");
      await holds("model.city", "Vienna");
    },
    "chooses several with completion": async ({ svc, holds }) => {
      await svc("input", { combobox: "Colours" }, "bl");
      await svc("click", { option: "Black" });
      await svc("click", { combobox: "Colours" });
      await svc("click", { option: "Green" });
      await holds("model.tags", ["Black", "Green"]);
    },
    "removes a chosen option": async ({ svc, holds }) => {
      await svc("input", { combobox: "Colours" }, "red");
      await svc("keys", "ArrowDown");
      await svc("keys", "Enter");
      await holds("model.tags", ["Red"]);
      await svc("click", { button: /clear/i });
      await holds("model.tags", []);
    },
    "shows what the form lacks, then submits it": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Send" });
      expect(tree()).toContain("Give an address");
      await svc("input", { textbox: "Email" }, "ann@example.com");
      expect(tree()).not.toContain("Give an address");
      await svc("click", { button: "Send" });
      await holds("model.sent", "ann@example.com");
    },
    "sets radio button and switch": async ({ svc, holds, find }) => {
      await svc("check", { radio: "Large" });
      await svc("check", { switch: "Night mode" });
      expect(find({ switch: "Night mode" }).states).toContain("checked");
      await holds("[model.size, model.night]", ["Large", true]);
    },
    "moves a slider": async ({ svc, holds, find }) => {
      await svc("input", { slider: "Volume" }, "70");
      expect(find({ slider: "Volume" }).value).toBe("70");
      await holds("model.volume", 70);
    },
    "rates with four stars": async ({ svc, holds }) => {
      await svc("click", { radio: "4 Stars" });
      await holds("model.rating", 4);
    },
    "switches tabs": async ({ svc, tree }) => {
      await svc("click", { tab: "Reviews" });
      expect(tree()).toContain("Five stars");
      expect(tree()).not.toContain("A fine lamp");
    },
    "opens an accordion": async ({ svc, tree }) => {
      expect(tree()).not.toContain("By card");
      await svc("click", { button: "How to pay?" });
      expect(tree()).toContain("By card");
    },
    "toggles a view": async ({ svc, holds, find }) => {
      await svc("click", { button: "Grid" });
      expect(find({ button: "Grid" }).states).toContain("pressed");
      await holds("model.view", "grid");
    },
    "sorts a table, goes to its next page and ticks a row": async ({ svc, holds, tree, find }) => {
      await svc("click", { button: "Price" });
      await svc("click", { button: /next page/i, nth: 0 });
      expect(tree()).toContain("6–10 of 23");
      const [sixth] = /Item \d+/.exec(tree()) ?? [];
      await svc("check", { checkbox: new RegExp(`${sixth}`) });
      expect(find({ checkbox: new RegExp(`${sixth}`) }).states).toContain("checked");
      await holds("model.chosen", [sixth]);
      await holds("model.page", 1);
    },
    "goes to a page": async ({ svc, holds }) => {
      await svc("click", { button: /page 5$/i });
      await holds("model.page", 5);
    },
    "deletes a chip": async ({ svc, holds }) => {
      await svc("click", { any: /deleteIcon/, nth: 0 });
      await holds("model.chips", ["Sale"]);
    },
    "chooses from a speed dial": async ({ svc, holds }) => {
      await svc("hover", { button: "Tools" });
      await svc("click", { menuitem: "Print" });
      await holds("model.tools", "Print");
    },
    "reads a tooltip": async ({ svc, tree }) => {
      await svc("hover", { button: "Save" });
      expect(tree()).toContain("Saves a draft");
    },
  },
);
