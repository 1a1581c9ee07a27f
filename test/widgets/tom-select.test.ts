import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const FRUIT = ["Apple", "Apricot", "Banana", "Cherry", "Fig", "Grape", "Kiwi", "Lemon", "Mango", "Orange", "Plum"]
  .map((name) => `<option value=${name.toLowerCase()}>${name}</option>`)
  .join("");

const BODY = `
<p><label for=city>City</label><select id=city><option value="">Choose a city</option><option value=VIE>Vienna</option><option value=GRZ>Graz</option><option value=LNZ disabled>Linz</option></select>
<p><label for=fruit>Fruit</label><select id=fruit multiple placeholder="Pick some">${FRUIT}</select>
<p><label for=tags>Tags</label><input id=tags value="red,green">
<p><label for=user>User</label><select id=user placeholder="Search users"></select>
<script>
  const city = new TomSelect("#city", {});
  const fruit = new TomSelect("#fruit", { plugins: ["remove_button", "clear_button"], maxItems: 3 });
  const tags = new TomSelect("#tags", { create: true, persist: false });
  const user = new TomSelect("#user", {
    valueField: "id", labelField: "name", searchField: "name",
    load: (query, callback) => fetch("/users?q=" + query).then((answer) => answer.json()).then(callback),
  });
</script>`;

const USERS = [
  { id: 7, name: "Ann Smith" },
  { id: 8, name: "Anna Jones" },
  { id: 9, name: "Bob Brown" },
];

widgets(
  "Tom Select",
  {
    styles: ["tom-select/dist/css/tom-select.default.css"],
    scripts: ["tom-select/dist/js/tom-select.complete.js"],
    body: BODY,
    routes: {
      "/users": async (request) => {
        const query = new URL(request.url).searchParams.get("q") ?? "";
        await Bun.sleep(100);
        return Response.json(USERS.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())));
      },
    },
  },
  {
    "opens a list and chooses": async ({ svc, holds }) => {
      await svc("click", { combobox: "City" });
      await svc("click", { option: "Graz" });
      await holds("city.getValue()", "GRZ");
    },
    "selects by the name of an option": async ({ svc, holds }) => {
      await svc("select", { combobox: "City" }, "Vienna");
      await holds("city.getValue()", "VIE");
    },
    "types to search and takes the match by Enter": async ({ svc, holds }) => {
      await svc("input", { combobox: "Fruit" }, "man");
      await svc("keys", "Enter");
      await holds("fruit.getValue()", ["mango"]);
    },
    "chooses several": async ({ svc, holds }) => {
      await svc("click", { combobox: "Fruit" });
      await svc("click", { option: "Apple" });
      await svc("click", { option: "Cherry" });
      await holds("fruit.getValue()", ["apple", "cherry"]);
    },
    "removes a chosen item by its cross": async ({ svc, holds }) => {
      await svc("select", { combobox: "Fruit" }, "Apple", "Fig");
      await holds("fruit.getValue()", ["apple", "fig"]);
      await svc("click", { button: /×|Remove/, nth: 0 });
      await holds("fruit.getValue()", ["fig"]);
    },
    "adds a new tag": async ({ svc, holds }) => {
      await svc("input", { combobox: "Tags" }, "blue");
      await svc("click", { any: /Add blue/, nth: -1 });
      await holds("tags.getValue()", "red,green,blue");
    },
    "neither adds nor removes options when one of several is missing": async ({ svc, fails, find, holds }) => {
      await svc("select", { combobox: "Fruit" }, "Fig");
      expect(await fails("select", String(find({ combobox: "Fruit" }).index), "Apple", "Nothing")).toMatchObject({
        code: "no_option",
      });
      await holds("[fruit.getValue(), fruit.isOpen, fruit.control_input.value]", [["fig"], false, ""]);
    },
    "accepts an option that is chosen already and not listed": async ({ svc, holds }) => {
      await svc("select", { combobox: "Fruit" }, "Fig", "Plum");
      expect(await svc("select", { combobox: "Fruit" }, "Plum", "Fig")).toMatchObject({ unchanged: true });
      expect(await svc("select", { combobox: "Fruit" }, "Apple", "Plum")).not.toHaveProperty("unchanged");
      await holds("fruit.getValue()", ["plum", "apple"]);
      await svc("select", { combobox: "Fruit" }, "Plum", "--remove");
      await holds("fruit.getValue()", ["apple"]);
    },
    "creates a new entry only on request": async ({ svc, fails, find, holds }) => {
      expect(await fails("select", String(find({ combobox: "Tags" }).index), "blue", "--add")).toMatchObject({
        code: "no_option",
        hint: expect.stringContaining("--create"),
      });
      await holds("[tags.getValue(), tags.isOpen, tags.control_input.value]", ["red,green", false, ""]);
      const answer = await svc("select", { combobox: "Tags" }, "blue", "green", "--add", "--create");
      expect(answer).toMatchObject({ created: "blue" });
      await holds("[tags.getValue(), tags.isOpen, tags.control_input.value]", ["red,green,blue", false, ""]);
    },
    "fills a field with existing tags and leaves no new word in it": async ({ svc, fails, find, holds }) => {
      const { index } = find({ combobox: "Tags" });
      expect(await fails("fill", `${index}=blue`)).toMatchObject({
        code: "no_option",
        hint: expect.stringContaining(`svc select ${index} <value> --create`),
      });
      await holds("[tags.getValue(), tags.control_input.value]", ["red,green", ""]);
      await svc("fill", `${find({ combobox: "Fruit" }).index}=Mango`);
      await holds("fruit.getValue()", ["mango"]);
    },
    "searches on a server, by one command": async ({ svc, holds }) => {
      await svc("select", { combobox: "User" }, "Anna Jones");
      await holds("user.getValue()", "8");
    },
    "searches on a server": async ({ svc, holds }) => {
      await svc("input", { combobox: "User" }, "ann");
      await svc("click", { option: "Anna Jones" });
      await holds("user.getValue()", "8");
    },
  },
);
