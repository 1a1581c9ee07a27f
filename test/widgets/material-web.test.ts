import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const BODY = `<style>body { font: 14px sans-serif; display: grid; grid-template-columns: 1fr 1fr; gap: 16px } md-menu { min-width: 160px } .anchor { position: relative }</style>
<div>
<span class=anchor><md-filled-button id=account>Account</md-filled-button><md-menu id=menu anchor=account><md-menu-item id=profile><div slot=headline>Profile</div></md-menu-item><md-menu-item id=orders><div slot=headline>Orders</div></md-menu-item>
<md-sub-menu><md-menu-item slot=item><div slot=headline>Share</div></md-menu-item><md-menu slot=menu><md-menu-item id=link><div slot=headline>By link</div></md-menu-item></md-menu></md-sub-menu></md-menu></span>
<md-outlined-button id=ask>Close account</md-outlined-button>
<md-dialog id=sure><div slot=headline>Are you sure?</div><form slot=content id=sureForm method=dialog>Your orders will be lost.</form><div slot=actions><md-text-button form=sureForm value=no>Cancel</md-text-button><md-text-button form=sureForm value=yes>Yes, close it</md-text-button></div></md-dialog>
<md-icon-button id=heart toggle aria-label="Add to favourites" aria-label-selected="Take from favourites"><span>♡</span><span slot=selected>♥</span></md-icon-button>
<md-fab id=compose label=Compose></md-fab>
<md-tabs><md-primary-tab id=t1 aria-controls=p1>Details</md-primary-tab><md-primary-tab id=t2 aria-controls=p2>Reviews</md-primary-tab></md-tabs><div id=p1 role=tabpanel>A fine lamp</div><div id=p2 role=tabpanel hidden>Five stars</div>
<md-chip-set><md-filter-chip id=sale label=Sale></md-filter-chip><md-input-chip id=lamp label=Lamp></md-input-chip></md-chip-set>
<md-list><md-list-item type=button id=inbox>Inbox</md-list-item><md-list-item type=link href=#sent>Sent mail</md-list-item></md-list>
</div>
<form id=form>
<md-outlined-text-field name=mail label=Email type=email required></md-outlined-text-field><br>
<md-outlined-select id=city label=City><md-select-option value=grz><div slot=headline>Graz</div></md-select-option><md-select-option value=vie><div slot=headline>Vienna</div></md-select-option></md-outlined-select>
<p><label><md-checkbox id=terms></md-checkbox> Accept the terms</label>
<p><md-radio id=small name=size value=s aria-label=Small></md-radio><md-radio id=large name=size value=l aria-label=Large></md-radio>
<p><label>Night mode <md-switch id=night></md-switch></label>
<p><md-slider id=volume aria-label=Volume labeled value=30></md-slider>
<p><md-slider id=price range value-start=20 value-end=60 aria-label-start=From aria-label-end=To></md-slider>
<p><md-filled-button id=send>Send</md-filled-button>
</form>
<script>
  const log = [];
  account.onclick = () => { menu.open = !menu.open; };
  for (const one of [profile, orders, link, compose, inbox]) one.addEventListener("click", () => log.push(one.id));
  ask.onclick = () => sure.show();
  sure.addEventListener("closed", () => log.push("closed " + sure.returnValue));
  heart.addEventListener("change", () => log.push("favourite " + heart.selected));
  document.querySelector("md-tabs").addEventListener("change", ({ target }) => { p1.hidden = target.activeTabIndex !== 0; p2.hidden = !p1.hidden; });
  lamp.addEventListener("remove", () => log.push("removed lamp"));
  form.onsubmit = (event) => { event.preventDefault(); log.push("sent " + new FormData(form).get("mail")); };
</script>`;

widgets(
  "Material Web",
  { entry: "material-web.ts", body: BODY },
  {
    "opens a menu and chooses": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Account" });
      await svc("click", { menuitem: "Orders" });
      expect(tree()).not.toContain("Profile");
      await holds("log", ["orders"]);
    },
    "goes into a submenu": async ({ svc, holds }) => {
      await svc("click", { button: "Account" });
      await svc("hover", { menuitem: "Share" });
      await svc("click", { menuitem: "By link" });
      await holds("log", ["link"]);
    },
    "confirms in a dialog": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Close account" });
      expect(tree()).toContain("Your orders will be lost.");
      await svc("click", { button: "Yes, close it" });
      expect(tree()).not.toContain("Your orders will be lost.");
      await holds("log", ["closed yes"]);
    },
    "toggles an icon button": async ({ svc, holds, find }) => {
      await svc("click", { button: "Add to favourites" });
      find({ button: "Take from favourites" });
      await holds("log", ["favourite true"]);
    },
    "presses a floating button and an item of a list": async ({ svc, holds }) => {
      await svc("click", { button: "Compose" });
      await svc("click", { any: "Inbox", nth: -1 });
      await holds("log", ["compose", "inbox"]);
    },
    "follows a link of a list": async ({ svc, holds }) => {
      await svc("click", { any: "Sent mail", nth: -1 });
      await holds("location.hash", "#sent");
    },
    "switches tabs": async ({ svc, tree, find }) => {
      await svc("click", { tab: "Reviews" });
      expect(find({ tab: "Reviews" }).states).toContain("selected");
      expect(tree()).toContain("Five stars");
      expect(tree()).not.toContain("A fine lamp");
    },
    "filters by a chip and removes another": async ({ svc, holds }) => {
      await svc("click", { button: "Sale" });
      await svc("click", { button: "Remove Lamp" });
      await holds("[sale.selected, log]", [true, ["removed lamp"]]);
    },
    "shows what the form lacks, then submits it": async ({ svc, holds, tree }) => {
      await svc("click", { button: "Send" });
      await holds("log", []);
      expect(tree()).toContain("Please fill out this field");
      await svc("input", { textbox: "Email" }, "ann@example.com");
      await svc("click", { button: "Send" });
      await holds("log", ["sent ann@example.com"]);
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
    "ticks, switches and chooses a size": async ({ svc, holds, find }) => {
      await svc("check", { checkbox: "Accept the terms" });
      await svc("check", { switch: "Night mode" });
      await svc("check", { radio: "Large" });
      expect(find({ radio: "Large" }).states).toContain("checked");
      await holds("[terms.checked, night.selected, large.checked]", [true, true, true]);
    },
    "fills the form in one call": async ({ svc, holds }) => {
      await svc(
        "fill",
        "Email=ann@example.com",
        "City=Vienna",
        "Accept the terms=on",
        "Large=on",
        "Night mode=on",
        "Volume=70",
      );
      const form = "[form.mail.value, city.value, terms.checked, large.checked, night.selected, volume.value]";
      await holds(form, ["ann@example.com", "vie", true, true, true, 70]);
    },
    "finds a tab and a radio button by role and name": async ({ svc, holds }) => {
      await svc("click", "--role", "tab", "--name", "Reviews");
      await svc("check", "--role", "radio", "--name", "Small");
      await holds("[p2.hidden, small.checked]", [false, true]);
    },
    "sets a slider and both ends of a range": async ({ svc, holds }) => {
      await svc("input", { slider: "Volume" }, "70");
      await svc("input", { slider: "From" }, "10");
      await svc("input", { slider: "To" }, "90");
      await holds("[volume.value, price.valueStart, price.valueEnd]", [70, 10, 90]);
    },
  },
);
