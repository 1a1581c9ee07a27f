import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

test("get title and get url tell what is so now", async () => {
  await using t = await fixture();
  await t.open("<title>Before</title>");
  const { url: site } = await t.svc("get", "url");
  await t.svc("eval", "document.title = 'After'; history.pushState(0, '', '?a=1#b')");
  expect(await t.svc("get", "title")).toEqual({ title: "After" });
  expect(await t.svc("get", "url")).toEqual({ url: `${site}?a=1#b` });
});

test("get html gives the page, or the first element that matches, in a shadow root too", async () => {
  await using t = await fixture();
  await t.open(
    `<main id=m><p class=a>One</p><p class=a>Two</p></main><x-box></x-box><script>document.querySelector("x-box").attachShadow({ mode: "open" }).innerHTML = "<i>Shadow</i>"</script>`,
  );
  await t.svc("eval", "document.querySelector('p').textContent = 'Changed'");
  expect((await t.svc("get", "html")).html).toMatch(/^<html>.*<p class="a">Changed<\/p>.*<\/html>$/s);
  expect(await t.svc("get", "html", "--selector", "main > .a")).toEqual({ html: `<p class="a">Changed</p>` });
  expect(await t.svc("get", "html", "--selector", "i")).toEqual({ html: "<i>Shadow</i>" });
  expect(await t.fails("get", "html", "--selector", "#none")).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("#none"),
  });
  expect(await t.fails("get", "html", "--selector", "p[")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("p["),
  });
  expect(await t.fails("get", "html", "--selector", "")).toMatchObject({ code: "usage" });
});

test("get text gives the text as it is now, not as it was listed", async () => {
  await using t = await fixture();
  await t.open(
    `<button>Old</button><a href=#x>Two<br>lines <b>bold</b><span hidden>unseen</span></a><svg role=button tabindex=0 width=50 height=20><text y=15>Drawn</text></svg>`,
  );
  await t.svc("eval", "document.querySelector('button').textContent = 'New'");
  expect(await t.svc("get", "text", "1")).toEqual({ index: 1, text: "New" });
  expect(await t.svc("get", "text", "2")).toEqual({ index: 2, text: "Two\nlines bold" });
  expect(await t.svc("get", "text", "3")).toEqual({ index: 3, text: "Drawn" });
  expect(await t.fails("get", "text", "9")).toMatchObject({ code: "not_found" });
  expect(await t.fails("get", "text", "one")).toMatchObject({ code: "usage" });
});

test("get value gives what a field holds now, whole, and refuses what holds nothing", async () => {
  await using t = await fixture();
  const long = "x".repeat(5000);
  await t.open(
    `<input value=first><textarea>${long}</textarea><select><option value=a>A<option value=b selected>B</select><div contenteditable>Rich</div><input type=password value=secret><button>Go</button>`,
  );
  await t.svc("eval", "document.querySelector('input').value = 'changed'");
  const values = ["changed", long, "b", "Rich", "••••••••"];
  for (const [n, value] of values.entries())
    expect(await t.svc("get", "value", String(n + 1))).toEqual({ index: n + 1, value });
  expect(await t.fails("get", "value", "6")).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining("Go"),
    hint: expect.stringContaining("svc get text 6"),
  });
});

test("get attributes gives all attributes as they are now", async () => {
  await using t = await fixture();
  await t.open(`<a href="/x?a=1&amp;b=2" class="one two" data-n=5 hidden-not>Link</a>`);
  await t.svc("eval", "document.querySelector('a').setAttribute('data-n', 6)");
  expect(await t.svc("get", "attributes", "1")).toEqual({
    index: 1,
    attributes: { href: "/x?a=1&b=2", class: "one two", "data-n": "6", "hidden-not": "" },
  });
});

test("get bbox gives the box in the viewport, of elements in frames too", async () => {
  await using t = await fixture();
  const box = `<body style="margin:0"><button style="position:absolute;left:30px;top:40px;width:100px;height:50px;box-sizing:border-box">B</button>`;
  const other = t.site(box).replace("127.0.0.1", "localhost");
  const frame = "position:absolute;border:5px solid;padding:7px;width:200px;height:150px;left:200px;";
  await t.open(
    `${box}<iframe src=/same style="${frame}top:100px"></iframe><iframe src="${other}" style="${frame}top:400px"></iframe><div style="height:3000px">`,
    { "/same": box },
  );
  const size = { width: 100, height: 50 };
  expect(await t.svc("get", "bbox", "1")).toEqual({ index: 1, bbox: { x: 30, y: 40, ...size } });
  expect(await t.svc("get", "bbox", "2")).toEqual({ index: 2, bbox: { x: 242, y: 152, ...size } });
  expect(await t.svc("get", "bbox", "3")).toEqual({ index: 3, bbox: { x: 242, y: 452, ...size } });
  await t.svc("scroll", "down", "--amount", "100");
  expect(await t.svc("get", "bbox", "1")).toEqual({ index: 1, bbox: { x: 30, y: -60, ...size } });
  await t.svc("eval", "document.querySelector('button').style.left = '70px'");
  expect(await t.svc("get", "bbox", "1")).toMatchObject({ bbox: { x: 70 } });
  await t.svc("eval", "document.querySelector('button').style.display = 'none'");
  expect(await t.fails("get", "bbox", "1")).toMatchObject({ code: "hidden" });
});

