import { expect, test } from "bun:test";
import { pathToFileURL } from "node:url";
import { type Data, fixture, indexOf, write } from "../../fixture.ts";

const named = (state: Data, name: string) => state.elements.find((one: Data) => one.name === name);
const names = (state: Data) => state.elements.map((one: Data) => one.name);

test("state tells address, title, status, tab, sizes and scroll position", async () => {
  await using t = await fixture();
  const site = t.site(`<title>Ein Titel</title><body style="margin:0"><div style="width:2000px;height:3000px"></div>`);
  await t.svc("open", site);
  await t.svc("tab", "new", `${site}missing`);
  expect(await t.text("state")).toBe(`url: ${site}missing\ntitle: Not found\nstatus: 404\ntab: 1 of 2\nnothing here`);
  await t.svc("tab", "switch", "0");
  await t.svc("scroll", "down", "--amount", "700");
  const { result: viewport } = await t.svc("eval", "({ width: innerWidth, height: innerHeight })");
  expect(await t.svc("state")).toMatchObject({
    url: site,
    title: "Ein Titel",
    status: 200,
    tab: { index: 0, count: 2 },
    viewport,
    page: { width: 2000, height: 3000 },
    scroll: { x: 0, y: 700 },
  });
  expect(await t.text("state")).toBe(
    `url: ${site}\ntitle: Ein Titel\ntab: 0 of 2\nscroll: 700 px above, ${2300 - viewport.height} px below, ${2000 - viewport.width} px right\n(the page is empty)`,
  );
});

test("state names elements as a screen reader does", async () => {
  await using t = await fixture();
  const state = await t.open(`<span id=a>By</span><span id=b>reference</span><button aria-labelledby="a b">x</button>
    <button aria-label="By aria">x</button><label for=one>By for</label><input id=one><label>By wrapping <input></label>
    <input type=submit value="By value"><input type=submit><input type=image alt="By alt" src=x><a href=#x><img alt="By picture" src=x></a>
    <button> By <b>content</b>  here </button><button><svg><title>By drawing</title></svg></button><input title="By title"><input placeholder="By placeholder">
    <button><span style="display:none">hidden</span>By what shows</button>`);
  expect(names(state)).toEqual([
    "By reference",
    "By aria",
    "By for",
    "By wrapping",
    "By value",
    "Submit",
    "By alt",
    "By picture",
    "By content here",
    "By drawing",
    "By title",
    "By placeholder",
    "By what shows",
  ]);
});

test("state tells role, tag, text, link, box and whether it is in view", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<body style="margin:0"><a href="/path?q=1" style="position:absolute;left:10px;top:20px;width:100px;height:30px">A link</a>
    <h1 tabindex=0>Head</h1><div role="switch" style="position:absolute;top:5000px;width:40px;height:40px">Far</div>`);
  const { url: site } = await t.svc("get", "url");
  expect(state.elements).toEqual([
    {
      index: 1,
      tag: "a",
      role: "link",
      name: "A link",
      text: "A link",
      href: `${site}path?q=1`,
      box: { x: 10, y: 20, width: 100, height: 30 },
      states: [],
      inViewport: true,
      isNew: false,
    },
    expect.objectContaining({ tag: "h1", role: "heading", name: "Head" }),
    expect.objectContaining({ role: "switch", name: "Far", inViewport: false }),
  ]);
  expect(state.tree).toStartWith(`[1]<a href="/path?q=1">A link\n`);
});

test("state tells the states of elements", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<button disabled aria-label=off>x</button><fieldset disabled><input aria-label=fieldset></fieldset><div role=button tabindex=0 aria-disabled=true aria-label=aria>x</div>
    <input type=checkbox checked aria-label=box><input type=checkbox aria-label=mixed id=mixed><div role=checkbox tabindex=0 aria-checked=true aria-label=ariabox>x</div>
    <input type=radio aria-label=radio><details open><summary>open</summary>Inside</details><details><summary>closed</summary>Unseen</details>
    <button aria-expanded=false>menu</button><button aria-pressed=true>bold</button><div role=tab tabindex=0 aria-selected=true>tab</div>
    <input required aria-label=required><input readonly aria-label=readonly><input aria-invalid=true aria-label=invalid><input aria-label=focus id=field><script>mixed.indeterminate = true; field.focus()</script>`);
  expect(Object.fromEntries(state.elements.map(({ name, states }: Data) => [name, states]))).toEqual({
    off: ["disabled"],
    fieldset: ["disabled"],
    aria: ["disabled"],
    box: ["checked"],
    mixed: ["mixed"],
    ariabox: ["checked"],
    radio: [],
    open: ["expanded=true"],
    closed: ["expanded=false"],
    menu: ["expanded=false"],
    bold: ["pressed"],
    tab: ["selected"],
    required: ["required"],
    readonly: ["readonly"],
    invalid: ["invalid"],
    focus: ["focused"],
  });
  expect(state.tree).toContain("[1]<button label=off disabled>x");
  expect(state.tree).toContain("<button expanded=false>menu");
  expect(state.tree).not.toContain("Unseen");
});

