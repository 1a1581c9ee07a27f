/** By which words each listed element is known: fragments of pages, and what is printed for them. */
import { expect, test } from "bun:test";
import { type Data, fixture, indexOf } from "../../fixture.ts";

const names = (state: Data) => state.elements.map((one: Data) => one.name);

/** Captions: the markup of one or more controls, and the names by which they are listed. */
const CAPTIONS: [string, string[]][] = [
  ["<table><tr><td>Email</td><td><input></td></tr></table>", ["Email"]],
  ["<div>Quantity</div><input>", ["Quantity"]],
  ["<div><div>Quantity</div><div><input></div></div>", ["Quantity"]],
  ["Your <b>name</b>: <input>", ["Your name:"]],
  ["<label>Loose label</label><input>", ["Loose label"]],
  ["<input type=checkbox> Remember me", ["Remember me"]],
  ["<p>Size</p><input type=radio name=s> Small <input type=radio name=s> Large", ["Small", "Large"]],
  ["<div>First <input></div><div>Last <input></div>", ["First", "Last"]],
  ["<dl><dt>City</dt><dd><input></dd></dl>", ["City"]],
  [
    "<table><tr><th>Item<th>Count</tr><tr><td>Lamp<td><input></tr><tr><td>Chair<td><input></tr></table>",
    ["Count", "Count"],
  ],
  [
    `<div style="position:relative"><input style="height:40px"><span style="position:absolute;left:8px;top:10px">Phone</span></div>`,
    ["Phone"],
  ],
  ["<div style='display:flex'><div style='width:120px'>Volume</div><input type=range></div>", ["Volume"]],
  [
    "<label style='position:relative'><input type=checkbox style='opacity:0;width:0;height:0'><i></i></label> Wi-Fi",
    ["Wi-Fi"],
  ],
  ["<div>Progress</div><progress value=.5></progress>", ["Progress"]],
  ["<div dir=rtl><input type=checkbox> Yes</div>", ["Yes"]],
  [
    "<span style='position:absolute;width:1px;height:1px;overflow:hidden'>Search the site</span><input>",
    ["Search the site"],
  ],
  // Never what belongs to another control, and never a long explanation.
  ["<label for=a>First</label><input id=a><input>", ["First", ""]],
  ["<button>Go</button><input>", ["Go", ""]],
  [`<p>${"Many words that explain the form at length. ".repeat(4)}</p><input>`, [""]],
  ["<div>Code</div><input placeholder=123>", ["123"]],
];

test("a control that nothing else names is called by the text beside it", async () => {
  await using t = await fixture();
  for (const [html, expected] of CAPTIONS) expect([html, names(await t.open(html))]).toEqual([html, expected]);
});

