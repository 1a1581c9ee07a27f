import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

const LOG = `<script>log = []; for (const kind of ["pointerdown", "mousedown", "click"]) document.addEventListener(kind, (event) => log.push(kind + ":" + (event.target.id ?? "")), true)</script>`;
const HIT = (id: string) => [`pointerdown:${id}`, `mousedown:${id}`, `click:${id}`];

test("a press that would land elsewhere is not heard by the page, and is made where the element is", async () => {
  await using t = await fixture();
  await t.open(
    `${LOG}<div style="height:40px"><button id=shy onmouseenter="this.style.marginLeft = '300px'" style="width:80px;height:30px">Shy</button></div>`,
  );
  expect(await t.svc("click", "1")).toEqual({ clicked: 1 });
  expect((await t.svc("eval", "log")).result).toEqual(HIT("shy"));
});

test("a button that was drawn anew as the pointer came is the one that was meant", async () => {
  await using t = await fixture();
  await t.open(
    `<div onmouseover="if (!this.done) { this.done = true; this.innerHTML = this.innerHTML }"><button onclick="document.title = 'fresh'">Fresh</button></div>`,
  );
  await t.svc("click", indexOf(await t.svc("state"), { text: "Fresh", tag: "button" }));
  expect(await t.svc("get", "title")).toEqual({ title: "fresh" });
});

test("a button that always flees is a failure, and nothing was pressed", async () => {
  await using t = await fixture();
  await t.open(
    `${LOG}<button id=flees style="position:absolute;left:0;top:50px" onpointerenter="this.style.left = (this.offsetLeft + 150) % 900 + 'px'">Flees</button>`,
  );
  expect(await t.fails("click", "1", "--timeout", "1500")).toMatchObject({
    code: "covered",
    message: expect.stringMatching(/Flees.*moved away under the pointer.*nothing was clicked/),
  });
  expect((await t.svc("eval", "log")).result).toEqual([]);
  // What was stopped is over: the next press is the page's again.
  await t.svc("click", "500", "400");
  expect((await t.svc("eval", "log.length")).result).toBeGreaterThan(0);
});

test("a second press of a double click is stopped like the first", async () => {
  await using t = await fixture();
  await t.open(
    `${LOG}<button id=shy onmouseenter="this.style.marginLeft = '300px'" style="width:80px" ondblclick="document.title = 'twice'">Shy</button>`,
  );
  await t.svc("dblclick", "1");
  expect(await t.svc("get", "title")).toEqual({ title: "twice" });
  expect((await t.svc("eval", "log")).result).toEqual([...HIT("shy"), ...HIT("shy")]);
});

test("a moving element is followed and hit: by animation, by script, and inside a frame", async () => {
  await using t = await fixture();
  const state = await t.open(`<style>@keyframes go { from { left: 0 } to { left: 700px } } button { position: absolute }
      #css { animation: go 1.4s linear infinite alternate; top: 20px }</style>
    <button id=css onclick="this.textContent = 'hit'">Animated</button>
    <button id=js style="top:80px" onclick="this.textContent = 'hit'">Scripted</button>
    <iframe style="position:absolute;top:140px;width:900px" srcdoc="<style>@keyframes go { to { left: 600px } } button { position:absolute; left:0; animation: go 2s linear infinite }</style><button onclick='this.textContent = 1'>Framed</button>"></iframe>
    <script>const start = performance.now(); const step = () => { js.style.left = 300 + 280 * Math.sin((performance.now() - start) / 300) + "px"; requestAnimationFrame(step) }; step()</script>`);
  for (const name of ["Animated", "Scripted", "Framed"]) await t.svc("click", indexOf(state, { name }));
  expect(
    (await t.svc("eval", "[css.textContent, js.textContent, frames[0].document.querySelector('button').textContent]"))
      .result,
  ).toEqual(["hit", "hit", "1"]);
});

test("a menu that the pointer opened on the way to a press is told", async () => {
  await using t = await fixture();
  const state = await t.open(`<style>#menu { display: none } li:hover > #menu { display: block }</style>
    <ul><li><a href="#products">Products</a><div id=menu>Lamps <button>Chairs</button></div></li></ul>
    <button id=late>Late</button><div id=tip hidden>A tip</div>
    <script>late.onmouseenter = () => setTimeout(() => { tip.hidden = false }, 150)</script>`);
  expect(await t.svc("click", indexOf(state, { text: "Products" }))).toMatchObject({
    opened: ['<div#menu> "Lamps Chairs"'],
    navigated: { url: expect.stringContaining("#products") },
  });
  expect(await t.text("hover", indexOf(state, { name: "Late" }))).toBe(
    `hovered: ${indexOf(state, { name: "Late" })}\nopened: <div#tip> "A tip"`,
  );
});

test("click --hold keeps the button down that long", async () => {
  await using t = await fixture();
  await t.open(
    `<button onpointerdown="timer = setTimeout(() => { document.title = 'long' }, 300)" onpointerup="clearTimeout(timer)">Press me</button>`,
  );
  await t.svc("click", "1");
  expect(await t.svc("get", "title")).toEqual({ title: "" });
  expect(await t.svc("click", "1", "--hold", "500")).toEqual({ clicked: 1 });
  expect(await t.svc("get", "title")).toEqual({ title: "long" });
});

test("double and right clicks take points", async () => {
  await using t = await fixture();
  await t.open(
    `<script>log = []; for (const kind of ["dblclick", "contextmenu"]) addEventListener(kind, (event) => log.push([kind, event.clientX, event.clientY]))</script>`,
  );
  expect(await t.svc("dblclick", "30", "40")).toEqual({ double_clicked_coordinate: { x: 30, y: 40 } });
  expect(await t.text("rightclick", "50", "60")).toBe('right_clicked_coordinate: {"x":50,"y":60}');
  expect((await t.svc("eval", "log")).result).toEqual([
    ["dblclick", 30, 40],
    ["contextmenu", 50, 60],
  ]);
  expect(await t.fails("rightclick")).toMatchObject({
    code: "usage",
    hint: expect.stringContaining("rightclick --help"),
  });
});

test("what opens without a word or a control is not told", async () => {
  await using t = await fixture();
  await t.open(`<style>b, i { display: none; width: 30px; height: 30px } p:hover b, p:hover i { display: block }</style>
    <p tabindex=0>Menu <b></b></p><p tabindex=0>More <i><button></button></i></p>`);
  expect(await t.svc("hover", "--text", "Menu")).not.toHaveProperty("opened");
  expect((await t.svc("hover", "--text", "More")).opened).toHaveLength(1);
});
