/** Which elements `state` lists, and how it finds them again. */
import { expect, test } from "bun:test";
import { type Data, fixture, indexOf } from "../../fixture.ts";

const named = (state: Data, name: string) => state.elements.find((one: Data) => one.name === name);
const names = (state: Data) => state.elements.map((one: Data) => one.name);

test("state lists what a page listens to by script, in shadow roots open and closed, and not the root of a framework", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<div id=root><span id=plain>Plain</span><b id=click>Clicked</b><i id=touch>Touched</i></div>
    <table><tr><td id=cell>Cell</td><td>Other</td></tr></table><canvas id=canvas width=50 height=50></canvas><svg width=50 height=50><g id=group><rect width=40 height=40 /></g></svg>
    <x-open></x-open><x-closed>slotted</x-closed><div id=host style="width:100px;height:30px"></div><p id=hover>Hover</p>
    <script>
      const listen = (where, type) => where.addEventListener(type, () => {});
      // As React does it: one element listens to everything and acts for all.
      for (const type in document.createElement("i")) if (type.startsWith("on")) listen(root, type.slice(2));
      for (const [id, type] of [["click", "click"], ["touch", "touchstart"], ["cell", "mousedown"], ["canvas", "pointerdown"], ["group", "click"], ["hover", "mouseenter"]]) listen(document.getElementById(id), type);
      customElements.define("x-open", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "open" }).innerHTML = "<span>In open</span>"; listen(this.shadowRoot.firstChild, "click"); } });
      customElements.define("x-closed", class extends HTMLElement { connectedCallback() { this.attachShadow({ mode: "closed" }).innerHTML = "<button>In closed</button><slot></slot>"; } });
      host.attachShadow({ mode: "closed" }).innerHTML = "<a href='#x'>Deep <span>link</span></a>";
    </script>`);
  expect(state.elements.map((one: Data) => one.text || one.tag)).toEqual([
    "Clicked",
    "Touched",
    "Cell",
    "canvas",
    "g",
    "In open",
    "In closed",
    "Deep link",
    "Hover",
  ]);
  expect(state.tree).toContain("slotted");
  for (const name of ["In closed", "Deep link"]) await t.svc("click", indexOf(state, { name }));
  expect((await t.svc("get", "url")).url).toEndWith("#x");
});

test("state gives a label's text to its control, and lists the label where the control cannot be seen", async () => {
  await using t = await fixture();
  const state = await t.open(`<label for=one>First name</label><input id=one><label>Second <input id=two></label>
    <label><input type=checkbox style="display:none" checked> Hidden box</label><label>I accept the <a href=/terms>terms</a> <input type=checkbox></label>`);
  expect(state.tree).toBe(
    `[1]<input>First name\n[2]<input>Second\n[3]<label type=checkbox checked>Hidden box\n[4]<a href=/terms>terms\n[5]<input type=checkbox>I accept the terms`,
  );
  await t.svc("uncheck", "3");
  await t.svc("check", "5");
  expect((await t.svc("state")).elements.map((one: Data) => one.states)).toMatchObject([
    [],
    [],
    [],
    [],
    ["checked", "focused"],
  ]);
});

test("state does not print what lies under an opaque cover, and marks what a veil covers", async () => {
  await using t = await fixture();
  const page = (color: string) =>
    `<p>Below</p><button>Under</button><div style="position:fixed;inset:0;background:${color}"><div style="position:absolute;left:200px;top:200px"><button>Close</button> Above</div></div>`;
  const opaque = await t.open(page("#fff"));
  expect(opaque.tree).not.toContain("Below");
  expect(opaque.tree).toContain("[1]<button covered>Under\n");
  expect(opaque.tree).toContain("Above");
  const veiled = await t.open(page("#0005"));
  expect(veiled.tree).toContain("Below\n[1]<button covered>Under\n[2]<button>Close");
});

const ROWS = Array.from(
  { length: 400 },
  (_, n) => `<tr><td>Person ${n}</td><td><a href="/p/${n}">Show ${n}</a></td><td><button>Edit ${n}</button></td></tr>`,
).join("");

test("state shows what is in view whole, folds rows that repeat, and gives all of them their numbers", async () => {
  await using t = await fixture();
  const state = await t.open(`<h1>People</h1><table>${ROWS}</table><p>The end</p>`);
  const { result: seen } = await t.svc(
    "eval",
    "[...document.querySelectorAll('button')].filter((one) => one.getBoundingClientRect().top < innerHeight).length",
  );
  const last = (await t.svc("eval", `document.querySelectorAll('button')[${seen - 1}].textContent`)).result;
  expect(state.tree).toContain(last);
  expect(state.elements.filter((one: Data) => one.tag === "button").length).toBe(seen);
  expect(state.tree).toEndWith(`+${400 - seen} more like this [${2 * seen + 1}]-[800]\n--- out of view\nThe end`);
  expect(state.cut).toEqual({ elements: 800 - 2 * seen, reason: `${800 - 2 * seen} folded` });
  await t.svc("click", "800");
  expect(await t.svc("get", "text", "800")).toMatchObject({ text: "Edit 399" });
  const below = await t.svc("state");
  expect(below.tree).toContain("more like this");
  expect(below.tree).toContain("Edit 399");
  expect((await t.svc("state", "--all")).elements).toHaveLength(800);
});

test("state shows only what is asked for: by place, role, text or selector", async () => {
  await using t = await fixture();
  await t.open(`<nav><a href=/one>One</a> <a href=/two>Two</a></nav><form id=f><input aria-label=Mail value="jane@example.com"><button>Send</button></form>
    <iframe srcdoc="<form id=f><button>Send too</button></form>"></iframe><div style="height:3000px"></div><button>Far <b>away</b></button>`);
  const lines = async (...options: string[]) =>
    (await t.svc("state", ...options)).elements.map((one: Data) => one.name);
  expect(await lines("--viewport")).toEqual(["One", "Two", "Mail", "Send", "Send too"]);
  expect(await lines("--role", "button")).toEqual(["Send", "Send too", "Far away"]);
  expect(await lines("--role", "link,textbox")).toEqual(["One", "Two", "Mail"]);
  expect(await lines("--grep", "send")).toEqual(["Send", "Send too"]);
  expect(await lines("--grep", "/^jane@/")).toEqual(["Mail"]);
  expect(await lines("--grep", "/two$/")).toEqual(["Two"]);
  expect(await lines("--selector", "#f")).toEqual(["Mail", "Send", "Send too"]);
  expect((await t.svc("state", "--grep", "away")).tree).toBe("--- out of view\n[6]<button>Far away");
  expect(await t.text("state", "--grep", "nothing like it")).toEndWith("\n(nothing on the page matches)");
  expect(await t.fails("state", "--grep", "/(/")).toMatchObject({ code: "usage" });
  expect(await t.fails("state", "--selector", "..")).toMatchObject({ code: "usage" });
});

test("state --diff tells what came, changed and went", async () => {
  await using t = await fixture();
  await t.open(`<input aria-label=Name><button id=go>Go</button><p id=text>Before</p><a href=#x>Stays</a>`);
  expect(await t.text("state", "--diff")).toEndWith("\n(nothing changed)");
  await t.svc("input", "1", "Jane");
  await t.svc(
    "eval",
    "go.remove(); text.textContent = 'After'; document.body.insertAdjacentHTML('beforeend', '<button>New</button>')",
  );
  expect((await t.svc("state", "--diff")).tree).toBe(
    `~ [1]<input value=Jane focused>Name\n~ After\n+ [4]<button>New\n- [2]<button>Go`,
  );
  expect((await t.svc("state", "--diff")).tree).toBe("");
});