test("get text without an index gives all text that the page shows, line by line, of frames and shadow roots too", async () => {
  await using t = await fixture();
  const other = t.site("<p>Far away</p>").replace("127.0.0.1", "localhost");
  await t.open(
    `<title>Not text</title><style>p { text-transform: uppercase }</style>
    <h1>Head  line</h1><p>One <b>two</b><br>three<span hidden>unseen</span></p>
    <div style="visibility:hidden">unseen <i style="visibility:visible">seen</i></div>
    <details><summary>More</summary>unseen <p>unseen</p></details>
    <table><tr><td>a<td>b<tr><td>c<td>d</table><pre>x
  y</pre><button>Bold</button><button>Italic</button>
    <x-box>slotted</x-box><iframe src="${other}"></iframe><iframe srcdoc="Near by" style="display:none"></iframe>
    <p>End<script>document.querySelector("x-box").attachShadow({ mode: "open" }).innerHTML = "<div>Shadow</div><slot></slot>"</script>`,
  );
  const shown =
    "Head line\nOne two\nthree\nseen\nMore\na\tb\nc\td\nx\n  y\nBold Italic\nShadow\nslotted\nFar away\nEnd";
  expect(await t.svc("get", "text")).toEqual({ text: shown });
  expect(await t.text("get", "text")).toBe(shown);
  await t.svc("eval", "document.body.innerHTML = '<form><input name=children><input name=childNodes>Clobbered</form>'");
  expect(await t.svc("get", "text")).toEqual({ text: "Clobbered" });
});

test("get value tells lists, files, check boxes, bars and widgets apart", async () => {
  await using t = await fixture();
  await t.open(
    `<select multiple><option value=a selected>A<option>B<option value=c selected>C</select>
    <input type=checkbox value=yes checked><input type=radio><div role=switch aria-checked=true tabindex=0>S</div>
    <div role=slider tabindex=0 aria-valuenow=4>L</div><input type=file multiple><input type=file>
    <progress tabindex=0 value=0.25></progress><meter tabindex=0 max=10 value=7></meter><progress tabindex=0></progress>
    <label tabindex=0><input value="In a label"></label><div contenteditable>One<div>Two</div></div>
    <input type=submit value=Send><input type=range value=30><select><option>Only</select>`,
  );
  const values = [
    { value: ["a", "c"] },
    { value: "yes", checked: true },
    { value: "on", checked: false },
    { value: "true", checked: true },
    { value: "4" },
    { value: [] },
    { value: "" },
    { value: "0.25", max: "1" },
    { value: "7", max: "10" },
    { value: "", max: "1" },
    { value: "In a label" },
    { value: "In a label" },
    { value: "One\nTwo" },
    { value: "Send" },
    { value: "30" },
    { value: "Only" },
  ];
  for (const [n, value] of values.entries())
    expect(await t.svc("get", "value", String(n + 1))).toEqual({ index: n + 1, ...value });
});

test("get options lists all options of native lists, suggestions and widgets", async () => {
  await using t = await fixture();
  const many = Array.from({ length: 60 }, (_, n) => `<option value=${n}>Number ${n}`).join("");
  await t.open(
    `<select><option value=a>A<option value=b disabled>B<optgroup label="Group" disabled><option selected>C</optgroup></select>
    <select>${many}</select><input list=l><datalist id=l><option value=x label="X it is"></datalist>
    <div role=combobox tabindex=0 aria-controls=box>Pick</div>
    <ul id=box role=presentation><li role=option data-value=1>First<li role=option aria-selected=true>Second</ul>
    <button>None</button>`,
  );
  expect(await t.svc("get", "options", "1")).toEqual({
    index: 1,
    options: [
      { value: "a", label: "A", selected: false, disabled: false },
      { value: "b", label: "B", selected: false, disabled: true },
      { value: "C", label: "C", selected: true, disabled: true, group: "Group" },
    ],
  });
  expect(await t.text("get", "options", "1")).toBe(
    "index: 1\noptions: 3\n  a: A\n  b: B (disabled)\n  C (Group, selected, disabled)",
  );
  expect((await t.svc("get", "options", "2")).options).toHaveLength(60);
  expect((await t.svc("get", "options", "3")).options).toMatchObject([{ value: "x", label: "X it is" }]);
  expect((await t.svc("get", "options", "4")).options).toMatchObject([
    { value: "1", label: "First", selected: false },
    { value: "Second", selected: true },
  ]);
  const { elements } = await t.svc("state");
  const button = elements.find(({ name }: { name: string }) => name === "None").index;
  expect(await t.fails("get", "options", String(button))).toMatchObject({ code: "unsuitable" });
});

