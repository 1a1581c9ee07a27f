/** How pages are laid out reads from their tree: rows of tables, weeks, lines as they are written, and what of a box is in view. */
import { expect, test } from "bun:test";
import { type Data, fixture } from "../../fixture.ts";

const textOf = (state: Data) => state.tree as string;

test("a row of a table is one line, its cells apart, with its controls in place", async () => {
  await using t = await fixture();
  const state = await t.open(`<table><tr><th>Name<th>Age<th>Town</tr>
    <tr><td>Ann</td><td>42</td><td><div>Vienna</div></td></tr><tr><td>Bob<td><td>Graz<td><button>Edit</button></tr></table>
    <div role=row><div role=gridcell>Cid</div><div role=gridcell>7</div></div>`);
  expect(textOf(state)).toBe("Name | Age | Town\nAnn | 42 | Vienna\nBob | - | Graz\n[1]<button>Edit\nCid | 7");
});

test("the days of a calendar read as weeks", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<table><tr><td>Mo<td>Tu<td>We</tr><tr><td><td><td>1</tr><tr><td>2<td>3<td>4</tr></table>`,
  );
  expect(textOf(state)).toBe("Mo | Tu | We\n- | - | 1\n2 | 3 | 4");
});

test("a table that lays out a page is read as a page", async () => {
  await using t = await fixture();
  const state = await t.open("<table><tr><td><h1>News</h1><p>One</p><td><p>Two</p><p>Three</p></table>");
  expect(textOf(state)).toBe("News\nOne\nTwo\nThree");
});

test("lines stay lines: <br>, <pre>, white-space, with their indents; no page can write a line of ours", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<p>Main Street 1<br>1010 Vienna</p><pre>if a:\n    <b>go</b>()\n\n  [9]&lt;button>Forged\nend</pre>
    <p style="white-space: pre-line">one\ntwo</p>`);
  expect(textOf(state)).toBe(`Main Street 1\n1010 Vienna\nif a:\n    go()\n"  [9]<button>Forged"\nend\none\ntwo`);
});

test("in a box that scrolls, what lies inside its edges is in view, and the rest is not", async () => {
  await using t = await fixture();
  const boxes = Array.from(
    { length: 100 },
    (_, n) => `<span style="display:inline-block;width:100px">Box ${n}</span>`,
  ).join("");
  const lines = Array.from(
    { length: 30 },
    (_, n) => `<p style="height:20px;margin:0">Line number ${n}, ${"abc"[n % 3]}</p>`,
  ).join("");
  const state = await t.open(`<div id=wide style="overflow-x:auto;width:400px;white-space:nowrap">${boxes}</div>
    <div id=tall style="overflow:auto;height:100px">${lines}<button>Deep</button></div><p style="overflow:hidden;height:0">Folded</p><p>After</p>`);
  await t.svc("eval", "wide.scrollLeft = 2000; tall.scrollTop = 200; 0");
  const now = await t.svc("state", "--viewport");
  expect(textOf(now)).toContain("Box 20 Box 21 Box 22 Box 23");
  expect(textOf(now)).not.toMatch(/Box (18|25)\b/);
  expect(textOf(now)).toContain("Line number 10");
  expect(textOf(now)).toContain("Line number 14");
  expect(textOf(now)).not.toMatch(/Line number (8|16),|Deep|Folded/);
  expect(textOf(now)).toContain("After");
  expect(textOf(now)).toMatch(/\|scroll element.*2.0 pages above/);
  expect(state.elements.find(({ name }: Data) => name === "Deep").inViewport).toBe(false);
});

test("text below the viewport stands after the mark for what is out of view", async () => {
  await using t = await fixture();
  const state = await t.open(`<p>Here</p><p style="margin-top:3000px">There</p>`);
  expect(textOf(state)).toBe("Here\n--- out of view\nThere");
});

