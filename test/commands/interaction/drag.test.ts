import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

test("drag moves by the pointer, and by the events of drag and drop", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<div id=item draggable=true style="width:80px;height:40px">Item</div><div id=box style="width:200px;height:100px" ondragover="event.preventDefault()"
      ondrop="event.preventDefault(); this.append(document.getElementById(event.dataTransfer.getData('text/plain'))); log.push('drop')">Box</div>
    <div id=knob tabindex=0 style="position:absolute;left:10px;top:300px;width:30px;height:30px;background:red">K</div>
    <script>log = []; item.ondragstart = (event) => { event.dataTransfer.setData("text/plain", "item"); log.push("start") }; item.ondragend = () => log.push("end");
      knob.onpointerdown = (event) => { knob.setPointerCapture(event.pointerId); knob.onpointermove = (move) => { knob.style.left = move.clientX - 15 + "px" }; knob.onpointerup = () => { knob.onpointermove = null } }</script>`,
  );
  const at = (name: string) => indexOf(state, { text: name });
  await t.svc("drag", at("Item"), at("Box"));
  expect((await t.svc("eval", "[log, item.parentElement.id]")).result).toEqual([["start", "drop", "end"], "box"]);
  expect(await t.svc("drag", at("K"), "--by", "120,0")).toMatchObject({ dragged: at("K") });
  expect((await t.svc("get", "bbox", at("K"))).bbox.x).toBe(130);
  await t.svc("drag", "145", "315", "45", "315");
  expect((await t.svc("get", "bbox", at("K"))).bbox.x).toBe(30);
  expect(await t.fails("drag", at("K"))).toMatchObject({ code: "usage" });
  expect(await t.fails("drag", at("K"), "--by", "far")).toMatchObject({ code: "usage" });
});

/** A box that follows the pointer, as libraries without the events of HTML do; `log` holds where it was. */
const FOLLOWS = `<div id=box tabindex=0 style="position:absolute;left:50px;top:50px;width:40px;height:40px;background:red">Box</div>
  <script>log = []; box.onpointerdown = (event) => { const since = performance.now();
    box.setPointerCapture(event.pointerId);
    box.onpointermove = (move) => { if (performance.now() - since < (window.delay ?? 0)) return;
      log.push([Math.round(move.clientX), Math.round(move.clientY)]); box.style.left = move.clientX - 20 + "px"; box.style.top = move.clientY - 20 + "px" };
    box.onpointerup = () => { box.onpointermove = null } }</script>`;

test("drag passes way-points in as many steps as asked, and says where the element came to", async () => {
  await using t = await fixture();
  await t.open(FOLLOWS);
  const answer = await t.svc("drag", "1", "--by", "200,100", "--via", "70,300", "--via", "300,300", "--steps", "4");
  expect(answer).toMatchObject({ dragged: "1", released: { x: 270, y: 170 }, moved: { x: 200, y: 100 } });
  const { result: log } = await t.svc("eval", "log");
  expect(log).toEqual(
    expect.arrayContaining([
      [70, 300],
      [300, 300],
      [270, 170],
    ]),
  );
  expect(log.length).toBeGreaterThanOrEqual(12);
  expect(await t.text("drag", "1", "--by", "-50,0")).toBe("dragged: 1\nto: 220,170\nreleased: 220,170\nmoved: -50,0");
  expect(await t.fails("drag", "1", "--by", "10,0", "--via", "here")).toMatchObject({ code: "usage" });
});

test("drag --hold waits before it moves, and --duration takes its time", async () => {
  await using t = await fixture();
  await t.open(`${FOLLOWS}<script>delay = 300</script>`);
  await t.svc("drag", "1", "--by", "100,0", "--steps", "3");
  expect((await t.svc("eval", "log.length")).result).toBe(0);
  expect(await t.svc("drag", "1", "--by", "100,0", "--hold", "350")).toMatchObject({ moved: { x: 100, y: 0 } });
  await t.svc("eval", "log.length = 0");
  expect(await t.svc("drag", "1", "--by", "100,0", "--duration", "900")).toMatchObject({ moved: { x: 100, y: 0 } });
});

test("drag is not taken for a drag of the text that is selected", async () => {
  await using t = await fixture();
  await t.open(`${FOLLOWS}<p>Some text</p>`);
  await t.svc("eval", "getSelection().selectAllChildren(document.body)");
  expect(await t.svc("drag", "1", "--by", "100,0")).toMatchObject({ moved: { x: 100, y: 0 } });
});

test("drag says whether a drop was accepted, and by what", async () => {
  await using t = await fixture();
  const state = await t.open(`<div draggable=true id=item style="width:80px">Item</div>
    <div id=yes tabindex=0 style="height:80px" ondragover="event.preventDefault()" ondrop="event.preventDefault()">Yes</div><div id=no tabindex=0 style="height:80px">No</div>`);
  const at = (text: string) => indexOf(state, { text });
  expect(await t.svc("drag", at("Item"), at("Yes"))).toMatchObject({ dropped: true, dropped_on: "<div#yes>" });
  expect(await t.svc("drag", at("Item"), at("No"))).toMatchObject({ dropped: false, moved: { x: 0, y: 0 } });
});
