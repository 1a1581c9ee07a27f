import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

/** Records events on fields: `log` in the page holds their types. */
const RECORD = `<script>
  window.log = [];
  for (const kind of ["focus", "blur", "keydown", "keyup", "beforeinput", "input", "change"])
    addEventListener(kind, (event) => { if (event.target instanceof Element) log.push(kind); }, true);
</script>`;

test("type sends keys to the focused element", async () => {
  await using t = await fixture();
  await t.open(`${RECORD}<input><textarea></textarea>`);
  await t.svc("click", "1");
  await t.svc("eval", "log.length = 0");
  expect(await t.svc("type", "aß")).toEqual({ typed: "aß" });
  expect(await t.svc("eval", "log")).toMatchObject({
    result: ["keydown", "beforeinput", "input", "keyup", "beforeinput", "input"],
  });
  expect(await t.text("type", " more")).toBe("typed:  more");
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "aß more" });
  await t.svc("click", "2");
  await t.svc("type", "one\ntwo");
  expect(await t.svc("get", "value", "2")).toMatchObject({ value: "one\ntwo" });
});

test("type fails where nothing has the focus, in a frame neither", async () => {
  await using t = await fixture();
  await t.open(
    "<title>Page</title><input><p>Text</p><iframe style='position:absolute;left:0;top:300px' srcdoc='Just text'></iframe>",
  );
  expect(await t.fails("type", "lost")).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining("focus"),
    hint: expect.stringContaining("svc click"),
  });
  await t.svc("click", "1");
  await t.svc("eval", "document.activeElement.blur()");
  expect(await t.fails("type", "lost")).toMatchObject({ code: "unsuitable" });
  await t.svc("click", "50", "350");
  expect(await t.fails("type", "lost")).toMatchObject({ code: "unsuitable" });
  expect(await t.fails("type")).toMatchObject({ code: "usage" });
});

test("type writes into a frame that has the focus", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<iframe srcdoc="<body contenteditable aria-label=Editor></body>"></iframe><iframe src="${t.site("<input aria-label=Other>").replace("127.0.0.1", "localhost")}"></iframe>`,
  );
  for (const name of ["Editor", "Other"]) {
    await t.svc("click", indexOf(state, { name }));
    await t.svc("type", "Inside");
    expect(await t.svc("get", "value", indexOf(state, { name }))).toMatchObject({ value: "Inside" });
  }
});

test("type keeps a text whole: long, composed, in frames of other sites, cancelled by the page", async () => {
  await using t = await fixture();
  const other = t.site("<textarea aria-label=Other></textarea>").replace("127.0.0.1", "localhost");
  const state = await t.open(
    `<iframe src="${other}"></iframe><textarea aria-label=Area></textarea><input type=password aria-label=Pass><input aria-label=deaf onkeydown="event.preventDefault()"><script>window.ups = 0; addEventListener("keyup", () => ups++, true);</script>`,
  );
  const at = (name: string) => indexOf(state, { name });
  const long = `${"Lorem ipsum ü. ".repeat(60)}\nend`;
  for (const name of ["Other", "Area"]) {
    await t.svc("focus", at(name));
    const text = "Zoë 👩🏽‍🚀 e\u0301 1️⃣ 東京";
    expect(await t.svc("type", text)).toEqual({ typed: text });
    expect(await t.svc("get", "value", at(name))).toMatchObject({ value: text });
    await t.svc("keys", "Control+a");
    await t.svc("type", long);
    expect(await t.svc("get", "value", at(name))).toMatchObject({ value: long });
  }
  expect((await t.svc("eval", "ups > 0")).result).toBe(true);
  await t.svc("focus", at("Pass"));
  expect(await t.svc("type", "hunter2")).toEqual({ typed: "••••••••" });
  await t.svc("focus", at("deaf"));
  await t.svc("type", "abc");
  expect(await t.svc("get", "value", at("deaf"))).toMatchObject({ value: "" });
});

test("focus gives an element the focus and says what has it", async () => {
  await using t = await fixture();
  const other = t.site("<input aria-label=Inner>").replace("127.0.0.1", "localhost");
  const state = await t.open(
    `<input aria-label=First><p style="cursor:pointer">Plain</p><button disabled>Off</button><label tabindex=0>Name<input id=named></label><input aria-label=trap onfocus="named.focus()"><iframe src="${other}"></iframe><div style="height:3000px"></div><button>Far</button><script>window.log = []; addEventListener("click", () => log.push("click"), true);</script>`,
  );
  const at = (name: string, tag = "input") => indexOf(state, { name, tag });
  expect(await t.svc("focus", at("First"))).toEqual({ focused: 1, has_focus: '<input> "First"' });
  expect(await t.fails("focus", at("Plain", "p"))).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining("First"),
  });
  expect(await t.fails("focus", at("Off", "button"))).toMatchObject({ code: "disabled" });
  expect((await t.svc("eval", "document.activeElement.ariaLabel")).result).toBe("First");
  expect(await t.svc("focus", at("Name", "label"))).toMatchObject({ has_focus: '<input> "Name"' });
  await t.svc("focus", at("First"));
  expect(await t.fails("focus", at("trap"))).toMatchObject({ message: expect.stringContaining("Name") });
  await t.svc("focus", at("Inner"));
  await t.svc("type", "inside");
  expect(await t.svc("get", "value", at("Inner"))).toMatchObject({ value: "inside" });
  expect(await t.text("focus", at("Far", "button"))).toContain('has_focus: <button> "Far"');
  expect((await t.svc("eval", "[scrollY > 1000, log]")).result).toEqual([true, []]);
  expect(await t.fails("focus", "99")).toMatchObject({ code: "not_found" });
});
