/** Which changes of a page an index outlives: those that leave the row, card or page around its element what it was. */
import { expect, test } from "bun:test";
import { type Data, type Fixture, fixture } from "../../fixture.ts";

/** The index of the control that is called `name` in the row that says `row`. */
function inRow(state: Data, row: string, name: string): string {
  const lines = state.tree.split("\n") as string[];
  const from = lines.findIndex((line) => line.includes(row));
  const line = lines.slice(from).find((one, n) => /\[\d+\]/.test(one) && `${one}${lines[from + n + 1]}`.includes(name));
  return /\[(\d+)\]/.exec(line ?? "")?.[1] ?? "none";
}

/** A table whose rows are drawn as `rows` says; each button notes whose it is. */
const TABLE = `<h1>Users</h1><table><thead><tr><th>Name<th>Town<th></tr></thead><tbody id=body></tbody></table><script>
  window.hits = [];
  const cells = ([name, town]) => \`<td>\${name}</td><td>\${town}</td><td><button onclick="hits.push('\${name}')">Edit</button></td>\`;
  // Draws all anew.
  window.draw = (rows) => { body.innerHTML = rows.map((row) => "<tr>" + cells(row) + "</tr>").join(""); };
  // Keeps the nodes and rewrites what is in them, as lists do whose keys are positions.
  window.rewrite = (rows) => rows.forEach(([name, town], n) => {
    const row = body.rows[n];
    row.cells[0].firstChild.data = name;
    row.cells[1].firstChild.data = town;
    row.querySelector("button").onclick = () => hits.push(name);
  });
  draw([["Ann", "Vienna"], ["Bob", "Graz"], ["Cid", "Linz"], ["Dot", "Wels"]]);
</script>`;

const run = (t: Fixture, script: string) => t.svc("eval", `${script}; 0`);
const hits = async (t: Fixture) => (await t.svc("eval", "hits")).result;

for (const way of ["draw", "rewrite"]) {
  test(`sorting, paging and filtering lead no index to another row (${way})`, async () => {
    await using t = await fixture();
    const state = await t.open(TABLE);
    const bob = inRow(state, "Bob", "Edit");
    await run(t, `${way}([["Dot", "Wels"], ["Cid", "Linz"], ["Bob", "Graz"], ["Ann", "Vienna"]])`);
    const sorted = await t.svc("click", bob).catch(({ code }) => code);
    expect([await hits(t), sorted]).toEqual(way === "draw" ? [["Bob"], { clicked: 2 }] : [[], "stale"]);
    await run(t, `hits = []; ${way}([["Eve", "Steyr"], ["Fay", "Bregenz"], ["Gil", "Ried"], ["Hal", "Tulln"]])`);
    for (const name of ["Ann", "Bob", "Cid", "Dot"])
      expect(await t.fails("click", inRow(state, name, "Edit"))).toMatchObject({ code: "stale" });
    expect(await hits(t)).toEqual([]);
  });
}

test("a stale index says whose row it was, whose that is now, and where the row went", async () => {
  await using t = await fixture();
  const state = await t.open(TABLE);
  await run(t, `rewrite([["Bob", "Graz"], ["Ann", "Vienna"], ["Cid", "Linz"], ["Dot", "Wels"]])`);
  const ann = inRow(state, "Ann", "Edit");
  expect((await t.fails("click", ann)).message).toBe(
    `element ${ann} was <button> "Edit" in the row "Ann"; that row is "Bob" now; the most similar element now is <button> "Edit" with index 5 in the row "Ann"`,
  );
  for (const what of ["text", "box", "attributes"])
    expect(await t.fails("get", what, ann)).toMatchObject({ code: "stale" });
  // Numbers follow their rows.
  const now = await t.svc("state");
  expect(now.tree).toContain("[5]");
  await t.svc("click", inRow(now, "Bob", "Edit"));
  await t.svc("click", inRow(now, "Ann", "Edit"));
  await t.svc("click", inRow(now, "Cid", "Edit"));
  expect(await hits(t)).toEqual(["Bob", "Ann", "Cid"]);
});