test("state shows what fields hold now, and quotes what has spaces", async () => {
  await using t = await fixture();
  await t.open(`<input aria-label=plain value=first><input aria-label="with spaces" placeholder='a "b" = c'><textarea aria-label=area>Some
text</textarea><select aria-label=list><option>One<option selected>Two and a half</select><div contenteditable aria-label=editable>Rich <b>text</b></div><div role=slider tabindex=0 aria-label=slider aria-valuenow=4>|</div>`);
  await t.svc("eval", "document.querySelector('input').value = 'changed'");
  const state = await t.svc("state");
  expect(state.elements.map(({ name, value }: Data) => [name, value])).toEqual([
    ["plain", "changed"],
    ["with spaces", ""],
    ["area", "Some\ntext"],
    ["list", "Two and a half"],
    ["editable", "Rich text"],
    ["slider", "4"],
  ]);
  expect(state.tree).toContain("[1]<input value=changed>plain");
  expect(state.tree).toContain(`<input placeholder="a \\"b\\" = c">with spaces`);
  expect(state.tree).toContain(`value="Some\\ntext"`);
  expect(state.tree).toContain(`options="One|Two and a half" value="Two and a half"`);
});

test("state counts the options of a long list", async () => {
  await using t = await fixture();
  const state = await t.open(`<select>${Array.from({ length: 30 }, (_, n) => `<option>Option${n}`).join("")}</select>`);
  expect(state.tree).toMatch(/Option0\|.*Option9\|… 20 more/);
});

test("state never shows a password, in no form", async () => {
  await using t = await fixture();
  const inner = t.site("<input type=password value=s3cret-in-frame>").replace("127.0.0.1", "localhost");
  const state =
    await t.open(`<input type=password aria-label=Attribute value="s3cret in html"><label>Typed <input type=password id=typed></label><iframe src="${inner}"></iframe>
    <x-login></x-login><script>document.querySelector("x-login").attachShadow({ mode: "open" }).innerHTML = "<input type=password value=s3cret-in-shadow>"</script>`);
  await t.svc("input", indexOf(state, { name: "Typed", tag: "input" }), "s3cret typed");
  const after = await t.svc("state");
  expect(after.elements.filter(({ tag }: Data) => tag === "input").map(({ value }: Data) => value)).toEqual([
    "••••••••",
    "••••••••",
    "••••••••",
    "••••••••",
  ]);
  expect(JSON.stringify(after)).not.toContain("s3cret");
  expect(await t.text("state")).not.toContain("s3cret");
});

test("state keeps short texts, and texts between elements in their order", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<p>Cart <b>3</b></p><button>×</button><p>x</p>Before <a href=#x>link</a> after<ul><li>1<li>2</ul>`,
  );
  expect(state.tree).toBe("Cart 3\n[1]<button>×\nx\nBefore\n[2]<a href=#x>link\nafter\n1\n2");
});