test("an element that is drawn anew is found again only where it is surely the same", async () => {
  await using t = await fixture();
  const draw = (html: string) => t.svc("eval", `box.innerHTML = ${JSON.stringify(html)}`);
  const form = `<button onclick="this.textContent='Saved'">Save</button><p><button>Delete</button><button>Delete</button></p><input id=mail>`;
  await t.open(`<div id=box>${form}</div>`);
  await draw(form);
  await t.svc("click", "1");
  expect(await t.svc("get", "text", "1")).toMatchObject({ text: "Saved" });
  await t.svc("input", "4", "jane");
  // Which of the two it was, nobody can say.
  expect(await t.fails("click", "2")).toMatchObject({ code: "stale", message: expect.stringContaining("Delete") });
  const state = await t.svc("state");
  expect(state.elements.map((one: Data) => [one.index, one.name])).toEqual([
    [1, "Saved"],
    [5, "Delete"],
    [6, "Delete"],
    [4, ""],
  ]);
  await draw(form.replace("Save", "Save now"));
  const gone = await t.fails("click", "1");
  expect(gone).toMatchObject({ code: "stale" });
  await draw("<button>Saved it</button>");
  expect((await t.fails("click", "1")).message).toContain('the most similar element now is <button> "Saved it"');
});

test("a stale index of another page names what it was, and what is nearest to it now", async () => {
  await using t = await fixture();
  await t.open(`<a href=/next>Next</a><button>Add to cart</button>`, {
    "/next": `<button>Add to your cart</button><a href=/>Back</a>`,
  });
  await t.svc("click", "1");
  const { message } = await t.fails("click", "2");
  expect(message).toContain('was <button> "Add to cart"; another page has loaded since');
  expect(message).toContain('the most similar element now is <button> "Add to your cart"');
  await t.svc("state");
  expect((await t.fails("click", "9")).code).toBe("not_found");
});

