import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

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
    expect(await t.svc("select", "1", wanted)).toMatchObject({ selected, value, element: 1 });
    expect(await t.svc("get", "value", "1")).toEqual({ index: 1, value });
  }
  expect(await t.text("select", "1", "Japan")).toBe("selected: Japan\nelement: 1");
});

test("select says so where nobody sees the list, for a widget may stand in its place", async () => {
  await using t = await fixture();
  // As Tom Select and Select2 hide the list that they replaced.
  const hidden = "position:absolute;width:1px;height:1px;overflow:hidden;clip:rect(0 0 0 0)";
  await t.open(
    `<select style="${hidden}"><option>Vienna<option>Graz</select><div role=combobox tabindex=0>Vienna</div>`,
  );
  const { elements } = await t.svc("state", "--selector", "select");
  const index = String(elements[0].index);
  expect(await t.svc("select", index, "Graz")).toMatchObject({
    selected: "Graz",
    hidden: true,
    hint: expect.stringMatching(/svc state|browser_get_state/),
  });
  expect(await t.text("select", index, "Vienna")).toContain("\nhidden: true\nHint: This list is not visible.");
});

test("select tells the page of a change, and only of a change", async () => {
  await using t = await fixture();
  await t.open(RECORD + COUNTRIES);
  expect(await t.svc("select", "1", "Austria")).toEqual({ selected: "Austria", value: "AT", element: 1 });
  expect(await t.svc("select", "1", "AT")).toMatchObject({ selected: "Austria", unchanged: true });
  expect(await t.text("select", "1", "AT")).toBe("selected: Austria (no change)\nelement: 1");
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

test("select takes words as value, label or place, and a part of a label where it is the only one", async () => {
  await using t = await fixture();
  await t.open(
    `<select><option value=2>One<option value=1>Two<option value=x>Three hundred<option value=y>Thirty</select>`,
  );
  for (const [words, value] of [
    [["2"], "2"],
    [["Two"], "1"],
    [["1", "--by", "index"], "1"],
    [["hundred"], "x"],
    [["2", "--by", "value"], "2"],
    [["thirty", "--by", "label"], "y"],
  ] as const)
    expect(await t.svc("select", "1", ...words)).toMatchObject({ value });
  for (const words of [
    ["Th"],
    ["hundred", "--by", "label"],
    ["Two", "--by", "value"],
    ["4", "--by", "index"],
    ["x", "--by", "index"],
  ])
    expect(await t.fails("select", "1", ...words)).toMatchObject({ code: "no_option" });
  expect(await t.svc("get", "value", "1")).toMatchObject({ value: "y" });
});

test("select replaces, adds to and takes out of a list that takes several, with one pair of events", async () => {
  await using t = await fixture();
  await t.open(
    `<select multiple><option selected>A<option>B<option>C<option disabled>D</select><select><option>A<option>B</select>
    <script>window.log = []; for (const kind of ["input", "change"]) addEventListener(kind, () => log.push(kind), true);</script>`,
  );
  const chosen = async () =>
    (
      await t.svc(
        "eval",
        "[[...document.querySelector('select').selectedOptions].map((one) => one.value).join(''), log.splice(0).join()]",
      )
    ).result;
  expect(await t.svc("select", "1", "B", "C")).toEqual({ selected: ["B", "C"], value: ["B", "C"], element: 1 });
  expect(await chosen()).toEqual(["BC", "input,change"]);
  await t.svc("select", "1", "A", "--add");
  expect(await chosen()).toEqual(["ABC", "input,change"]);
  expect(await t.text("select", "1", "B", "C", "--remove")).toBe("unselected: B, C\nelement: 1");
  expect(await chosen()).toEqual(["A", "input,change"]);
  await t.svc("select", "1", "A");
  expect(await t.fails("select", "1", "B", "D")).toMatchObject({ code: "disabled" });
  expect(await t.fails("select", "1", "B", "Z")).toMatchObject({ code: "no_option" });
  expect(await t.fails("select", "2", "A", "B")).toMatchObject({ code: "usage" });
  expect(await t.fails("select", "2", "B", "--add")).toMatchObject({ code: "usage" });
  expect(await t.fails("select", "1", "B", "--add", "--remove")).toMatchObject({ code: "usage" });
  expect(await t.fails("select", "1", "B", "--create", "--remove")).toMatchObject({ code: "usage" });
  expect(await t.fails("select", "1")).toMatchObject({ code: "usage" });
  expect(await chosen()).toEqual(["A", ""]);
});

test("select waits for options that load late, and says when the page undoes the choice", async () => {
  await using t = await fixture();
  await t.open(
    `<select id=late disabled><option>Loading</select><select onchange="this.value='A'"><option>A<option>B</select><button onclick="setTimeout(() => { late.disabled = false; late.innerHTML = '<option>One<option>Two'; }, 400)">Load</button>
    <input list=hints><datalist id=hints><option>One</datalist>`,
  );
  await t.svc("click", "3");
  expect(await t.svc("select", "1", "Two")).toMatchObject({ selected: "Two" });
  expect(await t.svc("select", "2", "B")).toEqual({ selected: "B", value: "B", element: 2, differs: true, holds: "A" });
  expect(await t.fails("select", "4", "One")).toMatchObject({
    code: "unsuitable",
    hint: expect.stringContaining("svc input 4"),
  });
});

/** Widgets as the ARIA practices build them: popups beside, inside and far from what opens them. */
const WIDGETS = `<style>[hidden]{display:none} li,[role]{display:block;padding:2px} [role=listbox],[role=menu]{background:#fff;border:1px solid}</style>
  <button id=only aria-haspopup=listbox aria-expanded=false aria-controls=onlylist aria-label=Only>Pick</button>
  <ul id=onlylist role=listbox hidden><li role=option data-value=r>Red</li><li role=option data-value=g>Green</li><li role=option aria-disabled=true>Grey</li></ul>
  <div id=portal role=combobox tabindex=0 aria-expanded=false aria-haspopup=listbox aria-label=Portal>Choose</div>
  <input id=filter role=combobox aria-expanded=false aria-autocomplete=list aria-controls=filterlist aria-label=Filter value=before><div id=filterlist role=listbox hidden></div>
  <button id=menu aria-haspopup=true aria-label=Menu>Menu</button>
  <div id=set role=radiogroup aria-label=Set tabindex=0><span role=radio aria-checked=true tabindex=0>Small</span><span role=radio aria-checked=false tabindex=0>Large</span></div>
  <fieldset tabindex=0 aria-label=Native><label><input type=radio name=n> Yes</label><label><input type=radio name=n> No</label></fieldset>
  <div id=multi role=listbox aria-multiselectable=true tabindex=0 aria-label=Multi><div role=option aria-selected=true>A</div><div role=option aria-selected=false>B</div><div role=option aria-selected=false>C</div></div>
  <button id=long role=combobox aria-expanded=false aria-controls=longlist aria-label=Long>0</button><div id=longlist role=listbox hidden style="height:100px;overflow:auto"><div id=space style="height:20000px;position:relative"></div></div>
  <div id=ant style="width:120px;height:24px;border:1px solid;position:relative"><span>None</span><input role=combobox readonly aria-label=Copied aria-expanded=false aria-controls=copy style="opacity:0;width:1px;height:1px;position:absolute"></div>
  <div id=drop hidden style="position:fixed;right:10px;top:200px"><div><div id=copy role=listbox style="width:0;height:0;padding:0;overflow:hidden"><div role=option>0</div></div><div><div class=item aria-selected=false>Dog</div><div class=item aria-selected=false>Cat</div></div></div></div>
  <div id=own role=listbox tabindex=0 aria-expanded=false aria-label=Own><span>Choose</span><div hidden><div role=option>North</div><div role=option>South</div></div></div>
  <div id=stuck role=listbox aria-label=Stuck tabindex=0><div role=option aria-selected=false>Never</div></div>
  <script>
    window.log = [];
    addEventListener("click", (event) => { if (!event.isTrusted) log.push("untrusted"); }, true);
    addEventListener("keydown", (event) => log.push(event.key), true);
    const by = (id) => document.getElementById(id);
    const close = (trigger, list) => { list.hidden = true; trigger.setAttribute("aria-expanded", "false"); };
    function popup(trigger, list, take) {
      trigger.onclick = () => { list.hidden = !list.hidden; trigger.setAttribute("aria-expanded", String(!list.hidden)); };
      trigger.onkeydown = (event) => { if (event.key === "Escape") close(trigger, list); };
      list.onclick = ({ target }) => { const item = target.closest("[role=option]"); if (!item || item.ariaDisabled) return; take(item); close(trigger, list); };
    }
    popup(by("only"), by("onlylist"), (item) => { by("only").textContent = item.textContent; });
    by("portal").onclick = () => {
      if (by("portal").ariaExpanded === "true") return;
      by("portal").ariaExpanded = "true";
      const list = document.createElement("div");
      list.setAttribute("role", "listbox");
      list.style = "position:fixed;top:300px;left:300px;width:200px";
      document.body.append(list);
      list.textContent = "Loading";
      setTimeout(() => { list.innerHTML = ["Vienna", "Graz", "Linz"].map((one) => "<div role=option aria-selected=false>" + one + "</div>").join(""); }, 300);
      const end = () => { list.remove(); by("portal").ariaExpanded = "false"; };
      list.onmousedown = ({ target }) => { if (target.role !== "option") return; by("portal").textContent = target.textContent; end(); };
      by("portal").onkeydown = ({ key }) => { if (key === "Escape") end(); };
    };
    const all = ["Apple", "Pear", "Plum"];
    by("filter").oninput = () => {
      const found = all.filter((one) => by("filter").value !== "" && one.toLowerCase().startsWith(by("filter").value.toLowerCase()));
      by("filterlist").hidden = found.length === 0;
      by("filterlist").innerHTML = found.map((one) => "<div role=option>" + one + "</div>").join("");
    };
    by("filterlist").onclick = ({ target }) => { by("filter").value = target.textContent; by("filterlist").hidden = true; };
    by("menu").onclick = () => {
      const menu = document.createElement("div");
      menu.innerHTML = "<div role=menu style='position:fixed;top:400px;left:300px'><div role=menuitem>Copy</div><div role=menuitem>Paste</div></div>";
      document.body.append(menu);
      menu.onclick = ({ target }) => { document.title = target.textContent; menu.remove(); };
      by("menu").onkeydown = ({ key }) => { if (key === "Escape") menu.remove(); };
    };
    by("ant").onmousedown = () => { by("drop").hidden = !by("drop").hidden; by("ant").children[1].ariaExpanded = String(!by("drop").hidden); };
    by("drop").onclick = ({ target }) => { by("ant").firstChild.textContent = target.textContent; by("drop").hidden = true; };
    by("ant").onkeydown = ({ key }) => { if (key === "Escape") by("drop").hidden = true; };
    by("own").onclick = ({ target }) => {
      const [shown, menu] = by("own").children;
      if (target.role === "option") shown.textContent = target.textContent;
      menu.hidden = !menu.hidden;
      by("own").ariaExpanded = String(!menu.hidden);
    };
    by("own").onkeydown = ({ key }) => { if (key === "Escape") by("own").children[1].hidden = true; };
    by("set").onclick = ({ target }) => { for (const one of by("set").children) one.ariaChecked = String(one === target); };
    by("multi").onclick = ({ target }) => { target.ariaSelected = String(target.ariaSelected !== "true"); };
    popup(by("long"), by("longlist"), (item) => { by("long").textContent = item.textContent; });
    const draw = () => {
      const first = Math.floor(by("longlist").scrollTop / 20);
      by("space").innerHTML = Array.from({ length: 8 }, (_, n) => "<div role=option style='position:absolute;width:90px;top:" + (first + n) * 20 + "px'>Item " + (first + n) + "</div>").join("");
    };
    by("longlist").onscroll = draw;
    draw();
  </script>`;

test("select opens lists made of other elements and clicks the option", async () => {
  await using t = await fixture();
  const state = await t.open(WIDGETS);
  const at = (name: string) => String(state.elements.find((one: { name: string }) => one.name === name)?.index);
  for (const [name, wanted, selected, script] of [
    ["Only", "green", "Green", "only.textContent"],
    ["Only", "r", "Red", "only.textContent"],
    ["Portal", "Graz", "Graz", "portal.textContent"],
    ["Filter", "Plum", "Plum", "filter.value"],
    ["Menu", "Paste", "Paste", "document.title"],
    ["Set", "Large", "Large", "document.querySelector('#set [aria-checked=true]').textContent"],
    ["Native", "No", "No", "document.querySelector('fieldset :checked').parentElement.textContent.trim()"],
    ["Own", "South", "South", "own.firstChild.textContent"],
    ["Copied", "Cat", "Cat", "document.querySelector('#ant span').textContent"],
    ["Long", "Item 60", "Item 60", "long.textContent"],
  ] as const) {
    expect(await t.svc("select", at(name), wanted)).toMatchObject({ selected, element: Number(at(name)) });
    expect((await t.svc("eval", script)).result).toBe(selected);
  }
  expect((await t.svc("eval", "log.includes('untrusted')")).result).toBe(false);
  const multi = "[...document.querySelectorAll('#multi [aria-selected=true]')].map((one) => one.textContent).join('')";
  for (const [words, held] of [
    [["B", "C"], "BC"],
    [["A", "--add"], "ABC"],
    [["C", "--remove"], "AB"],
    [["C"], "C"],
  ] as const) {
    await t.svc("select", at("Multi"), ...words);
    expect((await t.svc("eval", multi)).result).toBe(held);
  }
});

test("select leaves a list made of other elements as it was when the option is not there", async () => {
  await using t = await fixture();
  const state = await t.open(WIDGETS);
  const at = (name: string) => String(state.elements.find((one: { name: string }) => one.name === name)?.index);
  for (const [name, listed] of [
    ["Only", "'Red', 'Green', 'Grey'"],
    ["Portal", "'Vienna', 'Graz', 'Linz'"],
    ["Menu", "'Copy', 'Paste'"],
    ["Set", "'Small', 'Large'"],
    ["Native", "'Yes', 'No'"],
    ["Multi", "'A', 'B', 'C'"],
    ["Copied", "'Dog', 'Cat'"],
    ["Own", "'North', 'South'"],
  ] as const) {
    const failure = await t.fails("select", at(name), "Nothing");
    expect([name, failure.code]).toEqual([name, "no_option"]);
    expect(failure.message).toContain(listed);
  }
  expect(await t.fails("select", at("Only"), "Grey")).toMatchObject({ code: "disabled" });
  expect(await t.fails("select", at("Only"), "Red", "Green")).toMatchObject({ code: "usage" });
  expect(await t.fails("select", at("Stuck"), "Never")).toMatchObject({ code: "unsuitable" });
  expect(await t.fails("select", at("Filter"), "Nothing")).toMatchObject({ code: "unsuitable" });
  const left = `[only.textContent, onlylist.hidden, portal.textContent, filter.value, document.querySelectorAll("body > [role=listbox], [role=menu]").length, document.title]`;
  expect((await t.svc("eval", left)).result).toEqual(["Pick", true, "Choose", "before", 6, ""]);
});

test("select tells where an option led, from a menu and inside a frame", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<iframe srcdoc="<select onchange='location.href=this.value'><option>Here<option value=about:blank>Blank</select>"></iframe>
    <button aria-haspopup=menu aria-expanded=false aria-controls=m onclick="m.hidden = false; this.ariaExpanded = 'true'">Go</button><div id=m role=menu hidden><a role=menuitem href=/there>There</a></div>`,
    { "/there": "<title>There</title>" },
  );
  expect(await t.svc("select", indexOf(state, { tag: "select" }), "Blank")).toMatchObject({ selected: "Blank" });
  expect(await t.svc("select", indexOf(state, { name: "Go" }), "There")).toMatchObject({
    selected: "There",
    navigated: { title: "There", status: 200 },
  });
});

const REPLACED = `<select multiple hidden><option>Red<option>Green</select>
  <div class=wrapper><span></span><input role=combobox aria-label=Colours aria-controls=list aria-expanded=false></div>
  <div role=listbox id=list hidden><div role=option aria-selected=true>Red</div><div role=option>Green</div></div><script>
    const [input, list] = [document.querySelector("input"), document.querySelector("#list")];
    const open = (isOpen) => { list.hidden = !isOpen; input.ariaExpanded = String(isOpen); };
    input.onmousedown = () => open(true);
    onkeydown = ({ key }) => key === "Escape" && open(false);
    list.onclick = ({ target }) => {
      document.querySelector("span").append(target);
      [...document.querySelector("select").options].find((one) => one.text === target.textContent).selected = true;
    };
  </script>`;

test("select takes several where the native list that a widget replaced takes several", async () => {
  await using t = await fixture();
  const state = await t.open(REPLACED);
  await t.svc("select", indexOf(state, { role: "combobox" }), "Red", "Green");
  expect(await t.svc("eval", "document.querySelector('span').textContent")).toMatchObject({ result: "RedGreen" });
});

test("select finds options without a role, beside a copy with roles that nobody sees", async () => {
  await using t = await fixture();
  const state = await t.open(`<input role=combobox aria-label=City aria-controls=copy aria-expanded=false readonly>
    <div id=popup hidden><div id=copy role=listbox style="width: 0; height: 0; overflow: hidden"><div role=option>Graz</div></div>
      <div><div class=item style="cursor: pointer">Graz</div><div class=item style="cursor: pointer">Vienna</div></div></div><script>
    const [input, popup] = [document.querySelector("input"), document.querySelector("#popup")];
    input.onclick = () => { popup.hidden = false; input.ariaExpanded = "true"; };
    for (const item of document.querySelectorAll(".item")) item.onclick = () => { input.value = item.innerText; popup.hidden = true; };
  </script>`);
  await t.svc("select", indexOf(state, { role: "combobox" }), "Vienna");
  expect(await t.svc("eval", "input.value")).toMatchObject({ result: "Vienna" });
});
