import { expect, test } from "bun:test";
import { fixture, indexOf } from "../fixture.ts";

const RECORD = `<script>
  window.log = [];
  for (const kind of ["input", "change"]) addEventListener(kind, (event) => log.push(kind + ":" + event.target.value + ":" + event.bubbles), true);
</script>`;
const COUNTRIES = `<select aria-label=Country><option value="">Choose…</option><option value=AT>Austria</option><option value=CH> Switzer\n  land </option>
  <optgroup label=Far><option value=JP label=Japan>日本</option><option value=XX disabled>Nowhere</option></optgroup><optgroup label=Closed disabled><option>Moon</option></optgroup></select>`;

test("select finds an option by its label or value, in any case", async () => {
  await using t = await fixture();
  await t.open(RECORD + COUNTRIES);
  for (const [wanted, selected, value] of [
    ["Austria", "Austria", "AT"],
    ["CH", "Switzer land", "CH"],
    ["switzer land", "Switzer land", "CH"],
    ["japan", "Japan", "JP"],
    ["at", "Austria", "AT"],
    ["", "Choose…", ""],
  ] as const) {
    expect(await t.svc("select", "1", wanted)).toEqual({ selected, value, element: 1 });
    expect(await t.svc("get", "value", "1")).toEqual({ index: 1, value });
  }
  expect(await t.text("select", "1", "Japan")).toBe("selected: Japan\nelement: 1");
});

test("select tells the page of a change, and only of a change", async () => {
  await using t = await fixture();
  await t.open(RECORD + COUNTRIES);
  await t.svc("select", "1", "Austria");
  await t.svc("select", "1", "AT");
  expect(await t.svc("eval", "log")).toMatchObject({ result: ["input:AT:true", "change:AT:true"] });
  expect((await t.svc("state")).elements[0]).toMatchObject({ value: "Austria" });
});

test("select that leads to a page reports it", async () => {
  await using t = await fixture();
  await t.open(`<select onchange="location.href=this.value"><option>Here<option value=/there>There</select>`, {
    "/there": "<title>There</title>",
  });
  expect(await t.svc("select", "1", "There")).toMatchObject({
    selected: "There",
    navigated: { title: "There", status: 200 },
  });
});

test("select fails on an unknown option, lists those there are, and changes nothing", async () => {
  await using t = await fixture();
  await t.open(
    RECORD +
      COUNTRIES +
      `<select>${Array.from({ length: 45 }, (_, n) => `<option>Choice ${n}`).join("")}</select><select></select>`,
  );
  const failure = await t.fails("select", "1", "Atlantis");
  expect(failure).toMatchObject({ code: "no_option" });
  for (const name of ["Atlantis", "Country", "Austria", "Switzer land", "Japan", "Moon"])
    expect(failure.message).toContain(name);
  expect(await t.fails("select", "2", "Austria")).toMatchObject({
    code: "no_option",
    message: expect.stringMatching(/Choice 0.*and 15 more/),
  });
  expect(await t.fails("select", "3", "Austria")).toMatchObject({
    code: "no_option",
    message: expect.stringContaining("none"),
  });
  expect(await t.svc("eval", "log")).toMatchObject({ result: [] });
});

test("select refuses options and lists that are disabled", async () => {
  await using t = await fixture();
  await t.open(
    `${RECORD + COUNTRIES}<select disabled><option>A<option>B</select><fieldset disabled><select><option>A<option>B</select></fieldset>`,
  );
  expect(await t.fails("select", "1", "Nowhere")).toMatchObject({
    code: "disabled",
    message: expect.stringContaining("Nowhere"),
  });
  expect(await t.fails("select", "1", "Moon")).toMatchObject({
    code: "disabled",
    message: expect.stringContaining("Moon"),
  });
  expect(await t.fails("select", "2", "B")).toMatchObject({ code: "disabled" });
  expect(await t.fails("select", "3", "B")).toMatchObject({ code: "disabled" });
  expect(await t.svc("eval", "[...document.querySelectorAll('select')].map((one) => one.value)")).toMatchObject({
    result: ["", "A", "A"],
  });
});

test("select adds to a list that takes several", async () => {
  await using t = await fixture();
  await t.open(`${RECORD}<select multiple><option selected>A<option>B<option>C</select>`);
  await t.svc("select", "1", "C", "--add");
  expect(
    await t.svc("eval", "[...document.querySelector('select').selectedOptions].map((one) => one.value)"),
  ).toMatchObject({ result: ["A", "C"] });
  expect((await t.svc("state")).elements[0]).toMatchObject({ role: "listbox", value: "A, C" });
});

test("select refuses what is no list", async () => {
  await using t = await fixture();
  const state = await t.open(
    "<div role=combobox tabindex=0>Custom</div><input><label>Size <select><option>S<option>L</select></label>",
  );
  expect(await t.fails("select", "1", "A")).toMatchObject({
    code: "unsuitable",
    hint: expect.stringContaining("svc click 1"),
  });
  expect(await t.fails("select", "2", "A")).toMatchObject({ code: "unsuitable" });
  expect(await t.fails("select", "40", "A")).toMatchObject({ code: "not_found" });
  expect(await t.svc("select", indexOf(state, { tag: "select" }), "L")).toMatchObject({ selected: "L" });
});