test("state answers in part when a frame does not, and says so of a page that stands still", async () => {
  await using t = await fixture();
  const { promise: hangs, resolve } = Promise.withResolvers<void>();
  await t.open(`<button onclick="confirm('Sure?')">Ask</button><p>Text`, {
    "/hangs": () => {
      resolve();
      return new Response("");
    },
  });
  await t.svc("click", "1");
  const asked = await t.svc("state");
  expect(asked).toMatchObject({ dialog: { type: "confirm", message: "Sure?" }, elements: [] });
  expect(await t.text("state")).toContain(`dialog: confirm "Sure?" is open`);
  await t.svc("dialog", "accept");
  expect((await t.svc("state")).elements).toMatchObject([{ name: "Ask" }]);
  // A synchronous request: from when the server has it, the page runs nothing else.
  const hang = "const one = new XMLHttpRequest(); one.open('GET', '/hangs', false); one.send(); for (;;);";
  await t.svc("eval", `setTimeout(() => { ${hang} }, 50), 1`);
  await hangs;
  expect(await t.fails("state", "--timeout", "800")).toMatchObject({ code: "timeout" });
});

test("states and values are those of now: popovers, fields that a person left invalid, lists made of boxes", async () => {
  await using t = await fixture();
  const before =
    await t.open(`<button popovertarget=pop>Menu</button><div popover id=pop>Shown</div><input type=email aria-label=Mail><input required aria-label=Other>
    <div role=combobox tabindex=0 aria-label=Food aria-expanded=false><span id=held>Apple</span><span aria-hidden=true>▼</span></div><progress aria-label=Busy tabindex=0></progress>
    <label>Off <input type=checkbox readonly required></label><fieldset disabled><legend><input aria-label="in legend"></legend><input aria-label="in set"></fieldset>`);
  expect(named(before, "Menu").states).toEqual(["expanded=false"]);
  expect(named(before, "Mail").states).toEqual([]);
  expect(named(before, "Food")).toMatchObject({ value: "Apple", states: ["expanded=false"] });
  expect(named(before, "Off").states).toEqual(["required"]);
  expect([named(before, "in legend").states, named(before, "in set").states]).toEqual([[], ["disabled"]]);
  expect(named(before, "Busy").value).toBeUndefined();
  await t.svc("input", indexOf(before, { name: "Mail" }), "no address");
  await t.svc("click", indexOf(before, { name: "Other" }));
  await t.svc("eval", "held.textContent = 'Pear'; pop.showPopover()");
  const after = await t.svc("state");
  expect(named(after, "Mail").states).toEqual(["invalid"]);
  expect(named(after, "Other").states).toEqual(["required", "focused"]);
  expect([named(after, "Menu").states, named(after, "Food").value]).toEqual([["expanded=true"], "Pear"]);
});

test("a name ends, however much an element holds and however its parts refer to each other", async () => {
  await using t = await fixture();
  const ids = Array.from({ length: 30 }, (_, n) => n);
  const tangle = ids.map((n) => `<i id=o${n} aria-owns="o${n + 1} o${n + 1} o${n + 1} o${(n * 7) % 30}"></i>`).join("");
  await t.open(`${tangle}<button aria-owns="o0 o1" title=Tangle></button>
    <button>${"<b>word </b>".repeat(3_000)}</button><button title=Empty>${"<b></b>".repeat(3_000)}</button>
    <button>${"<b>".repeat(80)}Deep${"</b>".repeat(80)}</button><button id=a aria-labelledby="a b">One</button><button id=b aria-labelledby="b a">Two</button>`);
  const [tangled, long, empty, deep, one, two] = names(await t.svc("state", "--all"));
  expect([tangled, empty, one, two]).toEqual(["Tangle", "Empty", "One Two", "Two One"]);
  expect([long.length, long.startsWith("word word"), deep]).toEqual([200, true, "Deep"]);
});

