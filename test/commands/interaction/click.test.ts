import { expect, test } from "bun:test";
import { type Data, fixture, indexOf } from "../../fixture.ts";

/** Records every event of these kinds: `log` in the page holds `type` or `type:detail`, and whether all were trusted. */
const RECORD = `<script>
  window.log = [];
  window.trusted = true;
  for (const kind of ["mouseover", "mousedown", "mouseup", "click", "dblclick", "contextmenu", "auxclick"])
    addEventListener(kind, (event) => { log.push(kind + ":" + event.detail + ":" + event.button); trusted &&= event.isTrusted; }, true);
</script>`;
const mouse = (...wanted: string[]) => expect.objectContaining({ result: [true, ...wanted] });
const LOG = `[trusted, ...log.filter((entry) => !entry.startsWith("mouseover"))]`;

test("click sends real events in their order", async () => {
  await using t = await fixture();
  await t.open(`${RECORD}<button onclick="document.title=event.clientX>0">Go</button>`);
  expect(await t.svc("click", "1")).toEqual({ clicked: 1 });
  expect(await t.svc("eval", LOG)).toEqual(mouse("mousedown:1:0", "mouseup:1:0", "click:1:0"));
  await t.svc("eval", "log.length = 0");
  await t.svc("click", "1", "--button", "middle");
  expect(await t.svc("eval", LOG)).toEqual(mouse("mousedown:1:1", "mouseup:1:1", "auxclick:1:1"));
  expect(await t.fails("click", "1", "--button", "wheel")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("left, middle, right"),
  });
});

test("dblclick is two clicks and one double click", async () => {
  await using t = await fixture();
  await t.open(`${RECORD}<button>Go</button>`);
  expect(await t.svc("dblclick", "1")).toEqual({ double_clicked: 1 });
  expect(await t.svc("eval", LOG)).toEqual(
    mouse("mousedown:1:0", "mouseup:1:0", "click:1:0", "mousedown:2:0", "mouseup:2:0", "click:2:0", "dblclick:2:0"),
  );
  expect(await t.text("dblclick", "1")).toBe("double_clicked: 1");
});

test("rightclick asks for the context menu", async () => {
  await using t = await fixture();
  await t.open(`${RECORD}<button>Go</button>`);
  expect(await t.svc("rightclick", "1")).toEqual({ right_clicked: 1 });
  const { result } = await t.svc("eval", LOG);
  expect(result.filter((entry: unknown) => !String(entry).startsWith("auxclick"))).toEqual([
    true,
    "mousedown:1:2",
    "contextmenu:0:2",
    "mouseup:1:2",
  ]);
});

test("hover brings the pointer there and leaves it there", async () => {
  await using t = await fixture();
  const state = await t.open(`${RECORD}<style>#menu:hover + #items { display: block } #items { display: none }</style>
    <button id=menu>Menu</button><div id=items><button onclick="document.title='chosen'">Item</button></div><p><button disabled>Off</button>`);
  expect(state.elements).toHaveLength(2);
  expect(await t.svc("hover", "1")).toEqual({ hovered: 1, opened: ['<div#items> "Item"'] });
  expect(
    await t.svc(
      "eval",
      `[trusted, log.filter((entry) => entry.startsWith("mouseover")).length > 0, document.querySelector("#menu").matches(":hover")]`,
    ),
  ).toMatchObject({ result: [true, true, true] });
  expect((await t.svc("state")).elements).toMatchObject([
    { name: "Menu" },
    { name: "Item", isNew: true },
    { name: "Off" },
  ]);
  // A disabled element may be pointed at: its tooltip tells why it is disabled.
  expect(await t.svc("hover", indexOf(state, { name: "Off" }))).toMatchObject({
    hovered: Number(indexOf(state, { name: "Off" })),
  });
  expect(await t.svc("hover", "3", "4")).toEqual({ hovered_coordinate: { x: 3, y: 4 } });
  expect(await t.text("hover", "5", "6")).toBe(`hovered_coordinate: {"x":5,"y":6}`);
  expect((await t.svc("state")).elements).toHaveLength(2);
  expect(await t.fails("hover", "1", "2", "3")).toMatchObject({ code: "usage" });
});

test("click of a point hits what is there", async () => {
  await using t = await fixture();
  await t.open(
    `<body style="margin:0"><div style="position:absolute;left:300px;top:200px;width:50px;height:50px" onclick="document.title=event.clientX+','+event.clientY"></div>`,
  );
  expect(await t.svc("click", "320", "210")).toEqual({ clicked_coordinate: { x: 320, y: 210 } });
  expect(await t.svc("get", "title")).toEqual({ title: "320,210" });
  expect(await t.text("click", "0", "0")).toBe(`clicked_coordinate: {"x":0,"y":0}`);
});

