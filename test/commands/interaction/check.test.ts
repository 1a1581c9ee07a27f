import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

const RECORD = `<script>
  window.log = [];
  for (const kind of ["click", "input", "change"]) addEventListener(kind, (event) => log.push(kind + (event.isTrusted ? "" : "!")), true);
</script>`;

const HIDDEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)";

test("check and uncheck switch what is on or off, once", async () => {
  await using t = await fixture();
  const state =
    await t.open(`${RECORD}<input type=checkbox aria-label=box><input type=radio name=r aria-label=one checked><input type=radio name=r aria-label=two>
    <div role=switch tabindex=0 aria-checked=false aria-label=switch onclick="this.ariaChecked = String(this.ariaChecked !== 'true')">S</div>
    <div role=menuitemcheckbox tabindex=0 aria-checked=false aria-label=item onclick="setTimeout(() => this.ariaChecked = String(this.ariaChecked !== 'true'), 50)">I</div>
    <label tabindex=0>Labelled <input type=checkbox id=labelled></label><p tabindex=0 aria-label=wrap>Wrapped <input type=checkbox id=wrapped></p>`);
  const at = (name: string) => indexOf(state, { name });
  for (const index of [at("box"), at("two"), at("switch"), at("item"), indexOf(state, { tag: "label" }), at("wrap")]) {
    expect(await t.svc("check", index)).toEqual({ checked: true, element: Number(index), changed: true });
    await t.svc("eval", "log.length = 0");
    expect(await t.svc("check", index)).toEqual({ checked: true, element: Number(index), changed: false });
    expect((await t.svc("eval", "log")).result).toEqual([]);
    if (index === at("two")) continue;
    expect(await t.svc("uncheck", index)).toEqual({ checked: false, element: Number(index), changed: true });
    expect((await t.svc("eval", "log")).result).not.toContain("click!");
  }
  expect(await t.text("uncheck", at("box"))).toBe(`checked: false\nelement: ${at("box")}\nchanged: false`);
  expect(await t.fails("uncheck", at("two"))).toMatchObject({
    code: "unsuitable",
    hint: expect.stringContaining("svc check"),
  });
  expect(await t.svc("uncheck", at("one"))).toMatchObject({ changed: false });
});

test("check reaches controls that styled labels hide", async () => {
  await using t = await fixture();
  const state = await t.open(`
    <label>clipped<input type=checkbox style="${HIDDEN}"></label>
    <input type=checkbox id=a style="opacity:0;position:absolute" aria-label=transparent><label for=a style="display:inline-block;width:60px;height:20px;background:silver;position:relative">box</label>
    <span style="position:relative;display:inline-block;width:40px;height:20px"><input type=checkbox aria-label=over style="position:absolute;inset:0;opacity:0;margin:0;width:40px;height:20px"><i style="display:block;background:red;height:20px"></i></span>
    <label style="position:relative;display:inline-block;width:50px;height:20px"><input type=checkbox aria-label=slider style="width:1px;height:1px;opacity:0"><b style="position:absolute;inset:0;background:blue"></b></label>
    <label style="display:block;width:300px"><input type=checkbox aria-label=terms style="${HIDDEN}"><u style="display:inline-block;width:16px;height:16px;background:gray"></u><a href=/terms style="display:block">I agree to these terms, all of them</a></label>
    <label><input type=radio name=r aria-label=radio style="appearance:none;pointer-events:none;width:20px;height:20px">Radio</label>`);
  for (const name of ["clipped", "transparent", "over", "slider", "terms", "radio"]) {
    const index = indexOf(state, { name, tag: "input" });
    expect(await t.svc("check", index)).toEqual({ checked: true, element: Number(index), changed: true });
  }
  expect((await t.svc("get", "url")).url).not.toContain("terms");
});

test("check goes through a mixed state, and tells where it led", async () => {
  await using t = await fixture();
  await t.open(
    `<input type=checkbox><input type=checkbox checked><script>for (const one of document.querySelectorAll("input")) one.indeterminate = true;</script><input type=checkbox onchange="location.href='/next'">`,
    { "/next": "<title>Next</title>" },
  );
  expect(await t.svc("check", "1")).toMatchObject({ checked: true, changed: true });
  expect(await t.svc("check", "2")).toMatchObject({ checked: true, changed: true });
  expect(await t.svc("check", "3")).toMatchObject({ changed: true, navigated: { title: "Next" } });
});

test("check refuses what is no switch, what is disabled, hidden or covered, and says when the page did not follow", async () => {
  await using t = await fixture();
  const state =
    await t.open(`${RECORD}<button>Button</button><input aria-label=text><input type=checkbox aria-label=off disabled><input type=checkbox aria-label=fixed disabled checked><div role=checkbox aria-readonly=true aria-checked=false tabindex=0 aria-label=readonly>R</div>
    <input type=checkbox aria-label=stubborn onclick="event.preventDefault()"><div role=checkbox aria-checked=false tabindex=0 aria-label=dead>D</div>
    <div tabindex=0 aria-label=many><input type=checkbox aria-label=m1><input type=checkbox aria-label=m2></div><input type=checkbox aria-label=gone><input type=checkbox aria-label=under style="position:fixed;left:400px;top:400px"><div style="position:fixed;left:300px;top:300px;width:300px;height:300px;background:#eee">Cover</div>`);
  const at = (name: string) => indexOf(state, { name });
  await t.svc("eval", "document.querySelector('[aria-label=gone]').style.display = 'none'");
  expect(await t.svc("check", at("fixed"))).toMatchObject({ checked: true, changed: false });
  for (const [name, code] of [
    ["Button", "unsuitable"],
    ["text", "unsuitable"],
    ["many", "unsuitable"],
    ["off", "disabled"],
    ["readonly", "disabled"],
    ["gone", "hidden"],
    ["under", "covered"],
  ] as const)
    expect([name, (await t.fails("check", at(name), "--timeout", "400")).code]).toEqual([name, code]);
  expect((await t.svc("eval", "log")).result).toEqual([]);
  for (const name of ["stubborn", "dead"])
    expect(await t.fails("check", at(name))).toMatchObject({
      code: "unsuitable",
      message: expect.stringContaining("is not on"),
    });
  expect(await t.fails("uncheck", "77")).toMatchObject({ code: "not_found" });
});