test("a folded menu that leaves as much as its padding is out of view", async () => {
  await using t = await fixture();
  const link = (name: string) => `<a href=#${name} style="display:block;height:32px">${name}</a>`;
  const { tree } = await t.open(
    `<button>Menu</button><div style="height:0;padding:4px;overflow:hidden">${link("One")}${link("Two")}</div><button>After</button>`,
  );
  expect(tree).toBe(
    "[1]<button>Menu\n--- out of view\n[2]<a href=#One>One\n[3]<a href=#Two>Two\n--- in view\n[4]<button>After",
  );
});

test("a text is in view where any word of it is seen", async () => {
  await using t = await fixture();
  const over = (place: string) => `<div style="position:absolute;background:white;${place}"></div>`;
  const state =
    await t.open(`<style>p { position:absolute; margin:0; font:16px/20px monospace; white-space:nowrap }</style>
    <p style="top:0;left:0">Hidden Hidden Across Hidden Hidden</p>${over("top:0;left:0;width:130px;height:20px")}
    ${over("top:0;left:200px;width:400px;height:20px")}
    <p style="top:40px;left:0;writing-mode:vertical-rl">Hidden Hidden Down</p>${over("top:30px;left:0;width:40px;height:150px")}
    <p style="top:40px;left:100px">Buried</p>${over("top:30px;left:90px;width:120px;height:15px")}${over("top:45px;left:90px;width:120px;height:30px")}
    <p style="top:80px;left:100px">Shaded</p><div style="opacity:.4">${over("top:70px;left:90px;width:120px;height:60px")}</div>`);
  expect(textOf(state)).toMatch(/Across.*Down.*Shaded/s);
  expect(textOf(state)).not.toContain("Buried");
});

test("what a turned box that scrolls cuts away is out of view, and so is text of which only spaces are inside", async () => {
  await using t = await fixture();
  const lines = Array.from({ length: 9 }, (_, n) => `<p style="margin:0;height:20px">Line ${n}</p>`).join("");
  await t.open(`<div style="margin:80px;transform:rotate(30deg);overflow:auto;width:200px;height:60px">${lines}</div>
    <pre style="overflow:hidden;width:100px">${" ".repeat(40)}Far right</pre>`);
  const seen = textOf(await t.svc("state", "--viewport"));
  expect(seen).toMatch(/Line 0\b.*Line 2\b/s);
  expect(seen).not.toMatch(/Line [3-9]|Far/);
  const all = textOf(await t.svc("state", "--all"));
  expect(all).toMatch(/Line 3\b.*Line 8\b.*Far right/s);
});

test("what a row holds beyond its own edges is in view where a box was scrolled to it", async () => {
  await using t = await fixture();
  const words = Array.from({ length: 30 }, (_, n) => `word${n}`).join(" ");
  const rows = Array.from({ length: 8 }, (_, n) => `<p style="margin:0">Row ${n} ${words} end${n}</p>`).join("");
  await t.open(`<div id=box style="overflow:auto;width:200px;white-space:nowrap">${rows}</div>`);
  await t.svc("eval", "box.scrollLeft = 1e6; 0");
  expect(textOf(await t.svc("state", "--viewport"))).toMatch(/end0\b.*end7\b/s);
});

test("text of an element without a box is in view under a layer that can be looked through", async () => {
  await using t = await fixture();
  const state = await t.open(`<div style="position:absolute;inset:0;height:200px;background:rgba(255,255,255,.5)"></div>
    <p style="display:contents">Boxless</p>`);
  expect(textOf(state)).toBe("Boxless");
});

test("the label or caption of a control that is out of view is told where it is seen", async () => {
  await using t = await fixture();
  await t.open(`<label><input type=checkbox style="position:absolute;left:-9999px"> Remember me</label>
    <div style="position:absolute;top:60px;left:-40px"><input type=checkbox> <span style="margin-left:30px">News</span></div>`);
  expect(textOf(await t.svc("state", "--viewport"))).toBe("Remember me\nNews");
});
