import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

test("scroll says how far it went and where the page is then", async () => {
  await using t = await fixture();
  await t.open("<body style='margin:0;scroll-behavior:smooth'><div style='width:4000px;height:3000px'></div>");
  const { viewport } = await t.svc("state");
  const max = { x: 4000 - viewport.width, y: 3000 - viewport.height };
  expect(await t.svc("scroll")).toEqual({
    scrolled: "down",
    amount: 500,
    position: { x: 0, y: 500 },
    max,
    at_top: false,
    at_end: false,
  });
  expect(await t.svc("scroll", "right", "--amount", "120")).toMatchObject({
    amount: 120,
    position: { x: 120, y: 500 },
  });
  expect(await t.svc("scroll", "left", "--amount", "20")).toMatchObject({
    scrolled: "left",
    amount: 20,
    position: { x: 100, y: 500 },
  });
  expect(await t.svc("scroll", "up", "--amount", "200")).toMatchObject({
    scrolled: "up",
    amount: 200,
    position: { x: 100, y: 300 },
  });
  expect(await t.svc("eval", "[scrollX, scrollY]")).toMatchObject({ result: [100, 300] });
  expect(await t.svc("state")).toMatchObject({ scroll: { x: 100, y: 300 } });
});

test("scroll at the end of the page reports that it did not move", async () => {
  await using t = await fixture();
  await t.open("<div style='height:3000px'></div>");
  const { position, max } = await t.svc("scroll", "down", "--amount", "99999");
  expect(position).toEqual(max);
  expect(await t.svc("scroll", "down")).toMatchObject({ amount: 0, position: max });
  expect(await t.svc("scroll", "right")).toMatchObject({ amount: 0 });
  expect(await t.text("scroll", "down")).toBe(
    `scrolled: down\namount: 0\nposition: (0, ${max.y}) of (0, ${max.y}), at the end`,
  );
  await t.svc("open", "about:blank");
  expect(await t.svc("scroll", "down")).toMatchObject({ amount: 0, position: { x: 0, y: 0 }, max: { x: 0, y: 0 } });
});

test("scroll says where there is nothing to scroll", async () => {
  await using t = await fixture();
  await t.open("<p>short");
  expect(await t.text("scroll", "down")).toEndWith("\n(nothing to scroll: the whole page is visible)");
  await t.open("<div style='height:3000px'>");
  expect(await t.text("scroll", "up")).not.toContain("nothing to scroll");
});

test("scroll refuses other directions and amounts", async () => {
  await using t = await fixture();
  expect(await t.fails("scroll", "sideways")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("down, up, left, right"),
  });
  expect(await t.fails("scroll", "down", "--amount", "far")).toMatchObject({ code: "usage" });
  expect(await t.fails("scroll", "down", "--amount", "-5")).toMatchObject({ code: "usage" });
});

