import { expect, test } from "bun:test";
import { fixture, indexOf } from "../fixture.ts";

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
