import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

/** Notes what each field hears, and whether all of it came from the browser. */
const NOTES = `<script>log = []; trusted = true; for (const kind of ["pointerdown", "pointerup", "keydown", "keyup", "input", "change", "blur"])
  addEventListener(kind, (event) => { if (event.target.localName !== "input") return; log.push(kind); trusted &&= event.isTrusted }, true)</script>`;

test("a range is set by the pointer and by keys, to the very value", async () => {
  await using t = await fixture();
  await t.open(`${NOTES}<body dir=ltr><input type=range aria-label=Small value=10><input type=range aria-label=Large max=10000 value=0 onpointerup="document.title = 'released'">
    <input type=range aria-label=Upright style="writing-mode:vertical-lr;height:120px" value=50><input type=range dir=rtl aria-label=Turned value=50>
    <input type=range aria-label=Unseen style="opacity:0;position:absolute;pointer-events:none" value=3>
    <input type=range aria-label=Deaf onkeydown="event.preventDefault()" onpointerdown="event.preventDefault()" onmousedown="event.preventDefault()" value=3>`);
  for (const [index, value] of [
    ["1", "73"],
    ["2", "6543"],
    ["3", "20"],
    ["4", "80"],
    ["5", "60"],
    ["6", "61"],
  ] as const) {
    await t.svc("eval", "log.length = 0; trusted = true");
    expect(await t.svc("input", index, value)).toMatchObject({ input: value });
    const [isTrusted, ...heard] = (await t.svc("eval", "[trusted, ...log]")).result;
    expect(heard).toEqual(expect.arrayContaining(["input", "change"]));
    if (index < "5") expect(heard).toEqual(expect.arrayContaining(["pointerdown", "pointerup"]));
    expect(isTrusted).toBe(index !== "6");
  }
  expect(await t.svc("get", "title")).toEqual({ title: "released" });
});

test("dates, times and colours are set by the pointer and by keys", async () => {
  await using t = await fixture();
  const fields = [
    ["date", "2026-01-31", "2026-01-01"],
    ["time", "13:45", "00:00"],
    ["datetime-local", "2026-01-31T13:45", "2026-02-01T00:00"],
    ["month", "2026-01", "2026-12"],
    ["week", "2026-W05", "2026-W01"],
  ];
  await t.open(`${NOTES}${fields.map(([type]) => `<input type=${type} aria-label=${type}>`).join("")}<input type=color aria-label=color onclick="document.title = 'pressed'">
    <input type=date readonlyish aria-label=filled value=2025-12-31 min=2025-01-01 max=2026-06-30>`);
  for (const [n, [, ...values]] of fields.entries()) {
    for (const value of values) {
      await t.svc("eval", "log.length = 0; trusted = true");
      expect(await t.svc("input", String(n + 1), value)).toMatchObject({ input: value });
      expect((await t.svc("eval", "[trusted, log.filter((kind) => kind === 'change').length]")).result).toEqual([
        true,
        1,
      ]);
      expect((await t.svc("eval", "log")).result).toEqual(
        expect.arrayContaining(["pointerdown", "pointerup", "keydown", "keyup", "input"]),
      );
    }
  }
  expect(await t.svc("input", "6", "#1e90ff")).toMatchObject({ input: "#1e90ff" });
  expect((await t.svc("eval", "log.filter((kind) => kind !== 'blur').slice(-4)")).result).toEqual([
    "pointerdown",
    "pointerup",
    "input",
    "change",
  ]);
  expect(await t.svc("get", "title")).toEqual({ title: "pressed" });
  expect(await t.svc("input", "7", "2026-06-30")).toMatchObject({ input: "2026-06-30" });
  expect(await t.svc("input", "7", "")).toMatchObject({ input: "" });
});

test("a page that takes nothing of the text is a failure that names field and content", async () => {
  await using t = await fixture();
  await t.open(`<input aria-label=Amount value=5 onbeforeinput="if (/\\D/.test(event.data ?? '')) event.preventDefault()"><input aria-label=Empty oninput="this.value = ''">
    <input aria-label=Phone oninput="this.value = this.value.replace(/\\D/g, '').replace(/^(...)(...)/, '($1) $2-')"><input type=password aria-label=Pin oninput="this.value = ''">`);
  const none = await t.fails("input", "2", "hello");
  expect(none).toMatchObject({
    code: "unsuitable",
    message: expect.stringMatching(/Empty.*did not accept "hello".*value is ""/),
  });
  expect(await t.fails("input", "1", "abc")).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining("Amount"),
  });
  expect(await t.svc("input", "3", "5551234567")).toMatchObject({ input: "(555) 123-4567", differs: true });
  expect((await t.fails("input", "4", "hunter2")).message).not.toContain("hunter2");
});

test("input --enter and --leave commit what a page takes over only then", async () => {
  await using t = await fixture();
  await t.open(`<input aria-label=Qty onchange="document.title = 'changed to ' + this.value; this.value = Number(this.value).toFixed(2)">
    <form onsubmit="document.title = 'sent ' + this.q.value; this.q.value = ''; return false"><input name=q aria-label=Search></form>
    <textarea aria-label=Notes onblur="document.title = 'left'"></textarea><input type=date aria-label=Day onblur="document.title = 'day left'"><a href=#x>Next</a>`);
  expect(await t.svc("input", "1", "7")).toEqual({ input: "7", element: 1 });
  expect(await t.svc("get", "title")).toEqual({ title: "" });
  expect(await t.svc("input", "1", "42", "--leave")).toMatchObject({ input: "42", committed: "leave", holds: "42.00" });
  expect(await t.svc("get", "title")).toEqual({ title: "changed to 42" });
  expect(await t.text("input", "2", "lamps", "--enter")).toBe("input: lamps\nelement: 2\ncommitted: enter\nholds: ");
  const long = "a long text ".repeat(40);
  expect(await t.svc("input", "2", long)).toMatchObject({ input: long });
  expect((await t.text("input", "2", long)).length).toBeLessThan(250);
  expect(await t.svc("get", "title")).toEqual({ title: "sent lamps" });
  expect(await t.svc("input", "3", "a line", "--leave")).toMatchObject({ input: "a line", committed: "leave" });
  expect(await t.svc("get", "title")).toEqual({ title: "left" });
  expect(await t.svc("input", "4", "2026-01-31", "--leave")).toMatchObject({ input: "2026-01-31" });
  expect(await t.svc("get", "title")).toEqual({ title: "day left" });
  expect(await t.fails("input", "1", "x", "--leave", "--enter")).toMatchObject({ code: "usage" });
});

test("input --paste comes as a paste, and leaves the clipboard as it was", async () => {
  await using t = await fixture();
  // An editor that closes brackets as they are typed.
  await t.open(`<textarea aria-label=Code onbeforeinput="if (event.inputType === 'insertText' && event.data === '(') { event.preventDefault(); this.setRangeText('()', this.selectionStart, this.selectionEnd, 'end') }"
    onpaste="document.title = event.isTrusted + ' ' + event.clipboardData.getData('text/plain')"></textarea>`);
  await t.svc("clipboard", "write", "mine");
  expect(await t.svc("input", "1", "f(x)")).toMatchObject({ differs: true });
  expect(await t.svc("input", "1", "f(x)\n  g()", "--paste")).toEqual({ input: "f(x)\n  g()", element: 1 });
  expect(await t.svc("get", "title")).toEqual({ title: "true f(x) g()" });
  expect(await t.svc("clipboard", "read")).toEqual({ text: "mine" });
});
