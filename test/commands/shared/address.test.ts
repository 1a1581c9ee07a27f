/** Addressing an element by what it says, in place of its index. */
import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

/** Tells in the title what was clicked. */
const TELL = `<script>addEventListener("click", (event) => { document.title = event.target.id; });</script>`;

test("click --text presses the element with that text, and tells which it was", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(`${TELL}<button id=a>Cancel</button><button id=b> Save \n <b>all</b></button>`));
  expect(await t.svc("click", "--text", "save all")).toMatchObject({
    clicked: 1,
    found: { index: 1, element: '<button> "Save all"' },
  });
  expect(await t.svc("get", "title")).toEqual({ title: "b" });
  expect(await t.text("click", "--text", "Cancel")).toBe('found: [2]<button> "Cancel"\nclicked: 2');
  expect((await t.svc("state")).elements).toMatchObject([
    { index: 2, name: "Cancel" },
    { index: 1, name: "Save all" },
  ]);
});

test("an exact name wins over a part, and whole words over letters inside a word", async () => {
  await using t = await fixture();
  await t.open(`${TELL}<button id=a>Save as draft</button><button id=b>Save</button><button id=c>Unsaved</button>
    <button id=d>Prepaid</button><button id=e>paid in full</button>`);
  await t.svc("click", "--text", "Save");
  expect(await t.svc("get", "title")).toEqual({ title: "b" });
  await t.svc("click", "--text", "paid");
  expect(await t.svc("get", "title")).toEqual({ title: "e" });
  await t.svc("click", "--text", "repai");
  expect(await t.svc("get", "title")).toEqual({ title: "d" });
});

const CART = `${TELL}<ul>
  <li><a href="#lamp">Lamp</a> <span>20 €</span> <button id=lamp>Add to cart</button></li>
  <li><a href="#chair">Chair</a> <span>45 €</span> <button id=chair>Add to cart</button></li>
  <li><a href="#desk">Desk</a> <span>99 €</span> <button id=desk>Add to cart</button></li></ul>`;

test("several matches are a failure that lists them with their numbers and surroundings", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(CART));
  const failure = await t.fails("click", "--text", "Add to cart");
  expect(failure).toMatchObject({ code: "ambiguous", hint: expect.stringContaining("--nth") });
  expect(failure.message).toBe(
    '3 elements match --text "Add to cart": [1]<button> "Add to cart" in "Lamp 20 €"; ' +
      '[2]<button> "Add to cart" in "Chair 45 €"; [3]<button> "Add to cart" in "Desk 99 €"',
  );
  expect(await t.svc("get", "title")).toEqual({ title: "" });
  await t.svc("click", "2");
  expect(await t.svc("get", "title")).toEqual({ title: "chair" });
});

test("a list of many matches ends after ten", async () => {
  await using t = await fixture();
  await t.svc("open", t.site("<button>Go</button>".repeat(25)));
  const { message } = await t.fails("click", "--text", "Go");
  expect(message).toMatch(/^25 elements match .*\[10\]<button> "Go"; and 15 more$/);
});

test("--nth counts from 1, and --near takes the one in the same row", async () => {
  await using t = await fixture();
  await t.open(CART);
  await t.svc("click", "--text", "Add to cart", "--nth", "3");
  expect(await t.svc("get", "title")).toEqual({ title: "desk" });
  expect(await t.fails("click", "--text", "Add to cart", "--nth", "4")).toMatchObject({
    code: "not_found",
    message: 'only 3 elements match --text "Add to cart"',
    hint: "Give --nth from 1 to 3.",
  });
  expect(await t.fails("click", "--text", "Chair", "--role", "link", "--nth", "2")).toMatchObject({
    hint: "Run the command again without --nth.",
  });
  const { found } = await t.svc("get", "bbox", "--text", "Chair");
  await t.svc("click", "--text", "Add to cart", "--near", String(found.index));
  expect(await t.svc("get", "title")).toEqual({ title: "chair" });
  expect(await t.fails("click", "--near", "1")).toMatchObject({ code: "usage" });
  expect(await t.fails("click", "--text", "Add to cart", "--near", "99")).toMatchObject({ code: "not_found" });
});

