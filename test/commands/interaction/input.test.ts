import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

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
  await t.svc("input", "1", "abc");
  const { result } = await t.svc("eval", "[document.activeElement === document.querySelector('input'), log]");
  expect(result[0]).toBe(true);
  // Nobody listens to the keys of this field: all but the last come at once.
  expect(result[1]).toEqual(["focus", "beforeinput", "input", "keydown", "beforeinput", "input", "keyup"]);
  await t.svc("eval", "log.length = 0");
  await t.svc("input", "1", "");
  expect((await t.svc("eval", "log")).result).toContain("input");
  await t.svc("input", "2", "x");
  expect((await t.svc("eval", "log")).result).toContain("change");
});

test("input types every key where the page listens to them, and where a text that came at once is not kept", async () => {
  await using t = await fixture();
  const state = await t.open(`<input aria-label=own onkeypress="if (!/[0-9]/.test(event.key)) event.preventDefault()">
    <div id=around><input aria-label=inside></div><textarea aria-label=wary></textarea><script>
      around.addEventListener("keydown", (event) => { if (event.key === "x") event.preventDefault(); });
      const wary = document.querySelector("textarea");
      wary.addEventListener("input", (event) => { if ((event.data ?? "").length > 1) wary.value = ""; });</script>`);
  const at = (name: string) => indexOf(state, { name });
  expect(await t.svc("input", at("own"), "1a2b3")).toMatchObject({ input: "123", differs: true });
  expect(await t.svc("input", at("inside"), "axbxc")).toMatchObject({ input: "abc", differs: true });
  expect(await t.svc("input", at("wary"), "key by key")).toEqual({ input: "key by key", element: Number(at("wary")) });
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
      message: expect.stringContaining("it accepts"),
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
    hint: expect.stringContaining(`svc check ${at("check")}`),
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

test("input says when a field holds something else than was typed", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<input aria-label=short maxlength=4><input aria-label=plain><textarea aria-label=area></textarea>
    <input type=email aria-label=email><input aria-label=late oninput="setTimeout(() => this.value = 'late', 0)">
    <input aria-label=deaf onkeydown="event.preventDefault()"><input type=password aria-label=pin maxlength=4>`);
  const at = (name: string) => indexOf(state, { name });
  expect(await t.svc("input", at("short"), "abcdefgh")).toEqual({ input: "abcd", element: 1, differs: true });
  expect(await t.text("input", at("short"), "abcdefgh")).toMatch(/^input: abcd\nelement: 1\ndiffers: true/);
  for (const [name, text] of [
    ["plain", "one two"],
    ["area", "one\ntwo\n"],
    ["email", "a@example.com"],
  ] as const)
    expect(await t.svc("input", at(name), text)).not.toHaveProperty("differs");
  expect(await t.fails("input", at("late"), "x")).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining('value is "late"'),
  });
  expect(await t.fails("input", at("deaf"), "x")).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining('value is ""'),
  });
  expect(await t.svc("input", at("pin"), "123456")).toMatchObject({ input: "••••••••", differs: true });
});

test("input --append puts the text behind what is there", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<input aria-label=text value=one><input type=number aria-label=number value=4><input type=email aria-label=email value=a@b>
    <textarea aria-label=area>one\ntwo</textarea><div contenteditable aria-label=editable>one <b>two</b><p>three</p></div><input type=date aria-label=date value=2026-01-01>`);
  const at = (name: string) => indexOf(state, { name });
  for (const [name, text, held] of [
    ["text", " two", "one two"],
    ["number", "2", "42"],
    ["email", ".org", "a@b.org"],
    ["area", "\nthree", "one\ntwo\nthree"],
    ["editable", " end", "one two\nthree end"],
  ] as const) {
    const answer = await t.svc("input", at(name), text, "--append");
    expect(answer).toEqual({ input: held, element: Number(at(name)) });
  }
  expect(await t.fails("input", at("date"), "2026-02-02", "--append")).toMatchObject({ code: "unsuitable" });
});

