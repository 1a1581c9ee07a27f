import { expect, test } from "bun:test";
import { fixture, indexOf } from "../fixture.ts";

/** Records events on fields: `log` in the page holds their types. */
const RECORD = `<script>
  window.log = [];
  for (const kind of ["focus", "blur", "keydown", "keyup", "beforeinput", "input", "change"])
    addEventListener(kind, (event) => { if (event.target instanceof Element) log.push(kind); }, true);
</script>`;

test("input fills fields of every kind that takes text, and says what they hold then", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<input aria-label=text><input type=email aria-label=email><input type=number aria-label=number step=any><input type=search aria-label=search>
    <input type=tel aria-label=tel><input type=url aria-label=url><textarea aria-label=area></textarea><div contenteditable aria-label=editable></div>`);
  const texts: Record<string, string> = {
    text: `Jane "J" O'Neil <&> \\n $HOME`,
    email: "jane+tag@example.com",
    number: "-12.5",
    search: "two  spaces",
    tel: "+43 1 234",
    url: "https://example.com/?a=1&b=2#c",
    area: "one line",
    editable: "Some rich text",
  };
  for (const [name, text] of Object.entries(texts)) {
    const index = indexOf(state, { name });
    expect(await t.svc("input", index, text)).toEqual({ input: text, element: Number(index) });
    expect(await t.svc("get", "value", index)).toEqual({ index: Number(index), value: text });
  }
});

test("input keeps characters of every script", async () => {
  await using t = await fixture();
  await t.open("<input><textarea></textarea><div contenteditable>x</div>");
  const text = "Grüße e\u0301 東京 한국 עברית 👩‍👩‍👧 🇦🇹 1️⃣ “q”";
  for (const index of ["1", "2", "3"]) expect(await t.svc("input", index, text)).toMatchObject({ input: text });
  const long = "Lorem ipsum. ".repeat(60);
  expect(await t.svc("input", "2", long)).toMatchObject({ input: long });
});

test("input replaces what was there, and an empty text clears", async () => {
  await using t = await fixture();
  await t.open(
    `<input value="old value"><textarea>old\nlines</textarea><div contenteditable>old <b>rich</b><p>text</p></div><input type=number value=42><input type=email value=old@example.com>`,
  );
  for (const [index, text] of [
    ["1", "new"],
    ["2", "new"],
    ["3", "new"],
    ["4", "7"],
    ["5", "new@example.com"],
  ] as const) {
    expect(await t.svc("input", index, text)).toMatchObject({ input: text });
    expect(await t.svc("input", index, "")).toMatchObject({ input: "" });
    expect(await t.svc("get", "value", index)).toMatchObject({ value: "" });
  }
});

test("input shows the page what a person's typing shows, and leaves the focus in the field", async () => {
  await using t = await fixture();
  await t.open(`${RECORD}<input value=old><input value=other>`);
  await t.svc("input", "1", "ab");
  const { result } = await t.svc("eval", "[document.activeElement === document.querySelector('input'), log]");
  expect(result[0]).toBe(true);
  expect(result[1]).toEqual([
    "focus",
    "keydown",
    "beforeinput",
    "input",
    "keyup",
    "keydown",
    "beforeinput",
    "input",
    "keyup",
  ]);
  await t.svc("eval", "log.length = 0");
  await t.svc("input", "1", "");
  expect((await t.svc("eval", "log")).result).toContain("input");
  await t.svc("input", "2", "x");
  expect((await t.svc("eval", "log")).result).toContain("change");
});