test("get styles, role and attributes read one thing, and refuse what is none", async () => {
  await using t = await fixture();
  await t.open(
    `<style>:root { --brand: #123456 }</style><button aria-label="Save it" style="color:red;width:50px" data-n=5>S</button><h2 tabindex=0>Title</h2>`,
  );
  const { styles } = await t.svc("get", "styles", "1");
  expect(Object.keys(styles)).toEqual(
    "display visibility opacity color background-color font-size font-weight font-family cursor position z-index width height overflow pointer-events".split(
      " ",
    ),
  );
  expect(styles).toMatchObject({ color: "rgb(255, 0, 0)", width: "50px", display: "inline-block" });
  expect(await t.svc("get", "styles", "1", "backgroundColor", "opacity", "--", "--brand")).toEqual({
    index: 1,
    styles: { "background-color": expect.any(String), opacity: "1", "--brand": "#123456" },
  });
  expect(await t.text("get", "styles", "1", "opacity")).toBe("index: 1\nopacity: 1");
  expect(await t.fails("get", "styles", "1", "colr")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("colr"),
    hint: expect.stringContaining("svc get styles 1"),
  });
  expect(await t.svc("get", "role", "1")).toEqual({ index: 1, role: "button", name: "Save it" });
  expect(await t.svc("get", "role", "2")).toEqual({ index: 2, role: "heading", name: "Title" });
  expect(await t.svc("get", "attribute", "1", "data-n")).toEqual({ index: 1, attributes: { "data-n": "5" } });
  expect(await t.svc("get", "attributes", "1", "none")).toEqual({ index: 1, attributes: { none: null } });
  expect(await t.svc("get", "box", "1")).toMatchObject({ bbox: { width: 50 } });
  await t.svc("eval", "document.querySelector('button').remove()");
  for (const what of ["styles", "role", "attributes", "value", "options", "text", "box"])
    expect(await t.fails("get", what, "1")).toMatchObject({ code: "stale" });
  expect(await t.fails("get", "html", "--index", "1")).toMatchObject({ code: "stale" });
  for (const what of ["styles", "role", "options"])
    expect(await t.fails("get", what, "77")).toMatchObject({ code: "not_found" });
});

test("get count and get html look into all frames and open shadow roots", async () => {
  await using t = await fixture();
  const inner = `<i class=x>Far</i><b id=far>Bold</b>`;
  const other = t.site(inner).replace("127.0.0.1", "localhost");
  await t.open(
    `<i class=x>Here</i><x-box></x-box><button>Two</button><iframe src="${other}"></iframe><iframe srcdoc="<i class=x>Near</i>"></iframe>
    <script>const outer = document.querySelector("x-box").attachShadow({ mode: "open" });
      outer.innerHTML = "<i class=x>Shadow</i><x-in></x-in>";
      outer.querySelector("x-in").attachShadow({ mode: "open" }).innerHTML = "<i class=x>Deep</i>";
      document.querySelectorAll = () => []; Element.prototype.matches = () => false;</script>`,
  );
  expect(await t.svc("get", "count", ".x")).toEqual({ selector: ".x", count: 5 });
  expect(await t.svc("get", "count", ".none")).toEqual({ selector: ".none", count: 0 });
  expect(await t.fails("get", "count", "p[")).toMatchObject({ code: "usage" });
  expect(await t.fails("get", "count", "//p")).toMatchObject({ code: "usage" });
  expect(await t.svc("get", "html", "--selector", "#far")).toEqual({ html: `<b id="far">Bold</b>` });
  expect(await t.svc("get", "html", "--index", "1")).toEqual({ html: "<button>Two</button>" });
  expect(await t.fails("get", "html", "--index", "1", "--selector", "p")).toMatchObject({ code: "usage" });
});

test("an index beside an address is no name of an attribute or style", async () => {
  await using t = await fixture();
  await t.open("<a href=/home>Home</a>");
  for (const noun of ["attributes", "styles"])
    expect(await t.fails("get", noun, "3", "--text", "Home")).toMatchObject({
      code: "usage",
      message: expect.stringContaining("an index cannot be combined with"),
    });
  expect(await t.svc("get", "attributes", "href", "--text", "Home")).toMatchObject({ attributes: { href: "/home" } });
});

test("get value gives an end of a long value, and its length", async () => {
  await using t = await fixture();
  await t.open(`<textarea>${"a".repeat(3_000)}é😀</textarea><input value=short>`);
  expect(await t.svc("get", "value", "1", "--head", "3")).toEqual({ index: 1, value: "aaa", length: 3_002 });
  expect(await t.svc("get", "value", "1", "--tail", "3")).toEqual({ index: 1, value: "aé😀", length: 3_002 });
  expect(await t.svc("get", "value", "2", "--head", "100")).toEqual({ index: 2, value: "short" });
  expect((await t.fails("get", "value", "1", "--head", "3", "--tail", "3")).code).toBe("usage");
});