test("input takes secrets from the environment and never tells them", async () => {
  await using t = await fixture();
  // The variable is the caller's: the daemon, where there is one, runs already.
  await t.open("<p>Started</p>");
  process.env.SVC_TEST_SECRET = "s3cret value";
  try {
    const state = await t.open(
      `<input aria-label=token><label>Pass <input type=password></label><div role=group tabindex=0 aria-label=wrap><input type=password></div><input aria-label=dots style="-webkit-text-security:disc">`,
    );
    const at = (wanted: Partial<Record<string, unknown>>) => indexOf(state, wanted);
    const token = at({ name: "token" });
    for (const line of [
      ["input", token, "--from-env", "SVC_TEST_SECRET"],
      ["input", token, "s3cret value", "--secret"],
      ["input", "--from-env=SVC_TEST_SECRET", token],
      ["type", "s3cret", "--secret"],
      ["input", at({ name: "wrap" }), "s3cret value"],
      ["input", at({ name: "dots" }), "s3cret value"],
    ]) {
      expect(await t.text(...line)).not.toContain("s3cret");
      expect(JSON.stringify(await t.svc(...line))).not.toContain("s3cret");
    }
    await t.svc("input", token, "--from-env", "SVC_TEST_SECRET");
    expect(await t.svc("eval", "document.querySelector('input').value === 's3cret' + ' value'")).toMatchObject({
      result: true,
    });
    expect(await t.svc("get", "value", token)).toMatchObject({ value: "••••••••" });
    expect(await t.svc("input", token, "open")).toMatchObject({ input: "open" });
    for (const line of [
      ["input", token, "s3cret", "--from-env", "SVC_TEST_SECRET"],
      ["input", token, "a", "s3cret", "--secret"],
      ["input", token, "--from-env", "SVC_TEST_NO_SUCH"],
      ["input", token, "--secret"],
    ]) {
      const failure = await t.fails(...line);
      expect(failure).toMatchObject({ code: "usage" });
      expect(failure.message).not.toContain("s3cret");
    }
  } finally {
    delete process.env.SVC_TEST_SECRET;
  }
});