test("input reports what a field made of the text", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<input aria-label=short maxlength=4><input aria-label=upper oninput="this.value=this.value.toUpperCase()">
    <input aria-label=digits oninput="this.value=this.value.replace(/\\D/g,'')"><input aria-label=controlled><script>
      // What React does: the element's own property hides the native one and remembers the last value; an input event
      // with the remembered value is ignored, and the value is set back to the state after each event.
      const field = document.querySelector("[aria-label=controlled]");
      const native = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
      let tracked = "", state = "";
      Object.defineProperty(field, "value", { configurable: true, get() { return native.get.call(this); }, set(value) { tracked = value; native.set.call(this, value); } });
      field.addEventListener("input", () => { const now = native.get.call(field); if (now === tracked) return; state = now.replace("bad", ""); field.value = state; });
    </script>`);
  expect(await t.svc("input", indexOf(state, { name: "short" }), "abcdefgh")).toMatchObject({ input: "abcd" });
  expect(await t.svc("input", indexOf(state, { name: "upper" }), "shout")).toMatchObject({ input: "SHOUT" });
  expect(await t.svc("input", indexOf(state, { name: "digits" }), "(01) 23-45")).toMatchObject({ input: "012345" });
  expect(await t.svc("input", indexOf(state, { name: "controlled" }), "good bad")).toMatchObject({ input: "good " });
  expect(await t.svc("eval", "[state, tracked]")).toMatchObject({ result: ["good ", "good "] });
});

test("input sets fields whose value is chosen, with the events of a choice", async () => {
  await using t = await fixture();
  const fields: [string, string, string][] = [
    ["date", "2026-01-31", "31 January"],
    ["time", "13:45", "quarter to two"],
    ["datetime-local", "2026-01-31T13:45", "2026-01-31"],
    ["month", "2026-01", "January"],
    ["week", "2026-W05", "5"],
    ["color", "#1e90ff", "blue"],
    ["range", "70", "700"],
  ];
  const state = await t.open(RECORD + fields.map(([type]) => `<input type=${type} aria-label=${type}>`).join(""));
  for (const [type, value, wrong] of fields) {
    const index = indexOf(state, { name: type });
    await t.svc("eval", "log.length = 0");
    expect(await t.svc("input", index, value)).toEqual({ input: value, element: Number(index) });
    expect((await t.svc("eval", `log.filter((kind) => kind === "input" || kind === "change")`)).result).toEqual([
      "input",
      "change",
    ]);
    expect(await t.fails("input", index, wrong)).toMatchObject({
      code: "unsuitable",
      message: expect.stringContaining("it holds"),
    });
    expect(await t.svc("get", "value", index)).toMatchObject({ value });
  }
  expect(await t.svc("input", indexOf(state, { name: "date" }), "")).toMatchObject({ input: "" });
});

test("input keeps lines in a textarea, and makes one of them elsewhere without submitting", async () => {
  await using t = await fixture();
  await t.open(
    `<form action=/sent><input><textarea></textarea><div contenteditable></div><button>Send</button></form>`,
  );
  expect(await t.svc("input", "1", "one\ntwo\r\nthree")).toEqual({ input: "one two three", element: 1 });
  expect(await t.svc("input", "2", "one\ntwo\r\nthree")).toMatchObject({ input: "one\ntwo\nthree" });
  expect(await t.svc("input", "3", "one\ntwo")).toMatchObject({ input: "one\ntwo" });
  expect((await t.svc("get", "url")).url).not.toContain("sent");
});

test("input of a tab character stays in the field", async () => {
  await using t = await fixture();
  await t.open("<textarea></textarea><input value=next>");
  expect(await t.svc("input", "1", "a\tb")).toMatchObject({ input: "a\tb" });
  expect(await t.svc("get", "value", "2")).toMatchObject({ value: "next" });
});

test("input refuses what cannot be typed into, names the command that works, and changes nothing", async () => {
  await using t = await fixture();
  const state =
    await t.open(`${RECORD}<input aria-label=readonly readonly value=kept><input aria-label=disabled disabled value=kept><textarea aria-label=area disabled>kept</textarea>
    <select aria-label=select><option>A</select><input type=checkbox aria-label=check><input type=file aria-label=file><button>Button</button><a href=#x>Link</a><input type=number aria-label=number value=5>`);
  const at = (name: string) => indexOf(state, { name });
  expect(await t.fails("input", at("readonly"), "x")).toMatchObject({
    code: "disabled",
    message: expect.stringContaining("read-only"),
  });
  expect(await t.fails("input", at("disabled"), "x")).toMatchObject({ code: "disabled" });
  expect(await t.fails("input", at("area"), "x")).toMatchObject({ code: "disabled" });
  expect(await t.fails("input", at("select"), "A")).toMatchObject({
    code: "unsuitable",
    hint: expect.stringContaining(`svc select ${at("select")}`),
  });
  expect(await t.fails("input", at("check"), "x")).toMatchObject({
    code: "unsuitable",
    hint: expect.stringContaining(`svc click ${at("check")}`),
  });
  expect(await t.fails("input", at("file"), "x")).toMatchObject({
    code: "unsuitable",
    hint: expect.stringContaining(`svc upload ${at("file")}`),
  });
  expect(await t.fails("input", at("Button"), "x")).toMatchObject({ code: "unsuitable" });
  expect(await t.fails("input", at("Link"), "x")).toMatchObject({ code: "unsuitable" });
  expect(await t.fails("input", at("number"), "seven")).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining("numbers"),
  });
  expect(await t.fails("input", "99", "x")).toMatchObject({ code: "not_found" });
  expect(
    await t.svc(
      "eval",
      `[log, [...document.querySelectorAll("[value], textarea")].map((one) => one.value), document.querySelector("[type=checkbox]").checked]`,
    ),
  ).toMatchObject({ result: [[], ["kept", "kept", "kept", "5"], false] });
});

test("input never tells a password", async () => {
  await using t = await fixture();
  const state = await t.open(`<input type=password aria-label=Password><p id=held></p>`);
  const index = indexOf(state, { name: "Password" });
  const answer = await t.svc("input", index, "hunter2-secret");
  expect(answer).toEqual({ input: "••••••••", element: Number(index) });
  expect(await t.svc("eval", "document.querySelector('input').value === 'hunter' + '2-secret'")).toMatchObject({
    result: true,
  });
  for (const argv of [["state"], ["get", "value", index], ["get", "attributes", index], ["get", "text", index]]) {
    expect(JSON.stringify(await t.svc(...argv))).not.toContain("hunter2");
  }
  expect(await t.svc("input", index, "")).toMatchObject({ input: "" });
});

test("input reaches fields in frames, in shadow roots and below the fold", async () => {
  await using t = await fixture();
  const other = t
    .site(`<input aria-label=inner oninput="document.title=this.value">`)
    .replace("127.0.0.1", "localhost");
  const state =
    await t.open(`<div style="height:2000px"></div><iframe src="${other}"></iframe><x-field></x-field><script>
    document.querySelector("x-field").attachShadow({ mode: "open" }).innerHTML = "<label>shadow <input></label>";</script>`);
  for (const name of ["inner", "shadow"]) {
    const index = indexOf(state, { name });
    expect(await t.svc("input", index, "Typed")).toMatchObject({ input: "Typed" });
    expect(await t.svc("get", "value", index)).toMatchObject({ value: "Typed" });
  }
});
