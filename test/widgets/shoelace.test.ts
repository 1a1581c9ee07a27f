import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const BODY = `<style>body { font: 14px sans-serif; display: grid; grid-template-columns: 1fr 1fr; gap: 16px }</style>
<div>
<sl-dropdown><sl-button slot=trigger caret>Account</sl-button><sl-menu><sl-menu-item value=profile>Profile</sl-menu-item><sl-menu-item value=orders>Orders</sl-menu-item><sl-menu-item type=checkbox value=news>Newsletter</sl-menu-item></sl-menu></sl-dropdown>
<sl-button id=ask>Close account</sl-button><sl-dialog label="Are you sure?" id=sure>Your orders will be lost.<sl-button slot=footer id=yes>Yes, close it</sl-button></sl-dialog>
<sl-button id=filters>Filters</sl-button><sl-drawer label=Filters id=side><sl-checkbox id=stock>In stock</sl-checkbox></sl-drawer>
<sl-tooltip content="Prints two pages"><sl-button>Print</sl-button></sl-tooltip>
<sl-alert open closable>Stock is low</sl-alert>
<sl-tab-group><sl-tab slot=nav panel=one>Details</sl-tab><sl-tab slot=nav panel=two>Reviews</sl-tab><sl-tab-panel name=one>A fine lamp</sl-tab-panel><sl-tab-panel name=two>Five stars</sl-tab-panel></sl-tab-group>
<sl-details summary="How to pay?">By card</sl-details>
<sl-tree selection=multiple><sl-tree-item>Fruit<sl-tree-item>Apple</sl-tree-item><sl-tree-item>Pear</sl-tree-item></sl-tree-item></sl-tree>
</div>
<form id=form>
<sl-input name=mail label=Email type=email required clearable></sl-input>
<sl-select id=city label=City><sl-option value=grz>Graz</sl-option><sl-option value=vie>Vienna</sl-option></sl-select>
<sl-select id=colours label=Colours multiple clearable><sl-option value=red>Red</sl-option><sl-option value=green>Green</sl-option><sl-option value=blue>Blue</sl-option></sl-select>
<sl-radio-group id=size label=Size><sl-radio value=s>Small</sl-radio><sl-radio value=l>Large</sl-radio></sl-radio-group>
<sl-switch id=night>Night mode</sl-switch>
<sl-range id=volume label=Volume value=30></sl-range>
<sl-rating id=rating label=Rating></sl-rating>
<sl-color-picker id=paint label=Paint value="#4a90e2"></sl-color-picker>
<sl-button type=submit variant=primary>Send</sl-button>
</form>
<script>
  const log = [];
  const on = (kind, act) => addEventListener(kind, act, true);
  on("sl-select", (event) => log.push(event.detail.item.value + (event.detail.item.checked ? " on" : "")));
  on("sl-after-hide", ({ target }) => log.push("closed " + (target.label || target.innerText)));
  on("sl-selection-change", (event) => log.push("tree " + event.detail.selection.map((one) => one.innerText)));
  ask.onclick = () => sure.show(); yes.onclick = () => sure.hide(); filters.onclick = () => side.show();
  addEventListener("submit", (event) => { event.preventDefault(); log.push("sent " + new FormData(form).get("mail")); });
</script>`;

widgets(
  "Shoelace",
  { entry: "shoelace.ts", body: BODY },
  {
    "opens a dropdown and chooses": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Account" });
      await svc("click", { menuitem: "Orders" });
      expect(tree()).not.toContain("Profile");
      await holds("log[0]", "orders");
    },
    "ticks an item of a menu": async ({ svc, holds }) => {
      await svc("click", { button: "Account" });
      await svc("click", { menuitemcheckbox: "Newsletter" });
      await holds("log[0]", "news on");
    },
    "confirms in a dialog": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Close account" });
      expect(tree()).toContain("Your orders will be lost.");
      await svc("click", { button: "Yes, close it" });
      expect(tree()).not.toContain("Your orders will be lost.");
      await holds("log", ["closed Are you sure?"]);
    },
    "ticks a box in a drawer and closes it": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Filters" });
      await svc("check", { checkbox: "In stock" });
      await svc("click", { button: "Close", nth: 0 });
      expect(tree()).not.toContain("In stock");
      await holds("[stock.checked, side.open]", [true, false]);
    },
    "reads a tooltip": async ({ svc, tree }) => {
      await svc("hover", { button: "Print" });
      expect(tree()).toContain("Prints two pages");
    },
    "dismisses an alert": async ({ svc, tree }) => {
      await svc("click", { button: "Close" });
      expect(tree()).not.toContain("Stock is low");
    },
    "switches tabs": async ({ svc, tree }) => {
      await svc("click", { tab: "Reviews" });
      expect(tree()).toContain("Five stars");
      expect(tree()).not.toContain("A fine lamp");
    },
    "opens details": async ({ svc, tree }) => {
      expect(tree()).not.toContain("By card");
      await svc("click", { button: "How to pay?" });
      expect(tree()).toContain("By card");
    },
    "opens a tree and unticks a leaf": async ({ svc, holds }) => {
      await svc("click", { treeitem: /Fruit/ });
      await svc("keys", "ArrowRight");
      await svc("click", { treeitem: "Pear" });
      await holds("log.at(-1)", "tree Apple");
    },
    "shows what the form lacks, then submits it": async ({ svc, holds, find }) => {
      await svc("click", { button: "Send" });
      await holds("log", []);
      expect(find({ textbox: /Email/ }).states).toContain("focused");
      await svc("input", { textbox: /Email/ }, "ann@example.com");
      await svc("click", { button: "Send" });
      await holds("log", ["sent ann@example.com"]);
    },
    "clears a field": async ({ svc, holds }) => {
      await svc("input", { textbox: /Email/ }, "wrong");
      await svc("click", { button: "Clear entry" });
      await holds("form.querySelector('sl-input').value", "");
    },
    "opens a select and chooses": async ({ svc, holds }) => {
      await svc("click", { combobox: "City" });
      await svc("click", { option: "Vienna" });
      await holds("city.value", "vie");
    },
    "selects by the name of an option": async ({ svc, holds }) => {
      await svc("select", { combobox: "City" }, "Graz");
      await holds("city.value", "grz");
    },
    "chooses several and removes one": async ({ svc, holds }) => {
      await svc("click", { combobox: "Colours" });
      await svc("click", { option: "Red" });
      await svc("click", { option: "Blue" });
      await svc("keys", "Escape");
      await holds("colours.value", ["red", "blue"]);
      await svc("click", { button: "Remove", nth: 0 });
      await holds("colours.value", ["blue"]);
    },
    "sets radio button, switch and range": async ({ svc, holds }) => {
      await svc("check", { radio: "Large" });
      await svc("check", { switch: "Night mode" });
      await svc("input", { slider: "Volume" }, "80");
      await holds("[size.value, night.checked, volume.value]", ["l", true, 80]);
    },
    "rates by the keys": async ({ svc, holds }) => {
      await svc("click", { slider: "Rating" });
      await svc("keys", "End");
      await holds("rating.value", 5);
    },
    "types a colour": async ({ svc, holds }) => {
      await svc("click", { button: /Paint|color/i });
      await svc("input", { textbox: "", value: "#4a90e2" }, "#ff0000");
      await svc("keys", "Enter");
      await holds("paint.value", "#ff0000");
    },
  },
);