test("scroll goes by pages, to the ends, to an element, and inside boxes and frames", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<div id=log style="height:100px;width:200px;overflow:auto"><div style="height:1000px;width:900px">
    <button style="margin-top:700px">Deep</button></div></div><div style="height:3000px"></div><button>Far</button>
    <iframe srcdoc="<div style='height:2000px'></div><button>Framed</button>" style="height:200px"></iframe>`);
  const at = (name: string) => indexOf(state, { name, role: "button" });
  expect(await t.svc("scroll", "down", "--pages", "0.5")).toMatchObject({ amount: state.viewport.height / 2 });
  expect(await t.svc("scroll", "end")).toMatchObject({ at_end: true });
  expect(await t.svc("scroll", "top")).toMatchObject({ position: { y: 0 }, at_top: true });
  expect(await t.svc("scroll", "to", at("Far"))).toMatchObject({ scrolled: `to ${at("Far")}`, at_top: false });
  expect((await t.svc("is", "visible", at("Far"))).visible).toBe(true);
  await t.svc("scroll", "top");
  const log = String(state.elements[0].index);
  expect(await t.svc("scroll", "down", "--in", log, "--amount", "50")).toMatchObject({ amount: 50, in: "<div#log>" });
  expect(await t.svc("scroll", "right", "--in", at("Deep"), "--amount", "70")).toMatchObject({
    position: { x: 70, y: 50 },
  });
  expect((await t.svc("eval", "scrollY")).result).toBe(0);
  expect(await t.svc("scroll", "to", at("Deep"))).toMatchObject({ in: "<div#log>" });
  expect(await t.svc("scroll", "end", "--in", at("Framed"))).toMatchObject({ at_end: true });
  expect(await t.fails("scroll", "to")).toMatchObject({ code: "usage" });
  expect(await t.fails("scroll", "down", "3")).toMatchObject({ code: "usage" });
});

test("scroll moves the box that fills a page which itself cannot be scrolled", async () => {
  await using t = await fixture();
  await t.open(
    `<body style="margin:0;height:100vh;overflow:hidden"><main style="height:100vh;overflow:auto"><div style="height:4000px"></div></main>`,
  );
  expect(await t.svc("scroll", "down")).toMatchObject({ amount: 500, in: "<main>" });
});

test("scroll turns the wheel, and comes to rest at the very pixel", async () => {
  await using t = await fixture();
  await t.open(
    `<body style="margin:0"><div style="height:5000px"></div><script>log = []; document.addEventListener("wheel", (event) => log.push([event.deltaX, event.deltaY, event.isTrusted]))</script>`,
  );
  expect(await t.svc("scroll", "down", "--amount", "333")).toMatchObject({ amount: 333, position: { y: 333 } });
  expect(await t.svc("scroll", "up", "--amount", "33")).toMatchObject({ amount: 33, position: { y: 300 } });
  expect((await t.svc("eval", "log")).result).toEqual([
    [0, 333, true],
    [0, -33, true],
  ]);
});

test("scroll turns the wheel where no map takes it, and at a point where one should", async () => {
  await using t = await fixture();
  await t.open(
    `<body style="margin:0"><div id=map style="width:80%;height:500px;background:#cde">Map</div><div style="height:3000px"></div>
    <script>zoom = 0; map.addEventListener("wheel", (event) => { event.preventDefault(); zoom += event.deltaY; map.textContent = zoom }, { passive: false })</script>`,
  );
  expect(await t.svc("scroll", "down", "--amount", "200")).toMatchObject({ amount: 200 });
  await t.svc("scroll", "top");
  expect((await t.svc("eval", "zoom")).result).toBe(0);
  expect(await t.svc("scroll", "down", "--at", "200,200")).toMatchObject({ amount: 0, taken_by_page: true });
  expect((await t.svc("eval", "[zoom, scrollY]")).result).toEqual([500, 0]);
});

test("scroll is heard by a page that makes pages of the wheel, and works where one only blocks it", async () => {
  await using t = await fixture();
  await t.open(
    `<body style="margin:0;overflow:hidden;height:100vh"><h1 id=page>1</h1><script>addEventListener("wheel", (event) => { event.preventDefault(); page.textContent = Number(page.textContent) + 1 }, { passive: false })</script>`,
  );
  expect(await t.svc("scroll", "down")).toMatchObject({ taken_by_page: true });
  expect((await t.svc("eval", "page.textContent")).result).toBe("2");
  await t.open(
    `<div style="height:3000px"></div><script>addEventListener("wheel", (event) => event.preventDefault(), { passive: false })</script>`,
  );
  expect(await t.svc("scroll", "down", "--amount", "150")).toMatchObject({ amount: 150 });
});

test("scroll goes sideways to both ends, from right to left too", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<div id=row tabindex=0 style="width:300px;overflow-x:auto"><div style="width:2000px;height:50px">Row</div></div>
    <div id=rtl dir=rtl tabindex=0 style="width:300px;overflow-x:auto"><div style="width:2000px;height:50px">Shura</div></div>`,
  );
  const [row, rtl] = state.elements.map(({ index }: { index: number }) => String(index));
  expect(await t.svc("scroll", "rightmost", "--in", row)).toMatchObject({ position: { x: 1700 }, in: "<div#row>" });
  expect(await t.svc("scroll", "leftmost", "--in", row)).toMatchObject({ position: { x: 0 } });
  expect(await t.svc("scroll", "right", "--in", row, "--amount", "120")).toMatchObject({
    position: { x: 120 },
    amount: 120,
  });
  expect(await t.svc("scroll", "left", "--in", rtl, "--amount", "70")).toMatchObject({ position: { x: -70 } });
  expect(await t.svc("scroll", "leftmost", "--in", rtl)).toMatchObject({ position: { x: -1700 } });
  expect(await t.fails("scroll", "rightmost", "--until", "end")).toMatchObject({ code: "usage" });
});