test("without a row in common --near takes the nearest", async () => {
  await using t = await fixture();
  const state = await t.open(`${TELL}<style>* { position: absolute }</style>
    <button id=far style="left:500px;top:300px">Open</button><input aria-label=Here style="left:20px;top:40px">
    <button id=close style="left:40px;top:90px">Open</button>`);
  const { index } = state.elements.find(({ name }: { name: string }) => name === "Here");
  await t.svc("click", "--role", "button", "--near", String(index));
  expect(await t.svc("get", "title")).toEqual({ title: "close" });
});

test("--role and --name go together, and all that is given must fit", async () => {
  await using t = await fixture();
  await t.open(`${TELL}<a id=a href="#x">Help</a><button id=b>Help</button><button id=c aria-label=Close>×</button>
    <div id=d role=button tabindex=0>More</div><h2 id=h>Chapter one</h2>`);
  await t.svc("click", "--role", "button", "--name", "Help");
  expect(await t.svc("get", "title")).toEqual({ title: "b" });
  await t.svc("click", "--role", "BUTTON", "--name", "close");
  expect(await t.svc("get", "title")).toEqual({ title: "c" });
  await t.svc("click", "--role", "button", "--text", "More");
  expect(await t.svc("get", "title")).toEqual({ title: "d" });
  // Not only what state lists has a role.
  expect(await t.svc("get", "text", "--role", "heading")).toMatchObject({ text: "Chapter one" });
  expect(await t.fails("click", "--role", "link", "--name", "Close")).toMatchObject({ code: "not_found" });
});

test("--label and --placeholder find fields by their label or name", async () => {
  await using t = await fixture();
  await t.open(`<p>Email</p><button>Email</button>
    <form><label>Email: * <input id=mail></label> <label for=c>Country</label>
    <select id=c><option>Germany<option>Austria</select>
    <input id=query placeholder="Search the shop"> <label><input type=checkbox id=terms> I agree</label>
    <input type=search aria-label="Coupon code" id=coupon></form>`);
  expect(await t.svc("input", "--label", "Email", "ann@example.com")).toMatchObject({ input: "ann@example.com" });
  expect(await t.svc("select", "--label", "Country", "Austria")).toMatchObject({ selected: "Austria" });
  await t.svc("input", "--placeholder", "search the", "lamp");
  await t.svc("check", "--label", "I agree");
  await t.svc("input", "x=1", "--label", "coupon code");
  expect(await t.svc("eval", "[mail.value, c.value, query.value, terms.checked, coupon.value]")).toMatchObject({
    result: ["ann@example.com", "Austria", "lamp", true, "x=1"],
  });
  expect(await t.fails("input", "--label", "Emial", "x")).toMatchObject({
    code: "not_found",
    message: expect.stringMatching(/no element matches --label "Emial"; most similar: \[\d+\]<\w+> "Email/),
  });
});

test("a field is found by the caption beside or above it", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(`<p>First name</p><input id=first><div>Email<br><input id=mail placeholder="you@example.com"></div>
    <table><tr><td>Street</td><td><input id=street></td></tr></table>`),
  );
  await t.svc("input", "--label", "First name", "Ann");
  await t.svc("fill", "Email=ann@example.com", "Street=Main");
  expect(await t.svc("eval", "[first.value, mail.value, street.value]")).toMatchObject({
    result: ["Ann", "ann@example.com", "Main"],
  });
});

test("a label of a hidden check box is what is pressed for it", async () => {
  await using t = await fixture();
  await t.open(`<label><input type=checkbox id=box style="display:none"><span>Remember me</span></label>`);
  await t.svc("check", "--role", "checkbox", "--name", "Remember me");
  expect(await t.svc("is", "checked", "--label", "Remember me")).toMatchObject({ checked: true });
});

