import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const BODY = `<style>select { width: 300px } body { font: 14px sans-serif }</style>
<p><label for=city>City</label> <select id=city><option value=GRZ>Graz<option value=LNZ disabled>Linz<option value=VIE>Vienna</select>
<p><label for=fruit>Fruit</label> <select id=fruit multiple><optgroup label=Tree><option value=apple>Apple<option value=cherry>Cherry<option value=pear>Pear</optgroup><optgroup label=Bush><option value=currant>Currant</optgroup></select>
<p><label for=tags>Tags</label> <select id=tags multiple><option selected>red<option>green</select>
<p><label for=size>Size</label> <select id=size><option value="">Choose<option value=s>Small<option value=l>Large</select>
<p><label for=user>User</label> <select id=user></select>
<script>
  // select2 4.0 calls functions that jQuery 4 has removed.
  Object.assign(jQuery, { trim: (text) => String(text ?? "").trim(), isArray: Array.isArray, isFunction: (one) => typeof one === "function" });
  $("#city").select2();
  $("#fruit").select2({ placeholder: "Pick some" });
  $("#tags").select2({ tags: true });
  $("#size").select2({ placeholder: "Choose", allowClear: true, minimumResultsForSearch: Infinity });
  $("#user").select2({ ajax: { url: "/users", dataType: "json", delay: 100 }, placeholder: "Search users" });
</script>`;

const USERS = ["Ann Smith", "Anna Jones", "Bob Brown"].map((text, n) => ({ id: n + 7, text }));

widgets(
  "select2",
  {
    styles: ["select2/dist/css/select2.css"],
    scripts: ["jquery/dist/jquery.js", "select2/dist/js/select2.full.js"],
    body: BODY,
    routes: {
      "/users": async (request) => {
        const query = new URL(request.url).searchParams.get("term") ?? "";
        await Bun.sleep(100);
        return Response.json({ results: USERS.filter(({ text }) => text.toLowerCase().includes(query.toLowerCase())) });
      },
    },
  },
  {
    "opens a list and chooses": async ({ svc, find, holds }) => {
      await svc("click", { combobox: "City" });
      await svc("click", { option: "Vienna" });
      expect(find({ combobox: "City" }).states).not.toContain("expanded");
      await holds("$('#city').val()", "VIE");
    },
    "searches in the open list": async ({ svc, holds }) => {
      await svc("click", { combobox: "City" });
      await svc("input", { searchbox: "", state: "focused" }, "vie");
      await svc("keys", "Enter");
      await holds("$('#city').val()", "VIE");
    },
    "selects by the name of an option": async ({ svc, holds }) => {
      await svc("select", { combobox: "City" }, "Vienna");
      await holds("$('#city').val()", "VIE");
    },
    "chooses several": async ({ svc, holds }) => {
      await svc("input", { searchbox: /Pick some|Fruit/ }, "cher");
      await svc("click", { option: "Cherry" });
      await svc("click", { searchbox: /Pick some|Fruit/ });
      await svc("click", { option: "Currant" });
      await holds("$('#fruit').val()", ["cherry", "currant"]);
    },
    "removes a chosen option": async ({ svc, holds }) => {
      await svc("click", { any: "×", nth: -1 });
      await holds("$('#tags').val()", []);
    },
    "adds a new tag": async ({ svc, holds }) => {
      await svc("input", { searchbox: /^(Tags)?$/, nth: -1 }, "blue");
      await svc("keys", "Enter");
      await holds("$('#tags').val()", ["red", "blue"]);
    },
    "creates a new entry only on request": async ({ svc, fails, find, holds }) => {
      expect(
        await fails("select", String(find({ searchbox: /^(Tags)?$/, nth: -1 }).index), "blue", "--add"),
      ).toMatchObject({
        code: "no_option",
        hint: expect.stringContaining("--create"),
      });
      await holds("$('#tags').val()", ["red"]);
      expect(await svc("select", { searchbox: /^(Tags)?$/, nth: -1 }, "red", "--add")).toMatchObject({
        unchanged: true,
      });
      await svc("select", { searchbox: /^(Tags)?$/, nth: -1 }, "blue", "--add", "--create");
      await holds("$('#tags').val()", ["red", "blue"]);
    },
    "clears a choice": async ({ svc, holds }) => {
      await svc("select", { combobox: "Size" }, "Large");
      await holds("$('#size').val()", "l");
      await svc("click", { any: /^×|Remove all items/, nth: -1 });
      await holds("$('#size').val()", "");
    },
    "lists a replaced list once, by its label": async ({ svc, tree, holds }) => {
      expect(tree()).not.toContain("<select");
      expect(tree().match(/City/g)).toHaveLength(1);
      await svc("fill", "City=Vienna", "Fruit=Cherry");
      await holds("[city.value, fruit.value]", ["VIE", "cherry"]);
    },
    "searches on a server": async ({ svc, holds }) => {
      await svc("click", { combobox: /Search users/ });
      await svc("input", { searchbox: "", state: "focused" }, "ann");
      await svc("click", { option: "Anna Jones" });
      await holds("$('#user').val()", "8");
    },
  },
);