/** What is printed for a fragment. */
const PRINTED: [string, string][] = [
  // The text of a caption stands with its control, not beside it.
  ["<div>Quantity</div><input>", "[1]<input>Quantity"],
  ["<h3>Quantity</h3><input>", "Quantity\n[1]<input>Quantity"],
  ["<label>First name</label><input aria-label='First name'>", "[1]<input>First name"],
  ["<h3>First name</h3><input aria-label='First name'>", "First name\n[1]<input>First name"],
  ["<input placeholder='Filter cards…' aria-label='Filter cards'>", '[1]<input placeholder="Filter cards…">'],
  // What is chosen by a class alone, unless all have it or an attribute says it.
  ["<button>Day</button><button class='tab active'>Week</button>", "[1]<button>Day\n[2]<button class=active>Week"],
  ["<button class=on>Day</button><button class=on>Week</button>", "[1]<button>Day\n[2]<button>Week"],
  ["<a href=#a class=active aria-current=page>A</a><a href=#b>B</a>", "[1]<a href=#a current>A\n[2]<a href=#b>B"],
  [
    "<ul><li><div>SK</div><div>Sarah</div><p><button>More</button></li><li><div>MR</div><div>Mike</div><p><button>More</button></li></ul>",
    'SK\nSarah\n[1]<button in="SK Sarah">More\nMR\nMike\n[2]<button in="MR Mike">More',
  ],
  [
    "<table><tr><td>Lamp<td>60%<td><a href=javascript:;>Edit</a><tr><td>Chair<td>20%<td><a href='javascript:;'>Edit</a></table>",
    "Lamp | 60%\n[1]<a in=Lamp>Edit\nChair | 20%\n[2]<a in=Chair>Edit",
  ],
  // What has words of its own is told by them, not by a class or by the one before it.
  [
    "<article draggable=true class=card><div>Eng</div><div>Chat</div></article><article draggable=true class=card><div>Eng</div><div>Search</div></article>",
    "[1]<article>Eng\n\tChat\n[2]<article>Eng\n\tSearch",
  ],
  [
    "<section><header>To do</header><div><article>Mail</article></div><button>Add</button></section><section><header>Done</header><div><article>Call</article></div><button>Add</button></section>",
    'To do\nMail\n[1]<button in="To do">Add\nDone\nCall\n[2]<button in=Done>Add',
  ],
  [
    "<style>b{cursor:pointer;display:block}</style><b class=d onclick=1>1<i>Call</i></b><b class=d onclick=1>2</b><b class=d onclick=1>3</b><b class=d onclick=1>2</b>",
    "[1]<b>1Call\n[2]<b>2\n[3]<b>3\n[4]<b>2",
  ],
  ["<button><img alt=Photo src=x> Open</button>", "[1]<button>Photo Open"],
  [`<a href=#x><h3>Lamp</h3><p>Bright</p><img alt="A lamp" src=x></a>`, `[1]<a href=#x label="A lamp">Lamp\n\tBright`],
  ["<button title=Close>Close</button>", "[1]<button>Close"],
  ["<button aria-label=Close>×</button>", "[1]<button label=Close>×"],
  [`<button><span aria-hidden=true>×</span></button>`, "[1]<button>×"],
  [`<button style="text-indent:-9999px;overflow:hidden;width:40px">Menu</button>`, "[1]<button>Menu"],
  [`<button><span style="opacity:0">Fading</span></button>`, "[1]<button>Fading"],
  [
    `<button><span style="position:absolute;width:1px;height:1px;overflow:hidden">Search</span>⌕</button>`,
    "[1]<button>Search ⌕",
  ],
  [`<style>.x::before{content:"Next"}</style><button class=x></button>`, "[1]<button>Next"],
  [`<button><svg><title>Trash</title></svg></button>`, "[1]<button>Trash"],
  [`<button aria-description="Deletes all"></button>`, "[1]<button>Deletes all"],
];

test("a name is left out only where the printed text says the same", async () => {
  await using t = await fixture();
  for (const [html, expected] of PRINTED) expect([html, (await t.open(html)).tree]).toEqual([html, expected]);
});

/** Traits of what nothing names. */
const TRAITS: [string, Data][] = [
  ["<button><i class='fa-solid fa-trash'></i></button>", { icon: "trash" }],
  ["<button><i class='bi bi-gear'></i></button>", { icon: "gear" }],
  ["<button class='mdi mdi-home-outline'></button>", { icon: "home-outline" }],
  ["<button><svg width=9 height=9><use href='/sprite.svg#icon-cart'/></svg></button>", { icon: "cart" }],
  ["<a href=/p/1><img src=/img/blue%20lamp.png?v=2></a>", { image: "blue lamp.png" }],
  ["<button style='background-image:url(/i/flag.svg);width:20px;height:20px'></button>", { image: "flag.svg" }],
  ["<div onclick=1 style='width:20px;height:20px;background:#ff0000'></div>", { color: "#ff0000" }],
  ["<table><tr><td>a<td>b<tr><td>c<td onclick=1></table>", { cell: "row 2, column 2" }],
  [
    `<style>.b{display:grid;grid-template-columns:30px 30px}.c{height:30px}</style><div class=b><p class=c>a</p><p class=c>b</p><p class=c>c</p><p class=c onclick=1></p></div>`,
    { cell: "row 2, column 2" },
  ],
  ["<button data-testid=save-draft></button>", { mark: "save-draft" }],
  ["<button data-tooltip=Undo><i class='fa fa-rotate-left'></i></button>", { tooltip: "Undo" }],
  ["<div onclick=1 class='handle' style='height:9px'></div>", { class: "handle" }],
  [
    "<div onclick=1 class='ui-corner-all ui-tabs-nav ui-helper-reset' style='height:9px'></div>",
    { class: "ui-tabs-nav" },
  ],
];

