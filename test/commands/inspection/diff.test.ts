/** What `state --diff` says, and what it is compared with. */
import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

const CARDS = ["Lamp", "Chair", "Table"]
  .map((name) => `<li><h3>${name}</h3><button>Add ${name}</button><p class=note></p></li>`)
  .join("");

test("state --diff compares with the last whole look, whatever parts were looked at since", async () => {
  await using t = await fixture();
  await t.open(`<ul>${CARDS}</ul><form id=f><input aria-label=Name></form>`);
  await t.svc("eval", "document.querySelector('.note').textContent = 'Added'");
  await t.svc("state", "--grep", "chair");
  await t.svc("state", "--selector", "#f");
  expect((await t.svc("state", "--diff", "--selector", "#f")).tree).toBe("");
  expect((await t.svc("state", "--diff", "--role", "button")).tree).toBe("");
  expect((await t.svc("state", "--diff", "--grep", "added")).tree).toBe("  Lamp\n+ Added");
  expect((await t.svc("state", "--diff")).tree).toBe("  Lamp\n+ Added");
  expect((await t.svc("state", "--diff")).tree).toBe("");
  // A look at a part comes first: there is nothing yet that the page could be compared with.
  await t.svc("open", t.site("<button>One</button><p>Two"));
  await t.svc("state", "--grep", "two");
  expect((await t.svc("state", "--diff")).tree).toBe("[1]<button>One\nTwo");
});

test("an equal text at another place is news, with what it stands under", async () => {
  await using t = await fixture();
  await t.open(`<ul>${CARDS}</ul>`);
  const note = (n: number, text: string) =>
    t.svc("eval", `document.querySelectorAll('.note')[${n}].textContent = '${text}'`);
  await note(0, "Added");
  expect((await t.svc("state", "--diff")).tree).toBe("  Lamp\n+ Added");
  await note(0, "");
  await note(1, "Added");
  expect((await t.svc("state", "--diff")).tree).toBe("  Chair\n+ Added\n- Added");
  await t.svc(
    "eval",
    "document.querySelector('ul').insertAdjacentHTML('beforeend', '<li><h3>Sofa</h3><p>90 Euro</p><button>Buy</button>')",
  );
  expect((await t.svc("state", "--diff")).tree).toBe("+ Sofa\n+ 90 Euro\n+ [4]<button>Buy");
  await t.svc("eval", "document.querySelectorAll('li p')[3].textContent = '80 Euro'");
  expect((await t.svc("state", "--diff")).tree).toBe("  Sofa\n~ 80 Euro");
});

test("what changed is told with what it lies in, what moved is told whole, what went shortly", async () => {
  await using t = await fixture();
  await t.open(`<div tabindex=0 id=box>Box<p>Line one</p><p id=line>Line two</p><button id=inner>Inner</button></div>
    <button id=a>First</button><button id=b>Second</button><button id=c>Third</button>`);
  await t.svc("eval", "line.textContent = 'Line 2'");
  expect((await t.svc("state", "--diff")).tree).toBe("  [1]<div>Box\n  \tLine one\n~ \tLine 2");
  await t.svc("eval", "c.after(a)");
  expect((await t.svc("state", "--diff")).tree).toBe("> [3]<button>First");
  await t.svc("eval", "box.remove()");
  expect((await t.svc("state", "--diff")).tree).toBe("- [1]<div>Box Line one Line 2 Inner with [2]");
});

test("another page is told apart from another route of the same document", async () => {
  await using t = await fixture();
  await t.open(
    `<a href=/next>Next</a><button onclick="history.pushState({}, '', '/route'); document.body.innerHTML = '<h1>Route</h1><button>There</button>'">Go</button><p>Old`,
    {
      "/next": "<h1>Next page</h1><button>Here</button>",
    },
  );
  await t.svc("click", "2");
  const route = await t.svc("state", "--diff");
  expect(route).toMatchObject({ all_new: "route", tree: "Route\n[3]<button>There" });
  await t.svc("open", `${new URL("/next", route.url)}`);
  expect(await t.svc("state", "--diff")).toMatchObject({ all_new: "load", tree: "Next page\n[1]<button>Here" });
  expect(await t.text("state", "--diff")).toEndWith("\n(nothing changed)");
  // A place of the same page is none of its routes.
  await t.svc("eval", "location.hash = 'part'");
  expect((await t.svc("state", "--diff")).all_new).toBeUndefined();
});

test("what a dialog covers is told once, not element by element", async () => {
  await using t = await fixture();
  const links = [1, 2, 3, 4].map((n) => `<a href=#${n}>Link ${n}</a>`).join(" ");
  await t.open(`${links}<button onclick="d.showModal()">Open</button><dialog id=d><button>Close</button></dialog>`);
  await t.svc("click", "--text", "Open");
  const text = await t.text("state", "--diff");
  expect(text).toContain("elements are covered now: [1]-[5]");
  expect(text).toContain("Close");
  expect(text).not.toContain("Link 1");
});