test("an index outlives what changes in its row: counters, badges, states, values, labels, times", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<ul id=list>${["Milk", "Bread"]
      .map(
        (name) =>
          `<li><input type=checkbox aria-label=Done><span>${name}</span> <b>2</b> <small>3 minutes ago</small> <button onclick="this.textContent = this.textContent === 'Add' ? 'Remove' : 'Add'; hits.push('${name}')">Add</button></li>`,
      )
      .join("")}</ul><script>window.hits = []</script>`,
  );
  const add = inRow(state, "Bread", "Add");
  await t.svc("click", "3");
  await run(
    t,
    `const row = list.children[1]; row.className = "done"; row.querySelector("b").textContent = "3"; row.querySelector("small").textContent = "just now"; row.insertAdjacentHTML("beforeend", "<em class=badge>Saved</em>")`,
  );
  await t.svc("click", add);
  await run(
    t,
    `list.children[1].querySelector("em").remove(); list.insertAdjacentHTML("beforeend", "<li>Eggs</li>"); list.insertAdjacentHTML("afterbegin", "<li>Salt</li>")`,
  );
  await t.svc("click", add);
  await run(t, "list.prepend(list.lastElementChild)");
  await t.svc("click", add);
  expect(await hits(t)).toEqual(["Bread", "Bread", "Bread"]);
  await run(t, "list.innerHTML = list.innerHTML.replace('<b>3</b>', '<b>4</b>')");
  await t.svc("click", inRow(state, "Milk", "Add"));
  expect((await hits(t)).at(-1)).toBe("Milk");
});

test("a status that changes in one row leaves the indices of all of them alone", async () => {
  await using t = await fixture();
  const row = (name: string) =>
    `<tr><td>${name}</td><td>Pending</td><td><button onclick="this.closest('tr').cells[1].textContent = 'Approved'">Approve</button></td></tr>`;
  const state = await t.open(`<table>${["Ann", "Bob", "Cid"].map(row).join("")}</table>`);
  for (const name of ["Ann", "Cid", "Ann", "Bob"]) await t.svc("click", inRow(state, name, "Approve"));
  expect((await t.svc("eval", "document.querySelector('table').innerText.match(/Approved/g).length")).result).toBe(3);
});

test("rows of a virtual list that are used again for others make their indices stale", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<div id=box style="height:200px;overflow:auto"><div style="height:40000px"><div id=rows></div></div></div><script>
    window.hits = [];
    rows.innerHTML = Array.from({ length: 12 }, () => "<div class=row><span></span> <button>Open</button></div>").join("");
    window.fill = (from) => [...rows.children].forEach((row, n) => { row.firstChild.textContent = "Item " + (from + n); row.lastChild.onclick = () => hits.push(from + n); });
    fill(0);
  </script>`);
  const three = inRow(state, "Item 3", "Open");
  await t.svc("click", three);
  await run(t, "fill(7)");
  expect((await t.fails("click", three)).message).toContain(`in the part "Item 3"; that part is "Item 10" now`);
  await run(t, "fill(0)");
  await t.svc("click", three);
  expect(await hits(t)).toEqual([3, 3]);
});

const SHOP = (
  isKept: boolean,
) => `<nav><a href="#/">Shop</a> <button onclick="hits.push('menu')">Menu</button></nav><main id=app></main><script>
  window.hits = [];
  window.show = (name, path) => {
    history.pushState(0, "", path);
    const click = () => hits.push(name);
    if (${isKept} && app.firstChild) app.querySelector("h1").textContent = name;
    else app.innerHTML = "<h1>" + name + "</h1><p>A fine thing</p><button>Add to cart</button>";
    app.querySelector("button").onclick = click;
    ${isKept} || (document.querySelector("nav").outerHTML += "");
  };
  show("Lamp", "/p/1");
</script>`;

for (const isKept of [true, false]) {
  test(`a route change by script ends what belongs to the page, not what lies beside it (${isKept ? "kept" : "new"} nodes)`, async () => {
    await using t = await fixture();
    const state = await t.open(SHOP(isKept));
    const add = inRow(state, "A fine thing", "Add to cart");
    const menu = "2";
    await t.svc("click", add);
    await run(t, "show('Chair', '/p/2')");
    const { code, message } = await t.fails("click", add);
    expect(code).toBe("stale");
    if (isKept) expect(message).toContain(`"Add to cart" under "Lamp"; the heading is "Chair" now`);
    await t.svc("click", menu);
    expect(await hits(t)).toEqual(["Lamp", "menu"]);
  });
}