test("click refuses what is neither an index nor a point in view", async () => {
  await using t = await fixture();
  const { viewport } = await t.open("<button>Go</button>");
  for (const wrong of [
    [],
    ["1", "2", "3"],
    ["one"],
    ["1.5"],
    ["--", "-1"],
    [String(viewport.width), "5"],
    ["5", String(viewport.height)],
  ]) {
    expect(await t.fails("click", ...wrong)).toMatchObject({ code: "usage" });
  }
  expect(await t.fails("click", "7")).toMatchObject({ code: "not_found", hint: expect.stringContaining("svc state") });
});

test("click refuses a list and a file input, and names the command that works", async () => {
  await using t = await fixture();
  await t.open("<select><option>A</select><input type=file>");
  expect(await t.fails("click", "1")).toMatchObject({
    code: "unsuitable",
    hint: expect.stringContaining("svc select 1"),
  });
  expect(await t.fails("click", "2")).toMatchObject({
    code: "unsuitable",
    hint: expect.stringContaining("svc upload 2"),
  });
});

test.concurrent("click of a covered element fails, names the cover, and clicks nothing", async () => {
  await using t = await fixture();
  const state = await t.open(
    `${RECORD}<button id=under>Under</button><div style="position:fixed;inset:0;background:#0008"><p><br><br><br><button>Accept cookies</button></div>`,
  );
  expect(await t.fails("click", indexOf(state, { name: "Under" }))).toMatchObject({
    code: "covered",
    message: expect.stringMatching(/Under.*covered by <div> "Accept cookies", which has covered the whole page/),
  });
  expect(await t.svc("eval", LOG)).toMatchObject({ result: [true] });
  expect(await t.svc("click", indexOf(state, { name: "Accept cookies" }))).toMatchObject({ clicked: 2 });
}, 20_000);

test.concurrent("click of an element that lets events through fails instead of clicking what is under it", async () => {
  await using t = await fixture();
  await t.open(
    `${RECORD}<div onclick="document.title = 'wrong'"><button style="pointer-events:none">Busy</button></div>`,
  );
  expect(await t.fails("click", "2")).toMatchObject({
    code: "disabled",
    message: expect.stringMatching(/Busy.*ignores clicks/),
  });
  expect(await t.svc("eval", LOG)).toMatchObject({ result: [true] });
}, 20_000);

test.concurrent("click of a disabled element fails and clicks nothing", async () => {
  await using t = await fixture();
  const state = await t.open(`${RECORD}<fieldset disabled><button>Save</button></fieldset>`);
  expect(await t.fails("click", indexOf(state, { name: "Save" }))).toMatchObject({
    code: "disabled",
    message: expect.stringContaining("Save"),
  });
  expect(await t.svc("eval", LOG)).toMatchObject({ result: [true] });
}, 20_000);

test.concurrent("click of an element that was hidden fails and clicks nothing", async () => {
  await using t = await fixture();
  await t.open(`${RECORD}<button>Save</button>`);
  await t.svc("eval", "document.querySelector('button').style.display = 'none'");
  expect(await t.fails("click", "1")).toMatchObject({ code: "hidden", message: expect.stringContaining("Save") });
  expect(await t.svc("eval", LOG)).toMatchObject({ result: [true] });
}, 20_000);

test.concurrent("click names the dialog that covers, and not its backdrop", async () => {
  await using t = await fixture();
  const backdrop = "<div class=backdrop style='position:fixed;inset:0;background:#0008'></div>";
  const box = "position:fixed;left:200px;top:200px;background:#fff";
  const state = await t.open(`<button>Under</button>
    <script>const show = (html) => { shown.innerHTML = html; shown.querySelector("dialog")?.showModal(); };</script><div id=shown></div>`);
  const under = indexOf(state, { name: "Under" });
  for (const html of [
    `${backdrop}<div role=dialog style="${box}"><h2>Delete account?</h2><button>Yes</button></div>`,
    `<div role=presentation style="position:fixed;inset:0">${backdrop}<div role=dialog aria-label="Delete account?" style="${box}">Sure</div></div>`,
    `<dialog aria-labelledby=t><b id=t>Delete account?</b></dialog>`,
  ]) {
    await t.svc("eval", `show(${JSON.stringify(html)}), 1`);
    expect(await t.fails("click", under, "--timeout", "500")).toMatchObject({
      code: "covered",
      message: expect.stringMatching(/covered by the dialog <(div role=dialog|dialog)> "Delete account\?"$/),
    });
  }
  await t.svc(
    "eval",
    `show("<div id=busy style='position:fixed;inset:0'>Saving</div><div role=dialog>Cookies</div>"), 1`,
  );
  expect(await t.fails("click", under, "--timeout", "500")).toMatchObject({
    code: "covered",
    message: expect.stringMatching(
      /covered by <div#busy> "Saving", which has covered the whole page for at least [\d.]+ s/,
    ),
    hint: expect.stringContaining("svc wait selector '#busy' --state hidden"),
  });
}, 20_000);

