import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const BODY = `
<label for=city>City</label><select id=city><option value=GRZ>Graz<option value=LNZ disabled>Linz<option value=VIE>Vienna</select>
<label for=fruit>Fruit</label><select id=fruit multiple><option value=apple>Apple<option value=cherry>Cherry<option value=pear>Pear<option value=plum>Plum</select>
<label for=tags>Tags</label><input id=tags value="red,green">
<label for=user>User</label><select id=user><option value="">Choose a user</select>
<script>
  const log = [];
  const options = { shouldSort: false, allowHTML: false };
  const city = new Choices("#city", { ...options, labelId: "" });
  const fruit = new Choices("#fruit", { ...options, removeItemButton: true });
  const tags = new Choices("#tags", { ...options, removeItemButton: true });
  const user = new Choices("#user", options).setChoices(() => fetch("/users").then((answer) => answer.json()));
  for (const one of document.querySelectorAll("select, #tags")) one.addEventListener("change", () => log.push(one.id));
</script>`;

widgets(
  "Choices.js",
  {
    styles: ["choices.js/public/assets/styles/choices.css"],
    scripts: ["choices.js/public/assets/scripts/choices.js"],
    body: BODY,
    routes: {
      "/users": async () => {
        await Bun.sleep(200);
        return Response.json(["Ann", "Bob"].map((label, n) => ({ value: `u${n}`, label })));
      },
    },
  },
  {
    "opens a list and chooses": async ({ svc, holds }) => {
      await svc("click", { combobox: "City" });
      await svc("click", { option: "Vienna" });
      await holds("[city.getValue(true), log]", ["VIE", ["city"]]);
    },
    "searches in the open list": async ({ svc, holds }) => {
      await svc("click", { combobox: "City" });
      await svc("input", { any: /Graz|City|search/i, state: "focused" }, "vie");
      await svc("keys", "Enter");
      await holds("city.getValue(true)", "VIE");
    },
    "selects by the name of an option": async ({ svc, holds }) => {
      await svc("select", { combobox: "City" }, "Vienna");
      await holds("city.getValue(true)", "VIE");
    },
    "lists a replaced list once, by its label": async ({ svc, tree, holds }) => {
      expect(tree()).not.toContain("<select");
      await svc("fill", "City=Vienna", "Fruit=Cherry");
      await holds("[document.querySelector('#city').value, document.querySelector('#fruit').value]", ["VIE", "cherry"]);
    },
    "chooses several": async ({ svc, holds }) => {
      await svc("input", { searchbox: "Fruit" }, "che");
      await svc("click", { option: /Cherry/ });
      await svc("click", { option: /Plum/ });
      await holds("fruit.getValue(true)", ["cherry", "plum"]);
    },
    "removes a chosen option": async ({ svc, holds }) => {
      await svc("click", { button: /Remove item: red/ });
      await holds("tags.getValue(true)", ["green"]);
    },
    "adds a new tag": async ({ svc, holds }) => {
      await svc("input", { searchbox: "Tags" }, "blue");
      await svc("keys", "Enter");
      await holds("tags.getValue(true)", ["red", "green", "blue"]);
    },
    "chooses from a list loaded from a server": async ({ svc, holds }) => {
      await svc("click", { combobox: /Choose a user/, nth: 0 });
      await svc("click", { option: "Bob" });
      await holds("log", ["user"]);
    },
  },
);