test("without a heading, other words on another route end an index as well", async () => {
  await using t = await fixture();
  await t.open(`<div id=app><p>Lamp</p><button>Add to cart</button></div>`);
  await run(t, `document.querySelector("p").textContent = "Lamp, on sale"`);
  await t.svc("click", "1");
  await run(t, `history.pushState(0, "", "/p/2"); document.querySelector("p").textContent = "Chair"`);
  expect(await t.fails("click", "1")).toMatchObject({ code: "stale" });
});

test("the panel of a tab and a dialog that show something else end the indices in them", async () => {
  await using t = await fixture();
  await t.open(`<div role=tabpanel><h2>Profile</h2><label>Name <input></label><button>Save</button></div>
    <div role=dialog><h2>Delete Ann?</h2><button>Delete</button><button>Cancel</button></div>`);
  await t.svc("click", "2");
  await run(
    t,
    `document.querySelector("h2").textContent = "Billing"; document.querySelector("label").firstChild.data = "Card number "`,
  );
  expect(await t.fails("click", "2")).toMatchObject({ code: "stale" });
  expect((await t.fails("input", "1", "x")).code).toBe("stale");
  await t.svc("click", "3");
  await run(t, `document.querySelectorAll("h2")[1].textContent = "Delete Bob?"`);
  expect((await t.fails("click", "3")).message).toContain(
    `in the dialog "Delete Ann?"; that dialog is "Delete Bob?" now`,
  );
});

test("a field that becomes another one ends its index", async () => {
  await using t = await fixture();
  await t.open(`<form><label for=f>First name</label><input id=f></form>`);
  await t.svc("input", "1", "Ann");
  await run(t, `document.querySelector("label").textContent = "First name (required)"`);
  await t.svc("input", "1", "Bob");
  await run(t, `document.querySelector("label").textContent = "Card number"`);
  expect(await t.fails("input", "1", "Cid")).toMatchObject({ code: "stale" });
  expect((await t.svc("eval", "f.value")).result).toBe("Bob");
});

for (const isKept of [true, false]) {
  test(`the 15th of another month is another day, and "next" is the same (${isKept ? "kept" : "new"} nodes)`, async () => {
    await using t = await fixture();
    const state =
      await t.open(`<div id=picker><div><button onclick=next()>›</button> <b id=title>February 2026</b></div><table><thead><tr><th>Mo<th>Tu<th>We</tr></thead><tbody id=days></tbody></table></div><script>
      window.hits = [];
      const months = ["February", "March"];
      let month = 0;
      window.draw = () => {
        // Both months begin on the same day of the week: each number stays where it is.
        if (!${isKept} || !days.firstChild) days.innerHTML = [0, 7, 14, 21].map((week) => "<tr>" + [1, 2, 3].map((day) => "<td><button>" + (week + day) + "</button></td>").join("") + "</tr>").join("");
        title.textContent = months[month] + " 2026";
        days.querySelectorAll("button").forEach((day) => { day.onclick = () => hits.push(months[month] + day.textContent); });
      };
      window.next = () => { month = 1 - month; draw(); };
      draw();
    </script>`);
    const day = (of: Data) => String(of.elements.find(({ name }: Data) => name === "15").index);
    await t.svc("click", day(state));
    await t.svc("click", "1");
    expect(await t.fails("click", day(state))).toMatchObject({ code: "stale" });
    const march = await t.svc("state");
    expect(day(march)).not.toBe(day(state));
    await t.svc("click", day(march));
    await t.svc("click", "1");
    expect(await t.fails("click", day(march))).toMatchObject({ code: "stale" });
    expect(await hits(t)).toEqual(["February15", "March15"]);
  });
}

test("buttons that count and boards keep their indices while they are played with", async () => {
  await using t = await fixture();
  await t.open(`<h1>Games</h1>${`<div class=counter><span>0</span> <button onclick="this.previousElementSibling.textContent++">+</button></div>`.repeat(3)}
    <p>Next player: X</p><div class=board>${`<button class=square onclick="this.textContent = 'X'; document.querySelector('p').textContent = 'Next player: O'">&nbsp;</button>`.repeat(4)}</div>
    <button onclick="this.textContent = this.textContent === 'Play' ? 'Pause' : 'Play'">Play</button>`);
  for (const index of ["1", "1", "2", "3", "2", "1", "4", "5", "7", "4", "8", "8"]) await t.svc("click", index);
  expect((await t.svc("eval", "[...document.querySelectorAll('span')].map((one) => one.textContent)")).result).toEqual([
    "3",
    "2",
    "1",
  ]);
});

