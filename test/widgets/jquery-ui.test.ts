import { expect } from "bun:test";
import { widgets } from "./matrix.ts";

const BODY = `<style>body { font: 14px sans-serif } #left, #right { width: 320px; float: left; margin-right: 20px } #drop { width: 140px; height: 60px; border: 1px dashed } #drag { width: 80px; border: 1px solid } #sort li, #pick li { border: 1px solid #ccc; margin: 2px } #pick .ui-selected { background: orange } #menu { width: 150px } #slider { margin: 12px; width: 280px } #box { width: 120px; height: 50px; border: 1px solid }</style>
<div id=left>
<div id=accordion><h3>Delivery</h3><div><p>By post, in two days</p></div><h3>Returns</h3><div><p>Within 30 days</p></div></div>
<p><label for=city>City</label> <input id=city>
<p><label for=date>Arrival</label> <input id=date>
<p><label for=speed>Speed</label> <select id=speed><option>Slow<option>Medium<option>Fast</select>
<p><label for=amount>Amount</label> <input id=amount value=5>
<p id=volume>Volume</p><div id=slider></div>
<p><button id=ask>Delete all</button> <label for=bold>Bold</label><input type=checkbox id=bold>
<div id=confirm title="Delete everything?"><p>This cannot be undone.</p></div>
</div><div id=right>
<ul id=menu><li><div>File</div><ul><li><div>Open</div></li><li><div>Save as</div></li></ul></li><li><div>Edit</div></li><li class=ui-state-disabled><div>Print</div></li></ul>
<div id=tabs><ul><li><a href=#one>First</a></li><li><a href=#two>Second</a></li></ul><div id=one>Words of the first</div><div id=two>Words of the second</div></div>
<p><span id=tip title="Costs nothing">Shipping</span>
<div id=drag>Parcel</div><div id=drop>Van</div>
<ul id=sort><li>Alpha<li>Beta<li>Gamma</ul>
<ol id=pick><li>Red<li>Green<li>Blue</ol>
<div id=box>Note</div>
</div>
<script>
  const log = [];
  $("#accordion").accordion({ activate: (event, ui) => log.push("opened " + ui.newHeader.text()) });
  $("#city").autocomplete({ source: (request, answer) => setTimeout(() => answer(["Salzburg", "Sankt Polten", "Vienna"].filter((one) => one.toLowerCase().includes(request.term.toLowerCase()))), 50), select: (event, ui) => log.push("city " + ui.item.value) });
  $("#date").datepicker({ dateFormat: "yy-mm-dd", defaultDate: "2026-03-10", onSelect: (date) => log.push("date " + date) });
  $("#speed").selectmenu({ change: (event, ui) => log.push("speed " + ui.item.value) });
  $("#amount").spinner({ stop: (event) => log.push("amount " + $("#amount").spinner("value")) });
  $("#slider").slider({ value: 20, change: (event, ui) => log.push("volume " + ui.value) });
  $("#slider .ui-slider-handle").attr("aria-labelledby", "volume");
  $("#bold").checkboxradio({ icon: false }).on("change", function () { log.push("bold " + this.checked); });
  $("#confirm").dialog({ autoOpen: false, modal: true, show: { effect: "fade", duration: 250 }, buttons: { "Delete": function () { log.push("deleted"); $(this).dialog("close"); }, "Keep": function () { $(this).dialog("close"); } } });
  $("#ask").button().on("click", () => $("#confirm").dialog("open"));
  $("#menu").menu({ select: (event, ui) => log.push("menu " + ui.item.children("div").text()) });
  $("#tabs").tabs({ activate: (event, ui) => log.push("tab " + ui.newTab.text()), hide: { effect: "fade", duration: 150 }, show: { effect: "fade", duration: 150 } });
  $("#tip").tooltip();
  $("#drag").draggable({ revert: "invalid" });
  $("#drop").droppable({ drop: (event, ui) => log.push("dropped " + ui.draggable.text()) });
  $("#sort").sortable({ update: () => log.push($("#sort li").get().map((one) => one.textContent).join(",")) });
  $("#pick").selectable({ stop: () => log.push("picked " + $("#pick .ui-selected").get().map((one) => one.textContent).join(",")) });
  $("#box").resizable({ stop: (event, ui) => log.push("resized " + (ui.size.width > ui.originalSize.width)) });
</script>`;