test("state does not list what is hidden, and lists hidden file inputs", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<button style="display:none">None</button><button style="visibility:hidden">Invisible</button><div hidden><a href=#x>Inside</a></div>
    <button style="width:0;height:0;padding:0;border:0;overflow:hidden"></button><input type=hidden value=secret-token><details><summary>More</summary><button>Folded</button></details>
    <template><button>Template</button></template><noscript><button>Noscript</button></noscript><script>"<button>Script</button>"</script><style>button{}</style>
    <input type=file hidden aria-label=File><div hidden><p><input type=file aria-label=Wrapped></div><button>Shown</button><p style="display:none">secret text</p><details>secret<p>secret</p></details>
    <div style="content-visibility:hidden">secret</div><div hidden=until-found>secret</div><p style="visibility:hidden">secret</p><div style="opacity:0">secret<p>secret</p></div>`);
  expect(names(state)).toEqual(["More", "File", "Wrapped", "Shown"]);
  expect(JSON.stringify(state)).not.toMatch(/secret|Folded|Template|Noscript|Script/);
});

test("state lists what a person can use, and not what merely looks so to a machine", async () => {
  await using t = await fixture();
  const roles =
    "button checkbox combobox link menuitem menuitemcheckbox menuitemradio option radio searchbox slider spinbutton switch tab textbox treeitem".split(
      " ",
    );
  const state =
    await t.open(`${roles.map((role) => `<div role=${role}>${role}</div>`).join("")}<div onclick="1">handler</div><div style="cursor:pointer">pointer <span>part</span></div><div tabindex=0>focusable</div>
    <div class="research findings glassdoor" data-lookup=query>research</div><div tabindex=-1>unfocusable</div><a>anchor</a><p>text</p><i class=icon style="display:inline-block;width:20px;height:20px"></i>`);
  // A field is named by its label, never by what it holds.
  const fields = ["combobox", "searchbox", "slider", "spinbutton", "textbox"];
  const named = roles.map((role) => (fields.includes(role) ? "" : role));
  expect(names(state)).toEqual([...named, "handler", "pointer part", "focusable"]);
  expect(state.elements.map((one: Data) => one.role).slice(0, roles.length)).toEqual(roles);
  expect(state.tree).toContain("research");
});

test("state marks what is covered", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<button>Behind</button><p>Text behind</p><div role=dialog style="position:fixed;inset:0;background:white"><button>In front</button></div>`,
  );
  expect(named(state, "Behind").states).toContain("covered");
  expect(named(state, "In front").states).not.toContain("covered");
});

test("state shows frames in their place: of the same site, of another, and nested", async () => {
  await using t = await fixture();
  const leaf = t.site("<button>Leaf</button>").replace("127.0.0.1", "localhost");
  const other = t.site(`<button>Other</button><iframe src="${leaf}"></iframe>`).replace("127.0.0.1", "localhost");
  const state = await t.open(
    `<button>Top</button><iframe src=/same></iframe><iframe src="${other}"></iframe><iframe srcdoc="<button>Srcdoc</button>"></iframe><iframe src=/same style="display:none"></iframe><button>End</button>`,
    {
      "/same": `<button>Same</button><iframe src="${leaf}"></iframe>`,
    },
  );
  const { url: site } = await t.svc("get", "url");
  expect(state.elements.map(({ index, name, frame }: Data) => [index, name, frame])).toEqual([
    [1, "Top", undefined],
    [2, "Same", `${site}same`],
    [3, "Leaf", leaf],
    [4, "Other", other],
    [5, "Leaf", leaf],
    [6, "Srcdoc", "about:srcdoc"],
    [7, "End", undefined],
  ]);
  expect(state.tree).toContain(
    `|IFRAME|<iframe src=/same>\n\t[2]<button>Same\n\t|IFRAME|<iframe src=${leaf}>\n\t\t[3]<button>Leaf`,
  );
});

test("state follows a frame that goes to another page, and its old elements are stale", async () => {
  await using t = await fixture();
  const other = t.site("<button>Second</button>").replace("127.0.0.1", "localhost");
  const state = await t.open(`<iframe src=/first></iframe><button>Stays</button>`, {
    "/first": `<a href="${other}">First</a>`,
    "/third": "<button>Third</button>",
  });
  await t.svc("click", indexOf(state, { name: "First" }));
  await t.svc("wait", "text", "Second");
  const second = await t.svc("state");
  expect(names(second)).toEqual(["Second", "Stays"]);
  expect(named(second, "Stays").index).toBe(named(state, "Stays").index);
  expect(await t.fails("click", indexOf(state, { name: "First" }))).toMatchObject({
    code: "stale",
    message: expect.stringContaining("First"),
  });
  await t.svc("eval", "document.querySelector('iframe').src = '/third'");
  await t.svc("wait", "text", "Third");
  expect(names(await t.svc("state"))).toEqual(["Third", "Stays"]);
  expect(await t.fails("click", indexOf(second, { name: "Second" }))).toMatchObject({ code: "stale" });
  await t.svc("eval", "document.querySelector('iframe').remove()");
  expect(names(await t.svc("state"))).toEqual(["Stays"]);
});