test("what an action changes around its own element does not stop it", async () => {
  await using t = await fixture();
  await t.open(
    `<h1>Untitled</h1><input aria-label=Title oninput="document.querySelector('h1').textContent = this.value">`,
  );
  expect(await t.svc("input", "1", "My report")).toMatchObject({ input: "My report" });
});

test("buttons that a script draws anew with listeners of their own keep their numbers", async () => {
  await using t = await fixture();
  await t.open(`<div id=box></div><script>
    const counts = { Apple: 0, Pear: 0, Plum: 0 };
    function draw() {
      box.replaceChildren(...Object.keys(counts).map((name) => {
        const card = document.createElement("article");
        card.innerHTML = "<h3>" + name + "</h3><p>" + counts[name] + " in the cart</p><button>Add</button>";
        card.lastChild.onclick = () => { counts[name]++; draw(); };
        return card;
      }));
    }
    draw();
  </script>`);
  expect((await t.svc("click", "2", "--changes")).changes.tree).toBe("  Pear\n~ 1 in the cart");
  expect((await t.svc("click", "3", "--changes")).changes.tree).toBe("  Plum\n~ 1 in the cart");
  expect((await t.svc("eval", "counts")).result).toEqual({ Apple: 0, Pear: 1, Plum: 1 });
});

test("a day drawn anew under the names of the days is not that of another month", async () => {
  await using t = await fixture();
  const state =
    await t.open(`<div><b id=month>December 2026</b><button onclick="month.textContent = 'January 2027'; draw()">Next</button></div>
    <div id=grid class=days></div><script>
    window.hits = 0;
    function draw() {
      grid.innerHTML = "Mo Tu We Th Fr Sa Su".split(" ").map((day) => "<b>" + day + "</b>").join("");
      for (let day = 1; day < 15; day++) {
        const one = document.createElement("div");
        one.textContent = day;
        one.onclick = () => { hits++; };
        grid.append(one);
      }
    }
    draw();
  </script>`);
  const { index } = state.elements.find(({ name, text }: Data) => name === "9" || text === "9");
  await t.svc("click", "--text", "Next");
  await t.svc("state");
  expect(await t.fails("click", String(index))).toMatchObject({ code: "stale" });
  expect((await t.svc("eval", "hits")).result).toBe(0);
});

test("a row that is folded is told by its words, not by the cell that holds its button alone", async () => {
  await using t = await fixture();
  const state = await t.open(`<table id=all></table><script>
    window.hits = [];
    for (let n = 1; n <= 400; n++)
      all.insertRow().innerHTML = \`<td>Person \${n}</td><td><button>Edit</button></td><td><button>Remove</button></td>\`;
    window.page = (from) => [...all.rows].forEach((row, n) => {
      row.cells[0].firstChild.data = "Person " + (from + n);
      row.querySelector("button").onclick = () => hits.push(from + n);
    });
    page(1);
  </script>`);
  expect(state.tree).toMatch(/more like this/);
  expect(state.tree).not.toContain("[601]");
  await run(t, "page(401)");
  expect(await t.fails("click", "601")).toMatchObject({ code: "stale" });
  expect(await hits(t)).toEqual([]);
  await run(t, "page(1)");
  await t.svc("click", "601");
  expect(await hits(t)).toEqual([301]);
});

test("a part is called by the words of its label, without the options of its list", async () => {
  await using t = await fixture();
  await t.open(
    `<form><fieldset><label>Country <select><option>Please choose<option>Austria</select></label><button type=button>Next</button></fieldset></form>`,
  );
  await run(t, "document.querySelector('label').innerHTML = 'City <select><option>Graz</select>'");
  const { message } = await t.fails("click", "2");
  expect(message).toContain('in the part "Country"; that part is "City" now');
  expect(message).not.toContain("Austria");
});
