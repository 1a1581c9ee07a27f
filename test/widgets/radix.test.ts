import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const STYLE = `<style>
  .page { display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 20px } .pop, .dialog { background: white; border: 1px solid #999; padding: 8px; animation: arrive 0.2s }
  .overlay { position: fixed; inset: 0; background: #0008 } .dialog { position: fixed; left: 40%; top: 30% } .area { display: block; border: 1px dashed; padding: 20px }
  .box { width: 20px; height: 20px; padding: 0 } .switch { width: 40px; height: 20px; padding: 0; text-align: left } .thumb { display: block; width: 18px; height: 16px; background: #888 } .switch[data-state=checked] .thumb { transform: translateX(18px) }
  .slider { position: relative; display: flex; align-items: center; width: 200px; height: 20px } .track { background: #ccc; flex: 1; height: 4px } .knob { display: block; width: 16px; height: 16px; background: #333; border-radius: 8px }
  .toasts { position: fixed; right: 0; bottom: 0 } @keyframes arrive { from { opacity: 0; transform: translateY(10px) } }
</style><div id=app></div>`;

widgets(
  "Radix",
  { entry: "radix.tsx", body: STYLE },
  {
    "opens a menu and chooses": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Account" });
      await svc("click", { menuitem: "Profile" });
      expect(tree()).not.toContain("Newsletter");
      await holds("log", ["profile"]);
    },
    "ticks an item of a menu": async ({ svc, holds }) => {
      await svc("click", { button: "Account" });
      await svc("click", { menuitemcheckbox: "Newsletter" });
      await holds("log", ["news true"]);
    },
    "goes into a submenu": async ({ svc, holds }) => {
      await svc("click", { button: "Account" });
      await svc("hover", { menuitem: "Share" });
      await svc("click", { menuitem: "By link" });
      await holds("log", ["link"]);
    },
    "opens a context menu": async ({ svc, holds }) => {
      await svc("rightclick", { any: "Right-click here" });
      await svc("click", { menuitem: "Paste" });
      await holds("log", ["paste"]);
    },
    "goes from one menu of a bar to the next": async ({ svc, holds, tree }) => {
      await svc("click", { menuitem: "File" });
      await svc("hover", { menuitem: "Edit" });
      expect(tree()).not.toContain("First of File");
      await svc("click", { menuitem: "Second of Edit" });
      await holds("log", ["Edit Second"]);
    },
    "follows a link of a navigation menu": async ({ svc, holds }) => {
      await svc("click", { button: "Products" });
      await svc("click", { link: "Lamps" });
      await holds("location.hash", "#lamps");
    },
    "fills in a dialog": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Edit profile" });
      await svc("input", { textbox: "Nickname" }, "Annie");
      await svc("click", { button: "Save" });
      expect(tree()).not.toContain("Your profile");
      await holds("[log, nickname]", [["saved"], "Annie"]);
    },
    "confirms in an alert": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Delete account" });
      expect(tree()).toContain("This cannot be undone.");
      await svc("click", { button: "Yes, delete" });
      expect(tree()).not.toContain("This cannot be undone.");
      await holds("log", ["deleted"]);
    },
    "fills in a popover and closes it": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Size" });
      await svc("input", { textbox: "Width" }, "30");
      await svc("click", { button: "Close size" });
      expect(tree()).not.toContain("Width");
      await holds("width", "30");
    },
    "reads a card that opens on hover": async ({ svc, tree }) => {
      await svc("hover", { link: "Ann" });
      expect(tree()).toContain("Has written 7 letters");
    },
    "reads a tooltip": async ({ svc, tree }) => {
      await svc("hover", { button: "Print" });
      expect(tree()).toContain("Prints two pages");
    },
    "acts on a toast": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Send" });
      expect(tree()).toContain("Letter sent");
      await svc("click", { button: /Undo/ });
      expect(tree()).not.toContain("Letter sent");
      await holds("log", ["undone"]);
    },
    "opens a select and chooses": async ({ svc, holds }) => {
      await svc("click", { combobox: "City" });
      await svc("click", { option: "Linz" });
      await holds("log", ["city Linz"]);
    },
    "selects by the name of an option": async ({ svc, holds, find }) => {
      await svc("select", { combobox: "City" }, "Vienna");
      expect(find({ combobox: "City" }).text).toContain("Vienna");
      await holds("log", ["city Vienna"]);
    },
    "ticks, switches and chooses a size": async ({ svc, holds, find }) => {
      await svc("check", { checkbox: "Accept the terms" });
      await svc("check", { switch: "Night mode" });
      await svc("check", { radio: "Large" });
      expect(find({ radio: "Large" }).states).toContain("checked");
      await holds("log", ["terms true", "night true", "size Large"]);
    },
    "moves a slider by the keys": async ({ svc, holds, find }) => {
      await svc("click", { slider: "Volume" });
      await svc("keys", "PageUp");
      expect(find({ slider: "Volume" }).value).toBe("50");
      await holds("log.at(-1)", "volume 50");
    },
    "drags a slider": async ({ svc, holds }) => {
      await svc("drag", { slider: "Volume" }, "--by", "92,0");
      await holds("log", ["volume 87"]);
    },
    "presses two toggles": async ({ svc, holds, find }) => {
      await svc("click", { button: "Bold" });
      await svc("click", { button: "Italic" });
      expect(find({ button: "Italic" }).states).toContain("pressed");
      await holds("log", ["style bold", "style bold,italic"]);
    },
    "switches tabs and opens a section": async ({ svc, tree }) => {
      await svc("click", { tab: "Reviews" });
      expect(tree()).toContain("Five stars");
      await svc("click", { button: "How to return?" });
      expect(tree()).toContain("By post");
    },
  },
);