test("an element that nothing names is told by its icon, picture, colour, place or class", async () => {
  await using t = await fixture();
  for (const [html, traits] of TRAITS) {
    const state = await t.open(html);
    expect([html, state.elements]).toMatchObject([html, [{ name: "", traits }]]);
    for (const value of Object.values(traits)) expect(state.tree).toContain(String(value));
  }
});

test("where names repeat, the row, card or group around each is told", async () => {
  await using t = await fixture();
  const card = (name: string) => `<div class=card><h3>${name}</h3><p>Fine</p><button>Add to Cart</button></div>`;
  const cards = await t.open(["Blue lamp", "Red chair", "Old desk"].map(card).join(""));
  expect(cards.elements.map((one: Data) => one.in)).toEqual(["Blue lamp", "Red chair", "Old desk"]);
  expect(cards.tree).toContain(`<button in="Red chair">Add to Cart`);
  const row = (n: number, name: string) =>
    `<tr><td>${n}<td>${name}<td><button>Edit</button><button>Delete</button></tr>`;
  const rows = await t.open(`<table><tr><th>#<th>Name<th></tr>${row(1, "Ann")}${row(2, "Bob")}</table>`);
  expect(rows.elements.map((one: Data) => one.in)).toEqual(["1 Ann", "1 Ann", "2 Bob", "2 Bob"]);
  const groups = await t.open(
    `<fieldset><legend>Home</legend><label>Street <input></label></fieldset><fieldset><legend>Work</legend><label>Street <input></label></fieldset>
    <section><h2>Billing</h2><p><input type=checkbox aria-label=Same></p></section><section><h2>Shipping</h2><p><input type=checkbox aria-label=Same></p></section>`,
  );
  expect(groups.elements.map((one: Data) => one.in)).toEqual(["Home", "Work", "Billing", "Shipping"]);
  const flat = await t.open(
    `<h3>Lamp</h3><button>Buy</button><h3>Desk</h3><button>Buy</button><p>x</p>Lone <button>Sell</button>`,
  );
  expect(flat.elements.map((one: Data) => one.in)).toEqual(["Lamp", "Desk", undefined]);
  const links = await t.open(`<nav><a href=/a>Home</a></nav><footer><a href=/a>Home</a></footer>`);
  expect(links.elements.map((one: Data) => one.in)).toEqual([undefined, undefined]);
});

const listed = (state: Data) => state.elements.map((one: Data) => `${one.tag} ${one.name}`.trim());

test("pictures that mean something, canvases, media, objects and what measures are listed", async () => {
  await using t = await fixture();
  const dot = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
  const state = await t.open(
    `<canvas width=100 height=50></canvas><img alt=Chart src="${dot}" width=20><img alt="" src="${dot}" width=300 height=300><img src="${dot}" width=16 height=16>
    <img src=/photos/sea.jpg width=200 height=100><a href=#x><img alt=Linked src="${dot}"></a><img alt=Lost src=/missing.png><svg width=30 height=30><title>Drawn</title></svg><svg width=30 height=30></svg>
    <span role=img aria-label=Star>★</span><img alt=Silent aria-hidden=true src="${dot}" width=99 height=99>
    <video width=100 height=50 src=/clip.mp4></video><audio src=/sound.mp3></audio><audio></audio><object data=/doc.pdf width=100 height=50></object>
    <progress aria-label=Done value=.5></progress><meter aria-label=Disk value=.5></meter><div role=progressbar aria-label=Bar aria-valuenow=30>.</div>`,
    { "/photos/sea.jpg": "no picture" },
  );
  expect(listed(state)).toEqual([
    "canvas",
    "img Chart",
    "img",
    "a Linked",
    "img Lost",
    "svg Drawn",
    "span Star",
    "video",
    "audio",
    "object",
    "progress Done",
    "meter Disk",
    "div Bar",
  ]);
  expect(state.tree).toMatch(/<canvas> @\d+,\d+ 100x50/);
  expect(state.tree).toContain("image=sea.jpg");
  expect(state.elements.find((one: Data) => one.name === "Lost").states).toEqual(["broken"]);
  expect(state.tree).toMatch(/<video .*image=clip.mp4/);
});