test("a text that nothing can be done with is taken where nothing else matches: its innermost element", async () => {
  await using t = await fixture();
  await t.open(`${TELL}<section id=s><div id=d><p id=p>Terms <b id=b>of service</b></p></div></section>
    <p id=q style="display:none">Terms of service</p>`);
  expect(await t.svc("click", "--text", "terms of service")).toMatchObject({
    found: { element: '<p> "Terms of service"' },
  });
  expect(await t.svc("get", "text", "--text", "of service")).toMatchObject({ text: "of service" });
});

test("a card that can be clicked is not taken for the button in it", async () => {
  await using t = await fixture();
  await t.open(`${TELL}<div id=card onclick="0"><h3>Lamp</h3><button id=inner>Buy</button></div>`);
  await t.svc("click", "--text", "Buy");
  expect(await t.svc("get", "title")).toEqual({ title: "inner" });
});

test("elements that scripts listen to, shadow roots and frames are looked at, too", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(
      `<div id=host></div><div id=heard>Listening</div><iframe src="/in"></iframe><iframe src="/in" style="display:none"></iframe><script>
      heard.addEventListener("click", () => { document.title = "heard"; });
      host.attachShadow({ mode: "closed" }).innerHTML = "<button onclick=\\"document.title='closed'\\">In the shadow</button>";
      </script>`,
      { "/in": `<button onclick="top.document.title='frame'">In the frame</button>` },
    ),
  );
  for (const [text, title] of [
    ["Listening", "heard"],
    ["In the shadow", "closed"],
    ["In the frame", "frame"],
  ] as const) {
    await t.svc("click", "--text", text);
    expect(await t.svc("get", "title")).toEqual({ title });
  }
});

test("an element that comes late is waited for, and the page is not raced", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(
      `${TELL}<script>setTimeout(() => { document.body.insertAdjacentHTML("beforeend", "<button id=late>Late</button>"); }, 600);</script><body>`,
    ),
  );
  await t.svc("click", "--text", "Late");
  expect(await t.svc("get", "title")).toEqual({ title: "late" });
  await t.svc(
    "open",
    t.site(
      `${TELL}<button id=old>Old</button><button id=twin>Old</button><script>setTimeout(() => twin.remove(), 60);</script>`,
    ),
  );
  await t.svc("click", "--text", "Old");
  expect(await t.svc("get", "title")).toEqual({ title: "old" });
});

test("an address means the page as the last action left it, also where that takes a moment", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(`<main><button onclick="step(1)">Next</button></main><script>
    window.steps = [];
    window.step = (n) => {
      steps.push(n);
      setTimeout(() => { document.querySelector("main").innerHTML = "<button onclick='step(" + (n + 1) + ")'>Next</button>"; }, 250);
    };</script>`),
  );
  await t.svc("click", "--text", "Next");
  await t.svc("click", "--text", "Next");
  await t.svc("click", "--role", "button", "--name", "Next");
  expect(await t.svc("eval", "steps")).toMatchObject({ result: [1, 2, 3] });
});