test("state shows shadow roots, with what is put into their slots", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<x-card><button slot=foot>Slotted</button><i>Unplaced</i></x-card><x-outer></x-outer><script>
    document.querySelector("x-card").attachShadow({ mode: "open" }).innerHTML = "<h2>Card</h2><button>Own</button><slot name=foot><button>Fallback</button></slot><slot name=none><button>Default</button></slot>";
    const outer = document.querySelector("x-outer").attachShadow({ mode: "open" });
    outer.innerHTML = "<x-inner></x-inner>";
    outer.firstChild.attachShadow({ mode: "open" }).innerHTML = "<label for=field>Deep</label><input id=field>";
  </script>`);
  expect(names(state)).toEqual(["Own", "Slotted", "Default", "Deep"]);
  expect(state.tree).toContain("Card");
  expect(state.tree).not.toContain("Unplaced");
});

test("indices stay with their elements, and new elements are marked", async () => {
  await using t = await fixture();
  const first = await t.open("<button>A</button><button>B</button><button>C</button>");
  expect(first.elements.map(({ index, isNew }: Data) => [index, isNew])).toEqual([
    [1, false],
    [2, false],
    [3, false],
  ]);
  expect((await t.svc("state")).elements).toEqual(first.elements);
  await t.svc(
    "eval",
    "document.body.prepend(Object.assign(document.createElement('button'), { textContent: 'New' })); document.body.append(document.querySelectorAll('button')[1])",
  );
  const second = await t.svc("state");
  expect(second.elements.map(({ index, name, isNew }: Data) => [index, name, isNew])).toEqual([
    [4, "New", true],
    [2, "B", false],
    [3, "C", false],
    [1, "A", false],
  ]);
  expect(second.tree).toStartWith("*[4]<button>New\n[2]<button>B");
  expect(await t.text("state")).not.toContain("*[");
  expect(await t.svc("get", "text", "2")).toMatchObject({ text: "B" });
});

test("an index of an element or a page that is gone is stale and says what it was; one never given is not found", async () => {
  await using t = await fixture();
  await t.open("<button>First</button><button>Second</button>", { "/next": "<a href=#x>Other</a>" });
  const { url: site } = await t.svc("get", "url");
  await t.svc("eval", "document.querySelector('button').remove()");
  for (const argv of [
    ["click", "1"],
    ["input", "1", "x"],
    ["hover", "1"],
    ["get", "text", "1"],
    ["get", "value", "1"],
    ["get", "attributes", "1"],
    ["get", "bbox", "1"],
    ["select", "1", "x"],
  ]) {
    expect(await t.fails(...argv)).toMatchObject({
      code: "stale",
      message: expect.stringContaining(`<button> "First"`),
      hint: expect.stringContaining("svc state"),
    });
  }
  expect(await t.fails("click", "3")).toMatchObject({ code: "not_found", message: expect.stringContaining("1 to 2") });
  await t.svc("open", `${site}next`);
  expect(await t.fails("click", "2")).toMatchObject({ code: "stale", message: expect.stringContaining("Second") });
  expect(await t.fails("click", "3")).toMatchObject({ code: "not_found" });
  expect((await t.svc("state")).elements).toMatchObject([{ index: 1, name: "Other", isNew: false }]);
  expect(await t.fails("click", "2")).toMatchObject({ code: "stale" });
});

test("state works on pages that no server has, empty ones, and on the browser's own", async () => {
  await using t = await fixture();
  const path = write(t.folder, "page.html", "<!doctype html><title>File</title><button>In a file</button>");
  await t.svc("open", path);
  expect(await t.svc("state")).toMatchObject({
    url: pathToFileURL(path).href,
    title: "File",
    elements: [{ name: "In a file" }],
  });
  await t.svc("open", "data:text/html,<button>In data</button>");
  expect(await t.svc("state")).toMatchObject({ elements: [{ name: "In data" }] });
  await t.svc("open", "about:blank");
  expect(await t.svc("state")).toMatchObject({ url: "about:blank", title: "", elements: [], tree: "" });
  expect(await t.text("state")).toEndWith("\n(no page is open. Run `svc open <url>`)");
  await t.fails("open", "http://127.0.0.1:9/");
  expect(await t.svc("state")).toMatchObject({ elements: expect.any(Array) });
  const picture = write(
    t.folder,
    "picture.svg",
    `<svg xmlns="http://www.w3.org/2000/svg"><text y="20">Drawn</text></svg>`,
  );
  await t.svc("open", picture);
  expect(await t.svc("state")).toMatchObject({ url: pathToFileURL(picture).href });
  await t.svc("open", write(t.folder, "notes.txt", "Just text"));
  expect(await t.svc("state")).toMatchObject({ tree: "Just text" });
  await t.svc("eval", "document.documentElement.remove()");
  expect(await t.svc("state")).toMatchObject({ elements: [], tree: "" });
});

test("state cut at a budget says so, and --all shows everything", async () => {
  await using t = await fixture();
  await t.open(Array.from({ length: 300 }, (_, n) => `<button>Button number ${n}</button>`).join(""));
  const cut = await t.svc("state", "--max-tokens", "500");
  expect(cut.tree.length).toBeLessThan(2100);
  expect(cut.cut).toEqual({
    elements: 300 - cut.tree.match(/<button/g).length,
    reason: `${cut.cut.elements} more than fit into 500 tokens`,
  });
  expect(await t.text("state", "--max-tokens", "500")).toContain(`… ${cut.cut.elements} more elements [`);
  const all = await t.svc("state", "--all");
  expect(all.cut).toBeUndefined();
  expect(all.tree.match(/<button/g)).toHaveLength(300);
  expect(await t.fails("state", "--max-tokens", "few")).toMatchObject({ code: "usage" });
});

test("an element stands on one line with its words, and nothing is said twice", async () => {
  await using t = await fixture();
  const long = "word ".repeat(60).trim();
  const state =
    await t.open(`<button type=button id=save name=save title=Save>Save</button><a href=#>Menu</a><input id=plain><input placeholder=Search>
    <button aria-label="Close dialog">×</button><button aria-label="Add Lamp to cart">Add</button><div tabindex=0><b>Lamp</b> <a href=/l>More</a></div>
    <a href=/card aria-label="Lamp 12 Euro"><h3>Lamp</h3><p>12 Euro</p></a><input aria-label=Long value="${long}">`);
  expect(state.tree).toBe(
    [
      "[1]<button>Save",
      "[2]<a>Menu",
      "[3]<input id=plain>",
      "[4]<input placeholder=Search>",
      `[5]<button label="Close dialog">×`,
      "[6]<button>Add Lamp to cart",
      "[7]<div>Lamp",
      "\t[8]<a href=/l>More",
      "[9]<a href=/card>Lamp",
      "\t12 Euro",
      `[10]<input value="${long.slice(0, 99)}… 200 more characters">Long`,
    ].join("\n"),
  );
});

test("texts that only count up are told by both ends, and one by one where all is asked for", async () => {
  await using t = await fixture();
  const texts = Array.from({ length: 9 }, (_, n) => `Office ${n + 1}`);
  const state = await t.open(`<ul>${texts.map((one) => `<li>${one}`).join("")}<li>Office 11</ul>`);
  expect(state.tree).toBe("Office 1 … Office 9 (9 lines)\nOffice 11");
  expect((await t.svc("state", "--all")).tree).toBe([...texts, "Office 11"].join("\n"));
  expect((await t.svc("state", "--grep", "office 7")).tree).toBe("Office 7");
});

test("state shows scrollers, and how much of them lies outside", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<div style="height:100px;overflow:auto" id=log><div style="height:500px">Lines</div></div>`,
  );
  expect(state.tree).toContain("|scroll element[1]<div id=log> (4.0 pages below)\n\tLines");
  await t.svc("eval", "log.scrollTop = 100");
  expect((await t.svc("state")).tree).toContain("(1.0 pages above, 3.0 pages below)");
});

