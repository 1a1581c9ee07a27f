/** What actions tell with `--changes`. */
import { expect, test } from "bun:test";
import { fixture, indexOf, MODE } from "../../fixture.ts";

const SHOP = `<title>Shop</title><ul id=list><li><h3>Lamp</h3><button onclick="add()">Add to cart</button></li></ul><input aria-label=Name>
  <a href=/next>Next</a><div role=status id=live style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)"></div>
  <script>let n = 0; function add() { setTimeout(() => {
    live.textContent = "Lamp added " + ++n;
    document.querySelector("h3").insertAdjacentHTML("afterend", "<p>In cart: " + n + "</p><button>Check out</button>");
  }, 60) }</script>`;

test("an action tells what it changed, once, with numbers that can be used", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(SHOP));
  // Nobody has looked: the look before the action gives the numbers.
  const first = await t.svc("click", "--text", "Add to cart", "--changes");
  expect(first.changes.tree).toBe("  Lamp\n+ In cart: 1\n+ [4]<button>Check out");
  expect(first.changes.messages).toEqual(["Lamp added 1"]);
  expect((await t.svc("state", "--diff")).tree).toBe("");
  expect((await t.svc("state")).tree).not.toContain("*");
  expect(await t.text("input", "2", "Jane", "--changes")).toBe(
    "input: Jane\nelement: 2\nchanges:\n~ [2]<input value=Jane focused>Name",
  );
  expect((await t.svc("hover", "4", "--changes")).changes).toMatchObject({ tree: "", nothing: "nothing changed" });
  expect(await t.text("click", "4", "--changes")).toContain("\nchanges");
  expect(await t.svc("click", "4")).not.toHaveProperty("changes");
});

test("after a load an action tells the next page, what is in view first", async () => {
  await using t = await fixture();
  await t.open(SHOP, {
    "/next": `<h1>Next page</h1><button>Here</button><div style="height:3000px"></div><button>Below`,
  });
  const { changes } = await t.svc("click", "3", "--changes");
  expect(changes).toMatchObject({
    all_new: "load",
    tree: "Next page\n[1]<button>Here\n--- out of view\n[2]<button>Below",
  });
  expect((await t.svc("back", "--changes")).changes).toMatchObject({ all_new: "load", title: "Shop" });
  const opened = await t.text("open", t.site("<h1>Other</h1><button>There</button>"), "--changes");
  expect(opened).toEndWith("changes: another page was loaded; all of it is new\nOther\n[1]<button>There");
  expect((await t.svc("tab", "new", t.site("<p>In a tab"), "--changes")).changes).toMatchObject({ tree: "In a tab" });
});