/** A list that draws the rows in view alone, a moment after it was scrolled. */
const VIRTUAL = `<div id=list tabindex=0 style="height:200px;overflow:auto;position:relative"><div id=all style="height:40000px;position:relative"></div></div>
  <script>const draw = () => { const first = Math.floor(list.scrollTop / 40); all.innerHTML = ""; for (let n = first; n < first + 7 && n < 1000; n++) {
    const row = document.createElement("button"); row.className = "row" + n; row.style = "position:absolute;height:38px;top:" + n * 40 + "px"; row.textContent = "Row " + n; row.onclick = () => { document.title = row.textContent }; all.append(row) } };
  list.onscroll = () => setTimeout(draw, 40); draw()</script>`;

test("scroll --until finds a row of a virtual list, by its text or a selector", async () => {
  await using t = await fixture();
  const state = await t.open(VIRTUAL);
  const list = String(state.elements[0].index);
  const { reached, amount } = await t.svc("scroll", "down", "--in", list, "--until", "Row 131");
  expect(reached).toMatchObject({ element: '<button> "Row 131"' });
  expect(amount).toBeGreaterThan(4_000);
  await t.svc("click", String(reached.index));
  expect(await t.svc("get", "title")).toEqual({ title: "Row 131" });
  expect(await t.text("scroll", "up", "--in", list, "--until", ".row40")).toMatch(
    /\nreached: \[\d+\]<button> "Row 40"$/,
  );
  expect(await t.fails("scroll", "down", "--in", list, "--until", "Row 900", "--timeout", "2000")).toMatchObject({
    code: "timeout",
    message: expect.stringMatching(/was not reached in time: scrolled to \(0, \d+\)/),
  });
});

test("scroll --until end loads what comes at the end, and says where a text is not", async () => {
  await using t = await fixture();
  await t.open(`<div id=feed></div><script>let pages = 0;
    const more = () => { pages++; for (let n = 0; n < 20; n++) feed.append(Object.assign(document.createElement("p"), { textContent: "Post " + pages + "." + n })) };
    more(); more(); addEventListener("scroll", () => { if (pages < 5 && scrollY + innerHeight > document.body.scrollHeight - 50) setTimeout(() => pages < 5 && more(), 300) })</script>`);
  expect(await t.svc("scroll", "--until", "end")).toMatchObject({ at_end: true });
  expect((await t.svc("eval", "pages")).result).toBe(5);
  await t.svc("scroll", "top");
  expect(await t.fails("scroll", "--until", "Nowhere")).toMatchObject({
    code: "not_found",
    message: expect.stringContaining('"Nowhere" was not found: scrolled to the end'),
  });
  expect(await t.fails("scroll", "--until", "[x=")).toMatchObject({ code: "usage" });
});

test("a page without a root element does not scroll, and says so", async () => {
  await using t = await fixture();
  await t.open("<title>Empty</title><p>words");
  await t.svc("eval", "document.documentElement.remove()");
  for (const where of ["down", "up", "bottom", "top"])
    expect(await t.svc("scroll", where)).toMatchObject({ position: { x: 0, y: 0 }, at_end: true });
});
