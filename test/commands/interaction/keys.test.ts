import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

test("keys presses keys, combinations and sequences", async () => {
  await using t = await fixture();
  await t.open(`<input value="some text"><input value=second><button onclick="document.title='pressed'">Go</button>`);
  await t.svc("click", "1");
  expect(await t.svc("keys", "Control+a")).toEqual({ sent: "Control+a" });
  await t.svc("keys", "Delete");
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "" });
  await t.svc("keys", "a b + Shift+c 1");
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "ab+C1" });
  await t.svc("keys", "ArrowLeft ArrowLeft Backspace Home x End y");
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "xabC1y" });
  await t.svc("keys", "+");
  await t.svc("keys", "Grüße");
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "xabC1y+Grüße" });
  expect(await t.svc("keys", "Tab Tab Enter")).toEqual({ sent: "Tab Tab Enter" });
  expect(await t.svc("get", "title")).toEqual({ title: "pressed" });
  await t.svc("keys", "shift+tab");
  expect((await t.svc("state")).elements[1].states).toContain("focused");
});

test("keys tells the page what a keyboard tells", async () => {
  await using t = await fixture();
  await t.open(
    `<input><script>window.log = []; addEventListener("keydown", (event) => { log.push([event.key, event.code, event.ctrlKey, event.shiftKey, event.altKey, event.metaKey, event.isTrusted].join(" ")); event.preventDefault(); });</script>`,
  );
  await t.svc("click", "1");
  for (const keys of ["Control+Shift+k", "Escape", "F5", "Alt+ArrowUp", "Cmd+s", "Control++", " "])
    await t.svc("keys", keys);
  expect(
    (await t.svc("eval", "log")).result.filter((entry: string) => !/^(Control|Shift|Alt|Meta) /.test(entry)),
  ).toEqual([
    "K KeyK true true false false true",
    "Escape Escape false false false false true",
    "F5 F5 false false false false true",
    "ArrowUp ArrowUp false false true false true",
    "s KeyS false false false true true",
    "+ Equal true false false false true",
    "  Space false false false false true",
  ]);
});

test("keys Enter submits a form and reports the page", async () => {
  await using t = await fixture();
  await t.open("<form action=/found><input name=q></form>", { "/found": "<title>Found</title>" });
  const { url: site } = await t.svc("get", "url");
  await t.svc("input", "1", "x");
  expect(await t.text("keys", "Enter")).toBe(`sent: Enter\nnavigated: ${site}found?q=x\ntitle: Found\nstatus: 200`);
});

test("keys refuses what names no key", async () => {
  await using t = await fixture();
  await t.open("<input>");
  await t.svc("click", "1");
  for (const wrong of ["Control+Foo", "Tab Tabb Enter", "Shift+Control+Nothing", ""])
    expect(await t.fails("keys", wrong)).toMatchObject({ code: "usage" });
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "" });
});

test("keys says when it typed a text, and refuses combinations that are none", async () => {
  await using t = await fixture();
  await t.open("<input autofocus>");
  await t.svc("click", "1");
  expect(await t.svc("keys", "Foo")).toMatchObject({ sent: "Foo", typed_as_text: true });
  expect(await t.svc("keys", "Enter")).not.toHaveProperty("typed_as_text");
  for (const wrong of ["Control+", "Enter+a", "Control+Nonsense", "Foo Enter"]) {
    expect(await t.fails("keys", wrong)).toMatchObject({ code: "usage" });
  }
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "Foo" });
});

test("keys edits text as a keyboard does", async () => {
  await using t = await fixture();
  await t.open(
    `<textarea rows=4 cols=40></textarea><div contenteditable aria-label=rich style="white-space:pre"></div>`,
  );
  const held = async () => (await t.svc("get", "value", "1")).value;
  await t.svc("input", "1", "one two three\nfour five");
  for (const [keys, after] of [
    ["Control+Backspace", "one two three\nfour "],
    ["Control+z", "one two three\nfour five"],
    ["Control+Shift+z", "one two three\nfour "],
    ["Control+Home Control+Delete", " two three\nfour "],
    ["Control+Shift+End x", "x"],
    ["Control+A y", "y"],
    ["Home Shift+End Control+c End Control+v Control+v", "yyy"],
    ["Control+a Control+x", ""],
    ["Control+v Control+v", "yyyyyy"],
    ["Shift+ArrowLeft Shift+ArrowLeft Backspace Control+Shift+ArrowLeft Delete", ""],
    ["y Control+ArrowLeft 1 Shift+1 Shift+; Shift+Minus A KeyA Comma", "1!:_Aa,y"],
    ["End Shift+Enter z", "1!:_Aa,y\nz"],
  ] as const) {
    await t.svc("keys", keys);
    expect([keys, await held()]).toEqual([keys, after]);
  }
  await t.svc("input", "2", "rich text");
  await t.svc("keys", "Control+a Control+c End Control+v");
  expect(await t.svc("get", "value", "2")).toMatchObject({ value: "rich textrich text" });
});

test("keys lets every modifier go, and types what its keys type", async () => {
  await using t = await fixture();
  await t.open(`<input autofocus><script>window.log = [];
    for (const kind of ["keydown", "keyup"]) addEventListener(kind, (event) => log.push(kind[3] + ":" + event.key + (event.shiftKey ? "+S" : "") + (event.ctrlKey ? "+C" : "")));</script>`);
  const log = async () => (await t.svc("eval", "log.splice(0).join(' ')")).result;
  await t.svc("click", "1");
  await t.svc("keys", "Control+Shift+ArrowLeft");
  expect(await log()).toBe("d:Control+C d:Shift+S+C d:ArrowLeft+S+C u:ArrowLeft+S+C u:Shift+C u:Control");
  await t.svc("keys", "Shift");
  expect(await log()).toBe("d:Shift+S u:Shift");
  await t.svc("keys", "? Shift+/ Control+A");
  expect(await log()).toMatch(/^d:\?\+S u:\?\+S d:Shift\+S d:\?\+S u:\?\+S u:Shift d:Control\+C d:a\+C/);
  await t.svc("keys", "😀");
  await t.svc("keys", "👩‍👩‍👧");
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "😀👩‍👩‍👧" });
  await t.svc("eval", "document.querySelector('input').type = 'password'");
  expect(await t.svc("keys", "Hunter2")).toMatchObject({ sent: "••••••••" });
});