test.concurrent("click waits for a disabled element only where the page may still change", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<button disabled onclick="this.textContent = 'Done'">Go</button><input disabled><input type=checkbox disabled><p id=clock></p>`,
    { "/slow": () => Bun.sleep(1_500).then(() => new Response("ok")) },
  );
  const go = indexOf(state, { name: "Go" });
  await t.svc("state");
  await t.svc("wait", "time", "1500");
  const enable = "for (const one of document.querySelectorAll('[disabled]')) one.disabled = false";
  await t.svc("eval", `window.timer = setTimeout(() => { ${enable} }, 60_000), 1`);
  for (const line of [
    ["click", go],
    ["input", "2", "x"],
    ["check", "3"],
  ])
    expect(await t.fails(...line)).toMatchObject({ code: "disabled" });
  await t.svc(
    "eval",
    `clearTimeout(timer), setInterval(() => { clock.textContent += "."; if (clock.textContent.length === 4) { ${enable} } }, 400), 1`,
  );
  expect(await t.svc("click", go)).toMatchObject({ clicked: Number(go) });
  await t.svc("eval", `document.querySelector("button").disabled = true, fetch("/slow").then(() => { ${enable} }), 1`);
  expect(await t.svc("click", go)).toMatchObject({ clicked: Number(go) });
}, 30_000);

test.concurrent("click waits for an element that gets enabled, uncovered, or comes to rest", async () => {
  await using t = await fixture();
  const state = await t.open(`
    <style>@keyframes slide { from { margin-left: 0 } to { margin-left: 600px } } #moving { animation: slide 700ms linear forwards paused }</style>
    <button id=late disabled onclick="this.textContent='Saved'">Save</button>
    <button id=under onclick="this.textContent='Clicked'">Under</button><div id=cover style="position:fixed;inset:0;display:none"></div>
    <p><button id=moving onclick="this.textContent='Caught'">Moving</button>`);
  await t.svc("eval", "late.title = 'soon', setTimeout(() => (late.disabled = false), 500)");
  await t.svc("click", indexOf(state, { name: "Save" }));
  await t.svc("eval", "cover.style.display = 'block'; setTimeout(() => cover.remove(), 500)");
  await t.svc("click", indexOf(state, { name: "Under" }));
  await t.svc("eval", "moving.style.animationPlayState = 'running'");
  await t.svc("click", indexOf(state, { name: "Moving" }));
  expect((await t.svc("state")).elements).toMatchObject([{ name: "Saved" }, { name: "Clicked" }, { name: "Caught" }]);
}, 20_000);

test("click scrolls to what is below the fold, and inside scrollers", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<style>html { scroll-behavior: smooth } .box { overflow: auto; height: 200px; border: 5px solid }</style>
    <div style="height:2000px"></div><button onclick="this.textContent='One'">Below</button>
    <div class=box tabindex=-1><div style="height:900px"></div><div class=box><div style="height:700px"></div><button onclick="this.textContent='Two'">Nested</button></div></div>
    <div style="width:5000px;text-align:right"><button onclick="this.textContent='Three'">Right</button></div>`);
  for (const name of ["Below", "Nested", "Right"]) await t.svc("click", indexOf(state, { tag: "button", name }));
  expect((await t.svc("state")).elements.filter((one: { tag: string }) => one.tag === "button")).toMatchObject([
    { name: "One" },
    { name: "Two" },
    { name: "Three" },
  ]);
});

test("click does not scroll for what is in view", async () => {
  await using t = await fixture();
  await t.open("<button style='position:absolute;top:600px'>Low</button><div style='height:3000px'></div>");
  await t.svc("click", "1");
  expect(await t.svc("state")).toMatchObject({ scroll: { x: 0, y: 0 } });
});

test("click reaches a link that wraps over two lines", async () => {
  await using t = await fixture();
  await t.open(
    `<div style="width:240px;font:20px monospace">Some words and <a href="#there">a link that wraps</a></div>`,
  );
  const { bbox } = await t.svc("get", "bbox", "1");
  expect(bbox.height).toBeGreaterThan(30);
  await t.svc("click", "1");
  expect((await t.svc("get", "url")).url).toEndWith("#there");
});