test("state lists the items of lists, tables and boards that listen for them", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<ul id=a><li>One<li>Two <a href=#x>more</a></ul><table id=b><tbody><tr><td>X<td>O<tr><td>7<td>8</table>
    <table><tbody id=c><tr><td>Row<td>1</table><div id=d><div class="cell x">d1</div><div class=cell>d2</div></div><div id=e><p>Plain<p>Text</div><ul><li>Silent</ul>
    <script>for (const one of [a, b, c, d, e]) one.onclick = (event) => { document.title = event.target.textContent }</script>`);
  const items = state.elements.filter((one: Data) => /^(li|td|tr)$/.test(one.tag) || one.text.startsWith("d"));
  expect(items.map((one: Data) => one.text)).toEqual(["One", "X", "O", "7", "8", "Row 1", "d1 d2", "d1", "d2"]);
  await t.svc("click", indexOf(state, { text: "7" }));
  expect(await t.svc("get", "title")).toEqual({ title: "7" });
});

test("state lists what shows something by its style while the pointer is over it", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<style>.more, .sub { display: none } .tip { visibility: hidden } .card:hover .more { display: block }
    @media (min-width: 1px) { li:hover > .sub, .never:hover { display: block } } .t:hover + .tip { visibility: visible } p:hover b { color: red }</style>
    <div class=card id=one><img alt=Avatar width=50 height=50><div class=more><a href=#profile>Profile</a></div></div>
    <ul><li>File<ul class=sub><li>Save</ul></li><li><a href=#x>Edit</a><ul class=sub><li>Undo</ul></li></ul><span class=t>What</span><i class=tip>That</i><p>Text <b>bold</b></p>`);
  expect(state.elements.map((one: Data) => one.tag)).toEqual(["div", "li", "a", "span"]);
  await t.svc("hover", "1");
  expect((await t.svc("state")).tree).toContain("Profile");
  // It keeps its number, and goes on being listed, when the pointer has left it.
  await t.svc("hover", indexOf(state, { text: "What" }));
  expect((await t.svc("state")).elements[0]).toMatchObject({ index: 1, tag: "div" });
});

test("state gives a number to what a selector names, and to what a library drags", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<p class=item>First<p class=item>Second <a href=#x>link</a><div class=ui-droppable>Drop here</div>
    <script>document.addEventListener("click", (event) => { document.title = event.target.textContent })</script>`);
  expect(state.elements.map((one: Data) => one.text)).toEqual(["link", "Drop here"]);
  const named = await t.svc("state", "--selector", ".item");
  expect(named.elements.map((one: Data) => one.text)).toEqual(["First", "link"]);
  await t.svc("click", indexOf(named, { text: "First" }));
  expect(await t.svc("get", "title")).toEqual({ title: "First" });
});

test("state lists what libraries mark as a day, an opener or a cross, and no copy of a list that is cut away", async () => {
  await using t = await fixture();
  const { elements } = await t.open(`
    <div role=grid><div role=row><div role=gridcell data-date=2026-03-06>6</div></div></div>
    <span data-state=closed>Right-click here</span> <div data-state=closed><button>Open</button></div>
    <p style="cursor: pointer">Large <b title="Remove all items">×</b></p>
    <div role=listbox style="width: 0; height: 0; overflow: hidden"><div role=option>Copy</div></div>
    <div role=listbox><div role=option>Real</div></div>`);
  const told = elements.map(({ tag, name }: { tag: string; name: string }) => [tag, name]);
  expect(told).toContainEqual(["span", "Right-click here"]);
  expect(elements).toContainEqual(expect.objectContaining({ role: "gridcell", text: "6" }));
  expect(elements.find(({ tag }: { tag: string }) => tag === "b")).toBeDefined();
  expect(told.filter(([, name]: [string, string]) => /^(Copy|Real)$/.test(name))).toEqual([["div", "Real"]]);
});
