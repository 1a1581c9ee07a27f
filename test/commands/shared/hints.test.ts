/** What tells a person that something can be acted on, and what it is for, where neither role nor text does. */
import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

test("state lists what shows the pointer of something to drag or pull at", async () => {
  await using t = await fixture();
  const { tree } = await t.open(`<p>Plain</p>
    <div style="width:300px"><b style="cursor:grab">⠿</b> Row</div>
    <div style="cursor:move">Window <i>title</i></div>
    <div style="cursor:col-resize; width:6px; height:40px" class=splitter></div>
    <div style="cursor:text">Not this one</div>`);
  expect(tree).toContain("[1]<b>⠿");
  expect(tree).toContain("[2]<div>Window title");
  expect(tree).toContain("[3]<div class=splitter>");
  expect(tree).not.toContain("[4]");
});

test("state lists the cards of a box that listens for them, though they have no class", async () => {
  await using t = await fixture();
  const cards = ["One", "Two", "Three"].map((name) => `<div style="height:30px">${name}</div>`).join("");
  const state = await t.open(`<div id=cards style="width:200px">${cards}</div><p id=hit></p>
    <script>cards.addEventListener("click", ({ target }) => { hit.textContent = target.textContent; });</script>`);
  await t.svc("click", indexOf(state, { text: "Two" }));
  expect((await t.svc("state")).tree).toMatch(/Three\nTwo$/);
});

test("an empty editor is called by what a style sheet writes into it", async () => {
  await using t = await fixture();
  const { elements } = await t.open(`<style>.blank::before, .first::before { content: attr(data-hint) }</style>
    <div contenteditable class=blank data-hint="Write here"></div>
    <div contenteditable><p class=first data-hint="Say something"><br></p></div>`);
  expect(elements.map(({ name }: { name: string }) => name)).toEqual(["Write here", "Say something"]);
});

test("what nothing names is told with the class of the wrapper that it fills", async () => {
  await using t = await fixture();
  const { tree } = await t.open(`<div class=bar style="width:600px">
    <span class="picker ink" style="display:inline-block"><span class=label tabindex=0 style="display:block;width:20px;height:20px"></span></span></div>`);
  expect(tree).toContain('<span class="label picker ink"');
});

test("cells before an element are words of their own where they tell its row", async () => {
  await using t = await fixture();
  const row = (make: string, year: number) =>
    `<div style="display:flex"><div>${make}</div><div>${year}</div><button>Buy</button></div>`;
  const { tree } = await t.open(row("Toyota", 1999) + row("Skoda", 2004));
  expect(tree).toContain('[1]<button in="Toyota 1999">Buy');
});

test("the number of a line is no name of the editor beside it", async () => {
  await using t = await fixture();
  const { elements } =
    await t.open(`<div style="display:flex"><div>3</div><div contenteditable style="flex:1">text</div></div>
    <div style="display:flex"><div>Note 3</div><div contenteditable style="flex:1">text</div></div>`);
  expect(elements.map(({ name }: { name: string }) => name)).toEqual(["", "Note 3"]);
});