widgets(
  "jQuery UI",
  {
    styles: ["jquery-ui/dist/themes/base/jquery-ui.css"],
    scripts: ["jquery/dist/jquery.js", "jquery-ui/dist/jquery-ui.js"],
    body: BODY,
  },
  {
    "opens a section of the accordion": async ({ svc, tree, holds }) => {
      await svc("click", { tab: "Returns" });
      expect(tree()).toContain("Within 30 days");
      await holds("log", ["opened Returns"]);
    },
    "accepts a suggestion": async ({ svc, holds }) => {
      await svc("input", { any: "City" }, "sa");
      await svc("click", { any: "Sankt Polten" });
      await holds("[log, $('#city').val()]", [["city Sankt Polten"], "Sankt Polten"]);
    },
    "picks a date of the next month": async ({ svc, holds }) => {
      await svc("click", { textbox: "Arrival" });
      await svc("click", { any: "Next" });
      await svc("click", { link: "23" });
      await holds("log", ["date 2026-04-23"]);
    },
    "types a date": async ({ svc, holds }) => {
      await svc("input", { textbox: "Arrival" }, "2026-05-02");
      await svc("keys", "Enter");
      await holds("$.datepicker.formatDate('yy-mm-dd', $('#date').datepicker('getDate'))", "2026-05-02");
    },
    "chooses from a select menu": async ({ svc, holds }) => {
      await svc("click", { combobox: /Slow/ });
      await svc("click", { option: "Fast" });
      await holds("log", ["speed Fast"]);
    },
    "selects from a select menu by name": async ({ svc, holds }) => {
      await svc("select", { combobox: /Slow/ }, "Medium");
      await holds("log", ["speed Medium"]);
    },
    "increases a number by its spin button": async ({ svc, holds }) => {
      await svc("click", { any: /icon=triangle-1-n/ });
      await holds("log", ["amount 6"]);
    },
    "moves a slider": async ({ svc, holds }) => {
      await svc("click", { any: "Volume", nth: 1 });
      await svc("keys", "ArrowRight");
      await holds("log.at(-1)", "volume 21");
    },
    "drags a slider": async ({ svc, holds }) => {
      await svc("drag", { any: "Volume", nth: 1 }, "--by", "100,0");
      await holds("$('#slider').slider('value') > 40", true);
    },
    "confirms in a dialog": async ({ svc, tree, holds }) => {
      await svc("click", { button: "Delete all" });
      expect(tree()).toContain("This cannot be undone.");
      await svc("click", { button: "Delete" });
      expect(tree()).not.toContain("This cannot be undone.");
      await holds("log", ["deleted"]);
    },
    "turns a toggle on": async ({ svc, find, holds }) => {
      await svc("check", { checkbox: "Bold" });
      expect(find({ checkbox: "Bold" }).states).toContain("checked");
      await holds("log", ["bold true"]);
    },
    "opens a submenu and chooses": async ({ svc, holds }) => {
      await svc("hover", { menuitem: "File" });
      await svc("click", { menuitem: "Save as" });
      await holds("log", ["menu Save as"]);
    },
    "switches tabs": async ({ svc, tree, holds }) => {
      await svc("click", { tab: "Second" });
      expect(tree()).toContain("Words of the second");
      expect(tree()).not.toContain("Words of the first");
      await holds("log", ["tab Second"]);
    },
    "reads a tooltip": async ({ svc, tree }) => {
      await svc("hover", { any: "Shipping" });
      expect(tree()).toContain("Costs nothing");
    },
    "drags onto a target": async ({ svc, holds }) => {
      await svc("drag", { any: "Parcel" }, { any: "Van" });
      await holds("log", ["dropped Parcel"]);
    },
    "sorts a list by dragging": async ({ svc, holds }) => {
      // Past the middle of Gamma, where the library exchanges the items.
      await svc("drag", { any: "Alpha" }, "--by", "0,46");
      await holds("log", ["Beta,Gamma,Alpha"]);
    },
    "picks from a selectable list": async ({ svc, holds }) => {
      await svc("click", { any: "Green" });
      await holds("log", ["picked Green"]);
    },
    "resizes a box by its handle": async ({ svc, holds }) => {
      await svc("drag", { any: /gripsmall-diagonal-se/ }, "--by", "80,40");
      await holds("log", ["resized true"]);
    },
  },
);