test("a page of pictures lists those out of view only where they have a name", async () => {
  await using t = await fixture();
  const state = await t.open(
    `${`<p><img src=/x.png width=300 height=300></p>`.repeat(50)}<img alt=Last src=/y.png width=300 height=300>`,
  );
  expect(state.elements.length).toBeLessThan(10);
  expect(state.elements.at(-1)).toMatchObject({ name: "Last", inViewport: false });
});

test("what reacts to the context menu, the wheel, a drag, touch or keys alone is listed", async () => {
  await using t = await fixture();
  const box = "style='width:200px;height:40px'";
  const kinds = "contextmenu wheel dragover drag touchmove touchstart".split(" ");
  const state = await t.open(
    `<main>${kinds.map((kind) => `<div ${box} data-on=${kind}>${kind}</div>`).join("")}<div ${box} tabindex=-1 data-on=keydown>keydown</div>
    <div ${box} data-on=keydown>never focused</div><div ${box} data-on=scroll>scroll</div></main><script>
    for (const one of document.querySelectorAll("[data-on]")) one.addEventListener(one.dataset.on, () => {});
    document.querySelector("main").style.cssText = "width:100vw;height:100vh";
    document.querySelector("main").addEventListener("wheel", () => {}); document.addEventListener("wheel", () => {});</script>`,
  );
  expect(names(state)).toEqual([...kinds, "keydown"]);
});

test("a text box without a size is listed, and takes input", async () => {
  await using t = await fixture();
  const editor = (field: string) =>
    `<div style="position:relative;width:300px;height:100px;border:1px solid" onclick="this.querySelector('.f').focus()"><div class=lines>code</div>${field}</div>`;
  const state = await t.open(
    editor(
      `<textarea class=f aria-label=Editor style="position:absolute;width:0;height:0;padding:0;border:0;overflow:hidden;resize:none"></textarea>`,
    ),
  );
  const index = indexOf(state, { name: "Editor" });
  await t.svc("input", index, "let x");
  expect((await t.svc("get", "value", index)).value).toBe("let x");
  // What is out of the reach of a person stays out: the fields behind the widgets of libraries.
  const hidden = await t.open(`<input style="width:0;height:0;padding:0;border:0" tabindex=-1><button>Shown</button>`);
  expect(names(hidden)).toEqual(["Shown"]);
});

test("a control at the far end of its row is named by the text at the beginning, not by the row above", async () => {
  await using t = await fixture();
  const row = (text: string, control: string) =>
    `<div style="display:flex;justify-content:space-between;width:900px"><span>${text}</span>${control}</div>`;
  const state = await t.open(
    row("Font size", "<output>14 px</output>") +
      row("Volume", "<input type=range>") +
      row("Bio", "<textarea></textarea>"),
  );
  expect(state.elements.map(({ name }: { name: string }) => name)).toEqual(["Volume", "Bio"]);
  expect(await t.svc("fill", "Bio=tea")).toMatchObject({ filled: [{ field: "Bio", value: "tea" }] });
});

test("a field that a card is edited in is not named by the card beside it, which keeps its words", async () => {
  await using t = await fixture();
  const card = (html: string) => `<div style="width:200px"><div draggable=true>${html}<p>due on Monday</p></div></div>`;
  const state = await t.open(
    `<div style="display:flex">${card("Design a logo")}${card("<input value='Call Bob'>")}</div>`,
  );
  expect(state.tree).toContain("<div>Design a logo");
  expect(state.elements.at(-1)).toMatchObject({ tag: "input", name: "" });
});

test("the root of an application is no item beside the box of a drawer", async () => {
  await using t = await fixture();
  const { tree } =
    await t.open(`<div id=root><div><p>Welcome</p><div><div><button>Close</button></div></div></div></div>
    <div><div><p>My cart</p><button>Close</button></div></div>`);
  expect(tree).not.toContain("in=Welcome");
  expect(tree).toContain('<button in="My cart">Close');
});