test("wherever an index is accepted, an address is", async () => {
  await using t = await fixture();
  await t.svc(
    "open",
    t.site(`<body style="height:4000px"><style>button { position:absolute; top:3000px }</style>
    <a href="/x" title=T>Home</a><input aria-label=Name value=Ann><select aria-label=Size><option>S<option>M</select>
    <div id=box style="overflow:auto;height:50px" tabindex=0 aria-label=Items><p style="height:900px">x</p></div>
    <input type=file aria-label=Picture><button>Deep</button>`),
  );
  expect(await t.svc("get", "attributes", "--text", "Home", "href")).toMatchObject({ attributes: { href: "/x" } });
  expect(await t.svc("get", "value", "--label", "Name")).toMatchObject({ value: "Ann" });
  expect(await t.svc("get", "options", "--label", "Size")).toMatchObject({ options: [{ label: "S" }, { label: "M" }] });
  expect(await t.svc("get", "styles", "--text", "Home", "display")).toMatchObject({ styles: { display: "inline" } });
  expect(await t.svc("get", "role", "--name", "Home")).toMatchObject({ role: "link", name: "Home" });
  expect((await t.svc("get", "html", "--text", "Home")).html).toContain("<a href");
  expect(await t.svc("is", "enabled", "--text", "Home")).toMatchObject({ enabled: true });
  expect(await t.svc("focus", "--label", "Name")).toMatchObject({ focused: expect.any(Number) });
  expect(await t.svc("hover", "--text", "Home")).toMatchObject({ hovered: expect.any(Number) });
  expect(await t.svc("dblclick", "--label", "Name")).toMatchObject({ double_clicked: expect.any(Number) });
  expect(await t.svc("rightclick", "--label", "Name")).toMatchObject({ right_clicked: expect.any(Number) });
  expect(await t.svc("scroll", "to", "--text", "Deep")).toMatchObject({ position: { y: expect.any(Number) } });
  expect((await t.svc("get", "bbox", "--text", "Deep")).bbox.y).toBeLessThan(1000);
  await t.svc("scroll", "down", "--name", "Items", "--amount", "77");
  expect(await t.svc("eval", "box.scrollTop")).toMatchObject({ result: 77 });
  expect((await t.svc("screenshot", "--text", "Home")).width).toBeLessThan(200);
  expect(await t.fails("click", "3", "--text", "Home")).toMatchObject({ code: "usage" });
  expect(await t.fails("click", "--text", "")).toMatchObject({ code: "usage" });
});

test("upload finds its input by the label", async () => {
  await using t = await fixture();
  const path = `${t.folder}/photo.txt`;
  await Bun.write(path, "x");
  await t.svc("open", t.site(`<label>Picture <input type=file id=f></label>`));
  await t.svc("upload", "--label", "Picture", path);
  expect(await t.svc("eval", "f.files[0].name")).toMatchObject({ result: "photo.txt" });
});

test("both ends of a drag can be addressed", async () => {
  await using t = await fixture();
  await t.open(`<style>div { width: 90px; height: 40px; margin: 20px }</style>
    <div tabindex=0 onmousedown="window.from = this.textContent">Card</div><div tabindex=0 onmouseup="document.title = window.from + ' to ' + this.textContent">Done</div>`);
  await t.svc("drag", "--text", "Card", "--to-text", "Done");
  expect(await t.svc("get", "title")).toEqual({ title: "Card to Done" });
  await t.svc("eval", "document.title = ''");
  await t.svc("drag", "--text", "Card", "2");
  expect(await t.svc("get", "title")).toEqual({ title: "Card to Done" });
  await t.svc("eval", "document.title = ''");
  await t.svc("drag", "1", "--to-text", "Done");
  expect(await t.svc("get", "title")).toEqual({ title: "Card to Done" });
});

test("the history repeats an address as it was given", async () => {
  await using t = await fixture();
  await t.svc("open", t.site(`<button>Go</button><label>Email <input></label>`));
  await t.svc("click", "--text", "Go");
  await t.svc("input", "--label", "Email", "a b");
  const { script } = await t.svc("log", "--as-script");
  expect(script).toContain("click --text Go");
  expect(script).toContain("input 'a b' --label Email");
});

test("a part of a list that handles the clicks of its items is pressed where it stands", async () => {
  await using t = await fixture();
  await t.open(`<ul id=list style="width:200px"><li>English<li>Deutsch<li>Italiano</ul><p id=said></p>
    <script>list.onclick = ({ target }) => { said.textContent = target.textContent; };</script>`);
  for (const wanted of ["English", "Italiano", "Deut"]) {
    const { found } = await t.svc("click", "--text", wanted);
    expect(found.element).toStartWith("<li>");
    expect((await t.svc("eval", "said.textContent")).result).toStartWith(wanted);
  }
});