test("input types into editors of every make, with a paragraph for each line", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<iframe srcdoc="<title>E</title><body>old</body><script>document.designMode='on'</script>"></iframe>
    <div contenteditable aria-label=paragraphs><p>old</p><p>text</p></div><div contenteditable=plaintext-only aria-label=plain>old</div>
    <div contenteditable role=textbox aria-label=model></div>
    <div contenteditable aria-label=chat onkeydown="if (event.key === 'Enter') { event.preventDefault(); this.textContent = ''; document.title = 'sent'; }">draft</div>
    <div id=cm aria-label=code tabindex=0 role=group style="border:1px solid;height:60px;width:300px;position:relative"><pre>old code</pre>
      <div style="overflow:hidden;position:absolute;width:3px;height:0;top:4px"><textarea style="position:absolute;bottom:-1em;width:1px;height:1em;padding:0" tabindex=0></textarea></div></div>
    <div role=textbox tabindex=0 aria-label=canvas style="width:200px;height:30px;border:1px solid"></div>
    <x-field aria-label=custom tabindex=0></x-field>
    <script>
      // A model behind the editor, as Lexical and Slate have it: every input is taken away from the browser.
      const model = document.querySelector("[aria-label=model]");
      let lines = ["old"];
      const draw = () => { model.innerHTML = lines.map((line) => "<p>" + (line || "<br>") + "</p>").join(""); getSelection().selectAllChildren(model.lastChild); getSelection().collapseToEnd(); };
      draw();
      model.addEventListener("beforeinput", (event) => {
        event.preventDefault();
        if (!getSelection().isCollapsed) lines = [""];
        if (event.inputType === "insertText") lines[lines.length - 1] += event.data;
        if (event.inputType === "insertParagraph") lines.push("");
        draw();
      });
      // A hidden textarea that takes the keys, as CodeMirror has it.
      const cm = document.getElementById("cm"), area = cm.querySelector("textarea"), pre = cm.querySelector("pre");
      let all = false;
      cm.addEventListener("mousedown", (event) => { event.preventDefault(); area.focus(); });
      area.addEventListener("keydown", (event) => { if (event.key === "a" && (event.ctrlKey || event.metaKey)) { all = true; event.preventDefault(); } });
      area.addEventListener("input", () => { pre.textContent = all ? area.value : pre.textContent + area.value; all = false; area.value = ""; });
      // A widget that draws its own text.
      const canvas = document.querySelector("[aria-label=canvas]");
      canvas.addEventListener("keydown", (event) => { if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) canvas.textContent += event.key; });
      document.querySelector("x-field").attachShadow({ mode: "open" }).innerHTML = "<span>Label</span><input>";
    </script>`);
  const body = indexOf(state, { tag: "body" });
  expect(await t.svc("input", body, "first\nsecond")).toEqual({ input: "first\nsecond", element: Number(body) });
  for (const [name, text] of [
    ["paragraphs", "one\n\ntwo\n"],
    ["plain", "one\ntwo"],
    ["model", "one\ntwo"],
    ["chat", "one\ntwo"],
    ["code", "let x = 1"],
    ["canvas", "abc"],
    ["custom", "inner"],
  ] as const) {
    const index = indexOf(state, { name, tag: name === "custom" ? "input" : "div" });
    expect(await t.svc("input", index, text)).toEqual({ input: text, element: Number(index) });
  }
  expect((await t.svc("eval", "[document.title, lines, pre.textContent, canvas.textContent]")).result).toEqual([
    "",
    ["one", "two"],
    "let x = 1",
    "abc",
  ]);
});

test("input refuses values that a field cannot hold, and the page hears nothing of it", async () => {
  await using t = await fixture();
  const cases: [string, string][] = [
    ["type=date", "2026-02-30"],
    ["type=date", "2026/02/03"],
    ["type=date", "today"],
    ["type=time", "25:00"],
    ["type=datetime-local", "2026-01-31"],
    ["type=month", "2026-13"],
    ["type=week", "2026-W54"],
    ["type=color", "blueish"],
    ["type=range max=10", "11"],
    ["type=range max=10 step=5", "7"],
    ["type=range", ""],
    ["type=number", "12a"],
    ["type=number", "1,000"],
    ["readonly value=x", "y"],
    ["aria-readonly=true", "y"],
    ["disabled", "y"],
    ["aria-disabled=true", "y"],
  ];
  await t.open(
    `${cases.map(([attributes]) => `<input ${attributes}>`).join("")}<script>window.log = [];
    for (const kind of ["focus", "blur", "keydown", "keyup", "beforeinput", "input", "change", "mousedown", "click", "select"])
      addEventListener(kind, (event) => { if (event.target instanceof Element) log.push(kind); }, true);</script>`,
  );
  const values = "[...document.querySelectorAll('input')].map((one) => one.value).join()";
  const before = (await t.svc("eval", values)).result;
  for (const [n, [attributes, text]] of cases.entries()) {
    const failure = await t.fails("input", String(n + 1), text, "--timeout", "300");
    expect([attributes, failure.code]).toEqual([
      attributes,
      /disabled|readonly/.test(attributes) ? "disabled" : "unsuitable",
    ]);
    expect(failure.hint).toBeTruthy();
  }
  expect((await t.svc("eval", `[log, ${values} === ${JSON.stringify(before)}]`)).result).toEqual([[], true]);
});

test("input waits for a field to be enabled, reaches hidden ones, and leaves suggestions open", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<input aria-label=late disabled><button onclick="setTimeout(() => document.querySelector('[aria-label=late]').disabled = false, 300)">Enable</button>
    <label style="display:block;border:1px solid;width:200px;height:20px">styled<input style="position:absolute;width:1px;height:1px;opacity:0"></label>
    <input aria-label=search onblur="hints.hidden = true" oninput="hints.hidden = false"><ul id=hints hidden><li>suggestion</ul>
    <input type=date aria-label=parked style="position:absolute;left:-9999px"><div style="position:fixed;inset:60% 0 0 0;background:#fff" id=cover><input aria-label=above></div><input aria-label=below style="position:fixed;bottom:10px;left:300px;z-index:-1">`);
  const at = (name: string) => indexOf(state, { name, tag: "input" });
  await t.svc("click", indexOf(state, { name: "Enable" }));
  expect(await t.svc("input", at("late"), "ready")).toMatchObject({ input: "ready" });
  expect(await t.svc("input", at("search"), "sug")).toMatchObject({ input: "sug" });
  expect((await t.svc("eval", "hints.hidden")).result).toBe(false);
  expect(await t.svc("input", indexOf(state, { name: "styled", tag: "input" }), "typed")).toMatchObject({
    input: "typed",
  });
  expect(await t.svc("input", at("parked"), "2026-03-04")).toMatchObject({ input: "2026-03-04" });
  expect(await t.fails("input", at("below"), "x", "--timeout", "300")).toMatchObject({ code: "covered" });
  await t.svc(
    "eval",
    "document.querySelector('[aria-label=search]').style.display = 'none'; onclick = () => document.title = 'clicked'",
  );
  expect(await t.fails("input", at("search"), "x", "--timeout", "300")).toMatchObject({ code: "hidden" });
  expect((await t.svc("eval", "document.title")).result).toBe("");
});

test("input tells where it led", async () => {
  await using t = await fixture();
  await t.open(`<form action=/done><input name=q oninput="if (this.value.length === 4) this.form.submit()"></form>`, {
    "/done": "<title>Done</title>",
  });
  await t.svc("eval", "document.body.insertAdjacentHTML('beforeend', '<input oninput=\"this.remove()\">')");
  await t.svc("state");
  expect(await t.svc("input", "2", "1")).toEqual({ input: "1", element: 2, gone: true });
  expect(await t.svc("input", "1", "1234")).toMatchObject({ input: "1234", navigated: { title: "Done", status: 200 } });
});