test("a page that rewrites its built-ins does not change what state and click answer", async () => {
  await using t = await fixture();
  const body = `<label>Name <input value=Jane></label><button onclick="window.clicked = true">Go</button><p>Text`;
  const plain = await t.open(body);
  const tampered = await t.open(`<script>
    const lie = () => { throw new Error("tampered"); };
    for (const name of ["map", "filter", "push", "join", "find", "some", Symbol.iterator]) Array.prototype[name] = lie;
    for (const name of ["getBoundingClientRect", "getClientRects", "getAttribute", "hasAttribute", "matches", "closest", "checkVisibility", "querySelectorAll", "scrollIntoView"]) Element.prototype[name] = lie;
    document.querySelectorAll = document.elementFromPoint = window.getComputedStyle = window.setTimeout = window.requestAnimationFrame = window.Promise = window.Map = WeakMap.prototype.get = lie;
    JSON.stringify = Object.entries = String.prototype.replace = RegExp.prototype.exec = lie;
    Object.defineProperty(Node.prototype, "childNodes", { get: lie });
    Object.prototype.toJSON = () => "tampered";
  </script>${body}`);
  expect(tampered.tree).toBe(plain.tree);
  expect(tampered.elements).toEqual(plain.elements);
  await t.svc("click", indexOf(tampered, { name: "Go" }));
  expect(await t.svc("eval", "window.clicked")).toMatchObject({ result: true });
});