test("content below the fold goes before the rest of a menu that is scrolled by itself", async () => {
  await using t = await fixture();
  const links = Array.from({ length: 60 }, (_, n) => `<li><a href=/page${n}>A place of the site ${n}</a>`).join("");
  const url = t.site(
    `<nav style="height:60px;overflow:auto"><ul>${links}</ul></nav><main><h1>Orders</h1><div style="height:2000px"></div><p>Last order: 17</main>`,
  );
  const told = await t.text("open", url, "--changes");
  expect(told).toContain("Last order: 17");
  expect(told).toMatch(/more elements \[/);
});

test("what of the next page does not fit is told as missing, also where it is text alone, and so much as a setting says is told", async () => {
  await using t = await fixture();
  const texts = Array.from({ length: 200 }, (_, n) => `<p>Paragraph ${"abc"[n % 3]} number ${n}</p>`).join("");
  await t.open(`<a href=/next>Next</a>`, { "/next": texts });
  const { changes } = await t.svc("click", "1", "--changes");
  expect(changes.tree).toContain("number 0");
  expect(changes.tree).not.toContain("number 199");
  expect(changes.cut).toEqual({ elements: 0, reason: "more text than fits into 300 tokens" });
  await t.svc("config", "set", "changes_tokens", "4000");
  expect((await t.svc("reload", "--changes")).changes.tree).toContain("number 199");
});

test("many changes are cut at about 300 tokens, and the rest is in state --diff", async () => {
  await using t = await fixture();
  await t.open(
    `<button onclick="for (let n = 0; n < 200; n++) document.body.append(Object.assign(document.createElement('button'), { textContent: 'Button number ' + n }))">Fill</button>`,
  );
  const { changes } = await t.svc("click", "1", "--changes");
  expect(changes.tree.length).toBeLessThan(1_000);
  expect(changes.cut.elements).toBeGreaterThan(100);
  expect((await t.svc("state", "--diff", "--all")).tree.match(/^\+ /gm)).toHaveLength(200);
  expect(await t.svc("hover", "5", "--changes")).toMatchObject({ changes: { tree: "" } });
});

test("changes can be the rule, and a line can go without", async () => {
  await using t = await fixture();
  await t.open(SHOP);
  await t.svc("config", "set", "changes", "true");
  // The server of the tests has the variable, which goes before the file.
  expect("changes" in (await t.svc("hover", "1"))).toBe(MODE !== "mcp");
  expect(await t.svc("hover", "1", "--changes=false")).not.toHaveProperty("changes");
  await t.svc("config", "unset", "changes");
  expect(await t.fails("click", "1", "--changes=perhaps")).toMatchObject({ code: "usage" });
  expect(await t.fails("state", "--all=false")).toMatchObject({ code: "usage" });
});

test("an action that opens a dialog has succeeded, and tells that the page stands still", async () => {
  await using t = await fixture();
  await t.open(`<button onclick="document.title = confirm('Sure?')">Ask</button>`);
  expect((await t.svc("click", "1", "--changes")).changes.nothing).toContain("blocked by the dialog");
  expect(await t.svc("dialog", "accept", "--changes")).toMatchObject({ changes: { title: "true" } });
});

test("a message that follows the first effect by a timer is told with it", async () => {
  await using t = await fixture();
  await t.open(`<button onclick="n.textContent = 'one thing'; setTimeout(() => { m.textContent = 'Added to cart' }, 200)">Add</button>
    <p id=n></p><p id=m></p>`);
  const text = await t.text("click", "1", "--changes");
  expect(text).toContain("one thing");
  expect(text).toContain("Added to cart");
});

test("a new entry of a log that is shown is told once, without the entries before it", async () => {
  await using t = await fixture();
  await t.open(`<div role=log id=log><p>Hello</p><p>How can I help?</p></div>
    <button onclick="log.insertAdjacentHTML('beforeend', '<p>My order is late</p>')">Send</button>`);
  expect(await t.text("click", "1", "--changes")).toBe("clicked: 1\nchanges:\n  How can I help?\n+ My order is late");
});

test("fill tells each field once beside its changes", async () => {
  await using t = await fixture();
  await t.open(`<input aria-label=Name><input aria-label=Code oninput="this.value = this.value.toUpperCase()">`);
  expect(await t.text("fill", "Name=Ann", "Code=ab", "--changes")).toBe(
    'filled: 1 (Name)\nfilled: 2 (Code) "AB" (differs: the field now has this value)\nchanges:\n~ [1]<input value=Ann>Name\n~ [2]<input value=AB focused>Code',
  );
});

test("what to do about a dialog is told once", async () => {
  await using t = await fixture();
  await t.open(`<button onclick="confirm('Sure?')">Ask</button>`);
  const answer = await t.text("click", "1", "--changes");
  expect(answer).toContain("changes: unknown while the dialog is open");
  expect(answer).not.toContain("svc dialog");
  expect((await t.svc("state")).nothing).toContain("svc dialog accept");
  await t.svc("dialog", "dismiss");
});

test("a choice that a class alone shows is told", async () => {
  await using t = await fixture();
  const choose = "document.querySelector('.active')?.classList.remove('active'); this.classList.add('active')";
  await t.open(`<button onclick="${choose}">Month</button><button onclick="${choose}">Week</button>`);
  expect(await t.text("click", "2", "--changes")).toContain("[2]<button class=active focused>Week");
});

test("what opens is told, though the first look had no room for it", async () => {
  await using t = await fixture();
  const part = (n: number) =>
    `<button onclick="this.nextElementSibling.classList.add('open')">Part ${n}</button><div class=part>${Array.from({ length: 30 }, (_, m) => `<label>Setting ${m} of part ${n} <input></label>`).join("")}</div>`;
  await t.open(`<style>.part { max-height: 0; overflow: hidden } .open { max-height: none }</style>
    ${Array.from({ length: 20 }, (_, n) => part(n + 1)).join("")}`);
  expect((await t.svc("state")).tree).not.toContain("Setting 5 of part 20");
  const { changes } = await t.svc("click", "--text", "Part 20", "--changes");
  expect(changes.tree).toMatch(/\+ \[\d+\]<input>Setting 5 of part 20/);
});

test("after a load the content goes before menus, fields in the header excepted", async () => {
  await using t = await fixture();
  const links = Array.from({ length: 30 }, (_, n) => `<li><a href=/page${n}>A place of the site ${n}</a>`).join("");
  const rows = Array.from({ length: 6 }, (_, n) => `<p>Sentence ${n} of what the page is about.</p>`).join("");
  const url = t.site(
    `<style>li{display:inline}p{margin:0}</style><header><input type=search aria-label=Search><nav><ul>${links}</ul></nav></header>
     <main><h1>Orders</h1>${rows}<button>New order</button></main>`,
  );
  const told = await t.text("open", url, "--changes");
  expect(told).toMatch(/Search.*more elements.*Orders\n.*Sentence 5.*New order/s);
  expect(told).toContain("A place of the site 0");
});

test("what a dialog opens over is neither gone nor, when it has closed, new", async () => {
  await using t = await fixture();
  const rows = Array.from({ length: 8 }, (_, n) => `<tr><td>Row ${n}<td>State ${n}<td><button>Edit ${n}</button>`).join(
    "",
  );
  await t.open(
    `<style>article{width:60px}</style><p style="position:absolute;left:600px;top:0">A note</p><button onclick="d.showModal()">Open</button><button onclick="list.innerHTML = '<p>Empty'">Clear</button>
     <div id=list><article draggable=true>Mail</article><article draggable=true>Call</article><p>A note</p><table>${rows}</table></div>
     <dialog id=d style="inset:30px auto auto 0;margin:0;width:120px;height:300px">Sure? <button onclick="d.close(); log.textContent = 'Closed'">No</button></dialog>
     <p id=log></p>`,
  );
  const opened = await t.text("click", "1", "--changes");
  expect(opened).toMatch(/\+ Sure\?\n\+ \[\d+\]<button focused>No/);
  expect(opened).toContain("elements are covered now");
  expect(opened).not.toMatch(/note|State|Mail|^- /m);
  const closed = await t.text("click", "--text", "No", "--changes");
  expect(closed).toMatch(/[+~] Closed/);
  expect(closed).not.toMatch(/note|State|Mail/);
  expect(await t.text("click", "2", "--changes")).toMatch(/Empty.*^- Row 7 \| State 7$/ms);
});

test("many elements that went are told as one piece of news", async () => {
  await using t = await fixture();
  const buttons = Array.from({ length: 12 }, (_, n) => `<button>Item ${n}</button>`).join("");
  await t.open(`<button onclick="list.replaceChildren()">Clear</button><div id=list>${buttons}</div>`);
  expect(await t.text("click", "1", "--changes")).toContain("- 12 elements are gone: [2]-[13]");
});

test("--changes tells a choice that a class alone shows", async () => {
  await using t = await fixture();
  const state = await t.open(`<style>.sel { outline: 3px solid red }</style>
    <div id=sizes><span class="size sel" onclick="take(this)" style="cursor:pointer">Small</span> <span class=size onclick="take(this)" style="cursor:pointer">Large</span></div>
    <script>const take = (one) => { for (const other of sizes.children) other.classList.toggle("sel", other === one); };</script>`);
  const [small, large] = ["Small", "Large"].map((text) => indexOf(state, { text }));
  expect(await t.text("click", large ?? "", "--changes")).toContain(
    `changes:\n~ [${small}]<span>Small\n~ [${large}]<span class=sel>Large`,
  );
  // The word is known from then on.
  expect(await t.text("state")).toContain(`[${small}]<span>Small\n[${large}]<span class=sel>Large`);
  expect(await t.text("click", large ?? "", "--changes")).toContain("changes: none that `svc state` shows");
});

test("a choice in a form whose fields hide its own members is told", async () => {
  await using t = await fixture();
  await t.open(
    `<form><input name=children><span onclick="this.className = 'sel'">Large</span><span onclick=1>Small</span></form>`,
  );
  expect(await t.text("click", "--text", "Large", "--changes")).toContain("sel");
});

test("a mark that goes and comes back is told, in a shadow root, too", async () => {
  await using t = await fixture();
  const mark = `<span class="mark set" style="cursor:pointer" onclick="this.classList.toggle('set')">Mark</span>`;
  await t.open(`${mark}<div><template shadowrootmode=open>${mark}</template></div>`);
  for (const index of ["1", "2"]) {
    expect(await t.text("click", index, "--changes")).toEndWith(`changes:\n~ [${index}]<span>Mark`);
    expect(await t.text("click", index, "--changes")).toEndWith(`changes:\n~ [${index}]<span class=set>Mark`);
  }
});