test("click reaches into frames: below the fold, nested, and of another site", async () => {
  await using t = await fixture();
  const inner = `<title>Inner</title><div style="height:900px"></div><button onclick="this.textContent='Pressed '+event.isTrusted">Inside</button>`;
  const other = t.site(inner).replace("127.0.0.1", "localhost");
  const state = await t.open(
    `<div style="height:1500px"></div><iframe src=/middle style="width:500px;height:300px;border:9px solid;padding:13px"></iframe>
    <div style="height:1500px"></div><iframe src="${other}" style="width:400px;height:200px;border:5px solid"></iframe>
    <iframe src=/inner style="width:400px;height:1200px"></iframe>`,
    {
      "/middle": `<div style="height:500px"></div><iframe src="${other}" style="height:150px"></iframe>`,
      "/inner": inner,
    },
  );
  const indices = state.elements
    .filter(({ name }: { name: string }) => name === "Inside")
    .map(({ index }: { index: number }) => String(index));
  expect(indices).toHaveLength(3);
  for (const index of indices) {
    await t.svc("click", index);
    expect(await t.svc("get", "text", index)).toMatchObject({ text: "Pressed true" });
  }
});

test("click reaches into shadow roots and their slots", async () => {
  await using t = await fixture();
  const state = await t.open(`<x-bar><button onclick="this.textContent='One'">Slotted</button></x-bar><script>
    document.querySelector("x-bar").attachShadow({ mode: "open" }).innerHTML =
      \`<div role=toolbar><slot></slot><button onclick="this.textContent='Two'"><b>Own</b></button></div>\`;
  </script>`);
  for (const name of ["Slotted", "Own"]) await t.svc("click", indexOf(state, { name }));
  expect((await t.svc("state")).elements).toMatchObject([{ name: "One" }, { name: "Two" }]);
});

test("click sees that something in the page around covers the frame", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<iframe srcdoc="<button>Inside</button>"></iframe><div id=sheet style="position:fixed;inset:0">A sheet</div>`,
  );
  expect(await t.fails("click", indexOf(state, { name: "Inside" }))).toMatchObject({
    code: "covered",
    message: expect.stringContaining("sheet"),
  });
});

test("click of a checkbox switches it, by its label too", async () => {
  await using t = await fixture();
  const state = await t.open(`<input type=checkbox id=box><label for=box tabindex=0>Agree</label>
    <label style="position:relative"><input type=radio name=r style="position:absolute;opacity:0"><span style="position:relative;background:#ddd;padding:9px">First</span></label>`);
  const box = indexOf(state, { role: "checkbox" });
  await t.svc("click", box);
  expect((await t.svc("state")).elements[0]).toMatchObject({ name: "Agree", states: ["checked", "focused"] });
  await t.svc("click", indexOf(state, { tag: "label", name: "Agree" }));
  await t.svc("click", indexOf(state, { role: "radio" }));
  const after = await t.svc("state");
  expect(after.elements.find((one: { role: string }) => one.role === "checkbox").states).not.toContain("checked");
  expect(after.elements.find((one: { role: string }) => one.role === "radio").states).toContain("checked");
});

test("click holds modifiers and repeats, and says what it changed", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<button onclick="log.push([event.ctrlKey, event.shiftKey, event.detail])">Go</button><input type=checkbox aria-label=Box>
    <button aria-expanded=false aria-label=Menu onclick="this.ariaExpanded = this.ariaExpanded !== 'true'">v</button><details><summary>More</summary>Text</details><script>log = []</script>`,
  );
  const at = (name: string) => indexOf(state, { name });
  await t.svc("click", at("Go"), "--modifiers", "Control+Shift");
  await t.svc("click", at("Go"), "--count", "3");
  expect((await t.svc("eval", "log")).result).toEqual([
    [true, true, 1],
    [false, false, 1],
    [false, false, 2],
    [false, false, 3],
  ]);
  expect(await t.fails("click", at("Go"), "--modifiers", "Hyper")).toMatchObject({ code: "usage" });
  expect(await t.text("click", at("Box"))).toBe(`clicked: ${at("Box")}\nnow: checked`);
  expect(await t.svc("click", at("Box"))).toEqual({ clicked: Number(at("Box")), now: ["not checked"] });
  expect(await t.svc("click", at("Menu"))).toMatchObject({ now: ["expanded=true"] });
  expect(await t.svc("click", at("More"))).toMatchObject({ now: ["expanded=true"] });
  expect(await t.svc("click", at("Go"))).toEqual({ clicked: Number(at("Go")) });
});

