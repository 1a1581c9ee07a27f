import { expect, test } from "bun:test";
import { fixture, indexOf } from "../fixture.ts";

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
