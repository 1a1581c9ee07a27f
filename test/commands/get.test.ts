import { expect, test } from "bun:test";
import { fixture } from "../fixture.ts";

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
  expect(await t.fails("get", "text")).toMatchObject({ code: "usage" });
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
