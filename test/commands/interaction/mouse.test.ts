import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

/** Notes what the mouse and the keyboard do: kind, place, buttons and whether Shift is held. */
const NOTES = `<body style="margin:0;height:600px"><script>log = [];
  for (const kind of ["mousemove", "mousedown", "mouseup"]) addEventListener(kind, (event) => event.clientX > 0 && log.push([kind, event.clientX, event.clientY, event.buttons, event.shiftKey]));
  addEventListener("wheel", (event) => log.push(["wheel", event.deltaX, event.deltaY, event.clientX, event.clientY]));
  for (const kind of ["keydown", "keyup"]) addEventListener(kind, (event) => log.push([kind, event.key, event.shiftKey, event.repeat]));</script>`;

test("the mouse moves, presses and releases step by step, and its place is remembered", async () => {
  await using t = await fixture();
  await t.open(NOTES);
  expect(await t.fails("mouse", "down")).toMatchObject({ code: "usage", hint: expect.stringContaining("mouse move") });
  expect(await t.svc("mouse", "move", "100", "120")).toEqual({ moved_to: { x: 100, y: 120 } });
  expect(await t.svc("mouse", "down")).toEqual({ pressed: "left", at: { x: 100, y: 120 }, held: ["left button"] });
  expect(await t.fails("mouse", "down")).toMatchObject({ code: "usage" });
  expect(await t.text("mouse", "move", "140", "120", "--steps", "2")).toBe("moved_to: 140,120\nheld: left button");
  expect(await t.svc("mouse", "up")).toEqual({ released: "left", at: { x: 140, y: 120 } });
  expect(await t.fails("mouse", "up")).toMatchObject({ code: "usage" });
  expect((await t.svc("eval", "log")).result).toEqual([
    ["mousemove", 100, 120, 0, false],
    ["mousedown", 100, 120, 1, false],
    ["mousemove", 120, 120, 1, false],
    ["mousemove", 140, 120, 1, false],
    ["mouseup", 140, 120, 0, false],
  ]);
});

test("the wheel turns in notches that come to the whole way", async () => {
  await using t = await fixture();
  await t.open(NOTES);
  expect(await t.svc("mouse", "wheel", "-310", "50")).toMatchObject({ turned: { dx: 50, dy: -310 } });
  const { result } = await t.svc("wait", "function", "log.filter(([kind]) => kind === 'wheel').length === 3 && log");
  expect(result.filter(([kind]: string[]) => kind === "wheel").map((one: unknown[]) => one.slice(1, 3))).toEqual([
    [17, -103],
    [16, -104],
    [17, -103],
  ]);
});

test("the wheel turns where the pointer is, or in the middle", async () => {
  await using t = await fixture();
  const { viewport } = await t.open(NOTES);
  expect(await t.svc("mouse", "wheel", "-120")).toMatchObject({ turned: { dx: 0, dy: -120 } });
  await t.svc("mouse", "move", "10", "20");
  expect(await t.text("mouse", "wheel", "0", "80")).toBe("turned: 80,0\nat: 10,20");
  const { result } = await t.svc("wait", "function", "log.filter(([kind]) => kind === 'wheel').length === 2 && log");
  expect(result.filter(([kind]: string[]) => kind === "wheel")).toEqual([
    ["wheel", 0, -120, Math.round(viewport.width / 2), Math.round(viewport.height / 2)],
    ["wheel", 80, 0, 10, 20],
  ]);
});

test("a key that is held goes along with the mouse and other keys until it is let go", async () => {
  await using t = await fixture();
  await t.open(`${NOTES}<input>`);
  expect(await t.svc("keys", "--down", "Shift")).toEqual({ down: "Shift", held: ["Shift"] });
  expect(await t.svc("click", "300", "300")).toMatchObject({ held: ["Shift"] });
  expect(await t.text("keys", "b")).toBe("sent: b\nheld: Shift");
  await t.svc("input", "1", "as it is");
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "as it is" });
  expect(await t.text("keys", "--up", "shift")).toBe("up: shift");
  expect(await t.fails("keys", "--up", "Shift")).toMatchObject({ code: "usage" });
  expect(await t.fails("keys")).toMatchObject({ code: "usage" });
  const { result } = await t.svc("eval", "log");
  expect(result[0]).toEqual(["keydown", "Shift", true, false]);
  expect(result).toContainEqual(["mousedown", 300, 300, 1, true]);
  expect(result).toContainEqual(["keydown", "B", true, false]);
  await t.svc("keys", "--down", "w");
  await t.svc("keys", "--down", "w");
  await t.svc("keys", "--up", "w");
  expect((await t.svc("eval", "log.slice(-3)")).result).toEqual([
    ["keydown", "w", false, false],
    ["keydown", "w", false, true],
    ["keyup", "w", false, false],
  ]);
});

test("nothing stays held beyond another page or another tab, and that is told", async () => {
  await using t = await fixture();
  await t.open(`${NOTES}<a href=/next>Next</a>`, { "/next": NOTES });
  await t.svc("keys", "--down", "Control");
  await t.svc("keys", "--up", "Control");
  await t.svc("keys", "--down", "a");
  expect(await t.svc("click", "1")).toMatchObject({ let_go: ["a"], navigated: { status: 200 } });
  await t.svc("mouse", "move", "9", "9");
  await t.svc("mouse", "down");
  expect(await t.svc("tab", "new")).toMatchObject({ let_go: ["left button"] });
  expect(await t.svc("tab", "switch", "0")).not.toHaveProperty("let_go");
  expect((await t.svc("wait", "function", "log.at(-1)[0] === 'mouseup' && log.at(-1)")).result).toEqual([
    "mouseup",
    9,
    9,
    0,
    false,
  ]);
  await t.svc("keys", "--down", "Alt");
  expect(await t.svc("tab", "switch", "1")).toMatchObject({ let_go: ["Alt"] });
});
