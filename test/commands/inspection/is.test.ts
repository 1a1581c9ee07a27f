import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

test("is answers true and false alike, of elements and of selectors", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<button>Go</button><button disabled>Stop</button><input name=text><input name=ro readonly>
    <fieldset disabled><input name=inside></fieldset><div contenteditable>Rich</div><a href=#x>Link</a>
    <p id=unseen hidden>Unseen</p><div style="height:3000px"></div><button>Far below</button>`,
  );
  const at = (name: string) => indexOf(state, { name });
  const one = (tag: string, n = 0) =>
    String(state.elements.filter((element: { tag: string }) => element.tag === tag)[n].index);
  const cases: [string, string, boolean][] = [
    ["visible", at("Go"), true],
    ["hidden", at("Go"), false],
    ["visible", at("Far below"), true],
    ["enabled", at("Go"), true],
    ["enabled", at("Stop"), false],
    ["disabled", at("Stop"), true],
    ["enabled", one("input", 2), false],
    ["editable", one("input"), true],
    ["editable", one("input", 1), false],
    ["enabled", one("input", 1), true],
    ["editable", one("input", 2), false],
    ["editable", indexOf(state, { text: "Rich" }), true],
    ["editable", at("Link"), false],
    ["focused", one("input"), false],
  ];
  for (const [word, index, answer] of cases)
    expect({ index, ...(await t.svc("is", word, index)) }).toEqual({ index, [word]: answer });
  expect(await t.text("is", "enabled", at("Stop"))).toBe("enabled: false");
  expect(await t.svc("is", "visible", "--selector", "#unseen")).toEqual({ visible: false });
  expect(await t.svc("is", "hidden", "--selector", "#unseen")).toEqual({ hidden: true });
  await t.svc(
    "eval",
    "document.querySelector('input').focus(); document.querySelector('button').style.display = 'none'",
  );
  expect(await t.svc("is", "focused", one("input"))).toEqual({ focused: true });
  expect(await t.svc("is", "visible", at("Go"))).toEqual({ visible: false });
});

test("is checked knows boxes, buttons, switches and their labels, and refuses what cannot be checked", async () => {
  await using t = await fixture();
  await t.open(
    `<input type=checkbox checked><input type=radio><label tabindex=0><input type=checkbox id=inner>Label</label>
    <div role=switch tabindex=0 aria-checked=true>S</div><div role=menuitemcheckbox tabindex=0 aria-checked=mixed>M</div>
    <button>Go</button><form><input type=checkbox name=checked checked><input name=getAttribute></form>`,
  );
  const answers = [true, false, false, false, true, false];
  for (const [n, checked] of answers.entries())
    expect(await t.svc("is", "checked", String(n + 1))).toEqual({ checked });
  await t.svc("eval", "inner.checked = true; document.querySelector('input').indeterminate = true");
  expect(await t.svc("is", "checked", "3")).toEqual({ checked: true });
  expect(await t.svc("is", "checked", "1")).toEqual({ checked: false });
  expect(await t.svc("is", "checked", "--selector", "form > input")).toEqual({ checked: true });
  expect(await t.fails("is", "checked", "7")).toMatchObject({
    code: "unsuitable",
    message: expect.stringContaining(`<button> "Go"`),
    hint: expect.stringContaining("svc get attributes 7"),
  });
  expect(await t.fails("is", "checked", "--selector", "form")).toMatchObject({ code: "unsuitable" });
});

test("is --assert fails when it is not so, and only then", async () => {
  await using t = await fixture();
  await t.open(`<button disabled>Stop</button><input type=checkbox><p hidden>Unseen</p>`);
  expect(await t.svc("is", "visible", "1", "--assert")).toEqual({ visible: true });
  expect(await t.fails("is", "enabled", "1", "--assert")).toMatchObject({
    code: "disabled",
    message: `element 1, <button> "Stop", is not enabled`,
  });
  expect(await t.fails("is", "visible", "--selector", "p", "--assert")).toMatchObject({ code: "hidden" });
  for (const [word, index] of [
    ["checked", "2"],
    ["focused", "2"],
    ["hidden", "2"],
    ["disabled", "2"],
  ] as const)
    expect(await t.fails("is", word, index, "--assert")).toMatchObject({ code: "unsuitable" });
});

test("is tells an element that is gone from one that never was, and wants one or the other", async () => {
  await using t = await fixture();
  await t.open("<button>Go</button>");
  await t.svc("eval", "document.querySelector('button').remove()");
  expect(await t.fails("is", "visible", "1")).toMatchObject({ code: "stale", message: expect.stringContaining("Go") });
  expect(await t.fails("is", "visible", "2")).toMatchObject({ code: "not_found" });
  expect(await t.fails("is", "visible", "--selector", "#none")).toMatchObject({ code: "not_found" });
  expect(await t.fails("is", "visible", "--selector", "p[")).toMatchObject({ code: "usage" });
  expect(await t.fails("is", "visible")).toMatchObject({ code: "usage", hint: expect.stringContaining("is visible") });
  expect(await t.fails("is", "visible", "1", "--selector", "p")).toMatchObject({ code: "usage" });
});

test("is looks into frames and shadow roots: what a hidden frame holds is not visible, focus is of one frame", async () => {
  await using t = await fixture();
  const other = t.site("<button>Far</button><input>").replace("127.0.0.1", "localhost");
  const state = await t.open(
    `<input id=own><x-box></x-box><iframe src="${other}"></iframe><script>document.querySelector("x-box").attachShadow({ mode: "open" }).innerHTML = "<button>Deep</button>"</script>`,
  );
  const [deep, far] = [indexOf(state, { name: "Deep" }), indexOf(state, { name: "Far" })];
  const field = String(state.elements.at(-1).index);
  expect(await t.svc("is", "visible", far)).toEqual({ visible: true });
  expect(await t.svc("is", "visible", deep)).toEqual({ visible: true });
  await t.svc("click", field);
  expect(await t.svc("is", "focused", field)).toEqual({ focused: true });
  await t.svc("click", deep);
  expect(await t.svc("is", "focused", deep)).toEqual({ focused: true });
  expect(await t.svc("is", "focused", field)).toEqual({ focused: false });
  await t.svc("eval", "document.querySelector('iframe').style.visibility = 'hidden'");
  expect(await t.svc("is", "visible", far)).toEqual({ visible: false });
});