test("click --force acts at the place of an element that is covered", async () => {
  await using t = await fixture();
  await t.open(
    `<button style="position:absolute;left:0;top:0" onclick="log.push('button')">Under</button><div id=cover style="position:fixed;inset:0" onclick="log.push('cover')"></div><script>log = []</script>`,
  );
  const refused = await t.fails("click", "1", "--timeout", "500");
  expect(refused).toMatchObject({ code: "covered", hint: expect.stringContaining("--force") });
  expect(refused.message).toContain("<div#cover>");
  expect((await t.svc("eval", "log")).result).toEqual([]);
  await t.svc("click", "1", "--force");
  expect((await t.svc("eval", "log")).result).toEqual(["cover"]);
});

test("click gets an element out from under a bar at the edge", async () => {
  await using t = await fixture();
  await t.open(
    `<header style="position:fixed;top:0;left:0;right:0;height:60px;background:#fff">Bar</header><button style="margin-top:10px" onclick="this.textContent='Done'">Under the bar</button><div style="height:3000px"></div><script>scrollTo(0, 5)</script>`,
  );
  await t.svc("eval", "document.querySelector('button').style.marginTop = '900px'; scrollTo(0, 890)");
  await t.svc("click", "1");
  expect(await t.svc("get", "text", "1")).toMatchObject({ text: "Done" });
});

test("click finds the spot of elements that are wrapped, rotated, clipped, tiny, or an area of a picture", async () => {
  await using t = await fixture();
  const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
  const state = await t.open(
    `<div style="width:120px">Words words words <a href="#wrapped">a long link that wraps over lines</a> more</div>
    <button style="transform:rotate(45deg);margin:40px" onclick="done(this)">Rotated</button>
    <div style="width:50px;height:20px;overflow:hidden"><button style="width:400px" onclick="done(this)">Clipped</button></div>
    <a href="#tiny" aria-label=Tiny style="position:absolute;left:300px;top:300px;width:2px;height:2px"></a>
    <div style="width:100px;height:100px;border-radius:50%;background:red;overflow:hidden"><button style="width:100%;height:100%" onclick="done(this)">Round</button></div>
    <img usemap="#map" width=200 height=100 src="${pixel}"><map name=map><area shape=rect coords="0,0,90,90" href="#left" alt=Left><area shape=circle coords="150,50,30" href="#right" alt=Right></map>
    <svg width=100 height=50><g onclick="done(this)" aria-label=Drawn><rect x=10 y=10 width=40 height=30 /></g></svg>
    <script>names = []; done = (one) => names.push(one.textContent || one.getAttribute("aria-label"))</script>`,
  );
  for (const name of ["Rotated", "Clipped", "Round", "Drawn"]) await t.svc("click", indexOf(state, { name }));
  expect((await t.svc("eval", "names")).result).toEqual(["Rotated", "Clipped", "Round", "Drawn"]);
  for (const name of [/^a long link/, "Tiny", "Left", "Right"]) {
    const { href } = state.elements.find((one: Data) => one.index === Number(indexOf(state, { name })));
    await t.svc("click", indexOf(state, { name }));
    expect((await t.svc("get", "url")).url).toBe(href);
  }
});

test("click lets a page write to the clipboard, as a browser with a window does, and not read it", async () => {
  await using t = await fixture();
  await t.open(`<button onclick="navigator.clipboard.writeText('copied').then(() => { document.title = 'yes' }, (e) => { document.title = e.name })">Copy</button>
    <button onclick="navigator.clipboard.readText().then(() => { document.title = 'read' }, (e) => { document.title = e.name })">Paste</button>`);
  await t.svc("click", "1");
  expect(await t.svc("wait", "function", "document.title")).toMatchObject({ result: "yes" });
  await t.svc("click", "2");
  expect(await t.svc("wait", "function", "document.title !== 'yes' && document.title")).toMatchObject({
    result: "NotAllowedError",
  });
});

test("click stays on a button that moves away when the field before it loses the focus", async () => {
  await using t = await fixture();
  await t.open(`<input id=e aria-label=Email><p id=hint></p><button onclick="document.title = 'sent'">Send</button><button onmousedown="this.remove()">Gone</button>
    <script>e.onblur = () => { hint.textContent = 'Please check'; hint.style.height = '100px' }</script>`);
  await t.svc("input", "1", "x");
  expect(await t.svc("click", "2")).toEqual({ clicked: 2 });
  expect(await t.svc("get", "title")).toEqual({ title: "sent" });
  expect(await t.svc("click", "3")).toMatchObject({ clicked: 3 });
  expect((await t.svc("state")).elements).toHaveLength(2);
});