test("fields and pictures that are named like properties of the DOM do not confuse state", async () => {
  await using t = await fixture();
  const taken =
    "id name title action method children childNodes parentNode parentElement firstChild attributes localName tagName nodeType getAttribute hasAttribute matches closest querySelectorAll querySelector getClientRects getBoundingClientRect checkVisibility isContentEditable isConnected assignedSlot shadowRoot style tabIndex innerText textContent scrollHeight clientHeight".split(
      " ",
    );
  const state = await t.open(
    `<form id=form tabindex=0 onclick="1">${taken.map((name) => `<input name=${name} aria-label="${name}">`).join("")}<button type=button onclick="window.clicked = true">Send</button></form>`,
  );
  expect(names(state).slice(1)).toEqual([...taken, "Send"]);
  await t.svc("click", indexOf(state, { name: "Send", tag: "button" }));
  expect(await t.svc("input", indexOf(state, { name: "getAttribute" }), "x")).toMatchObject({ input: "x" });
  expect(await t.svc("eval", "window.clicked")).toMatchObject({ result: true });
  const pictures =
    "title body documentElement activeElement scrollingElement querySelectorAll elementFromPoint createElement readyState".split(
      " ",
    );
  const named = await t.open(
    `<title>The title</title>${pictures.map((name) => `<img name=${name} alt="">`).join("")}<input aria-label=Field>`,
  );
  expect(named).toMatchObject({ title: "The title", elements: [{ name: "Field" }] });
  expect(await t.svc("input", "1", "x")).toMatchObject({ input: "x" });
  expect(await t.svc("click", "1")).toEqual({ clicked: 1 });
});

test("the page cannot see that it is read and acted on by a program", async () => {
  await using t = await fixture();
  await t.open(`<input><iframe srcdoc="<button>Inside</button>"></iframe><button>Go</button><script>
    window.seen = [];
    new MutationObserver((records) => seen.push(...records.map(({ type, attributeName }) => type + ":" + attributeName))).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    window.before = Object.getOwnPropertyNames(window).sort().join();
    window.html = document.documentElement.outerHTML;
    addEventListener("error", (event) => seen.push("error:" + event.message));
  </script>`);
  await t.svc("state");
  await t.svc("hover", "2");
  await t.svc("click", "3");
  await t.svc("input", "1", "text");
  await t.svc("get", "bbox", "1");
  await t.svc("wait", "selector", "input");
  expect(
    await t.svc(
      "eval",
      `[seen, Object.getOwnPropertyNames(window).sort().filter((name) => !before.split(",").includes(name)), document.documentElement.outerHTML === html]`,
    ),
  ).toMatchObject({ result: [[], ["before", "html"], true] });
});
