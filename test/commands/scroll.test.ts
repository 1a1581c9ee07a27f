import { expect, test } from "bun:test";
import { fixture } from "../fixture.ts";

test("scroll says how far it went and where the page is then", async () => {
  await using t = await fixture();
  await t.open("<body style='margin:0;scroll-behavior:smooth'><div style='width:4000px;height:3000px'></div>");
  const { viewport } = await t.svc("state");
  const max = { x: 4000 - viewport.width, y: 3000 - viewport.height };
  expect(await t.svc("scroll")).toEqual({ scrolled: "down", amount: 500, position: { x: 0, y: 500 }, max });
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
  expect(await t.text("scroll", "down")).toBe(`scrolled: down\namount: 0\nposition: (0, ${max.y}) of (0, ${max.y})`);
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
