/** Random lists that are redrawn in random ways: an index acts on its own item or is stale. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { CommandError, type Data, fixture } from "../fixture.ts";

/** Kinds of lists, and ways to redraw them. */
const KINDS = ["table", "list", "cards", "nameless", "links"] as const;
const WAYS = ["anew", "by position", "by key"] as const;

const PAGE = `<h1>People</h1><div id=app></div><script>
  window.hits = [];
  const words = ["Ann", "Bob", "Cid", "Dot", "Eve", "Fay", "Gil", "Hal"];
  const towns = ["Graz", "Linz", "Wels"];
  const button = (id) => '<button onclick="hits.push(this.closest(\\'[data-n]\\').n)">Open</button>';
  const inner = {
    table: (id) => "<td>" + words[id % 8] + " " + (id >> 3) + "</td><td>" + towns[id % 3] + "</td><td>" + button(id) + "</td>",
    list: (id) => "<span>Task " + id + "</span> <em>" + (id * 7) % 5 + "</em> " + button(id),
    cards: (id) => "<h3>" + words[id % 8] + "</h3><p>from " + towns[(id >> 3) % 3] + ", number " + id + "</p>" + button(id),
    nameless: (id) => "<b>#" + id + "</b>" + button(id),
    links: (id) => "<a href='/people/" + id + "'>" + words[id % 8] + "</a> " + button(id),
  };
  const tags = { table: ["table", "tr"], list: ["ul", "li"], cards: ["div", "article"], nameless: ["div", "div"], links: ["ol", "li"] };
  const fill = (row, kind, id) => {
    const fresh = document.createElement(tags[kind][1]);
    fresh.innerHTML = inner[kind](id);
    if (row.innerHTML === "") row.innerHTML = fresh.innerHTML;
    const copy = (to, from) => {
      if (from.nodeType === 3) { if (to.data !== from.data) to.data = from.data; return; }
      for (const { name, value } of from.attributes ?? []) to.setAttribute(name, value);
      [...from.childNodes].forEach((node, n) => copy(to.childNodes[n], node));
    };
    [...fresh.childNodes].forEach((node, n) => copy(row.childNodes[n], node));
    row.n = id;
  };
  window.draw = (kind, way, ids) => {
    let list = app.firstElementChild;
    if (!list || way === "anew") {
      app.innerHTML = "";
      list = document.createElement(tags[kind][0]);
      app.append(list);
    }
    const before = [...list.children];
    const kept = way === "by key" ? ids.map((id) => before.find((row) => row.n === id)) : before;
    const rows = ids.map((id, n) => {
      const row = kept[n] ?? document.createElement(tags[kind][1]);
      row.setAttribute("data-n", "");
      row.className = "item";
      fill(row, kind, id);
      return row;
    });
    list.replaceChildren(...rows);
  };
</script>`;

const ids = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 7 });
const step = fc.record({ way: fc.constantFrom(...WAYS), ids, looks: fc.boolean() });

test("an index acts on its own item or is stale", async () => {
  await using t = await fixture();
  await t.open(PAGE);
  const { url } = await t.svc("get", "url");
  let acted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...KINDS),
      ids,
      fc.array(step, { minLength: 1, maxLength: 3 }),
      async (kind, first, steps) => {
        await t.svc("open", url);
        await t.svc("eval", `draw("${kind}", "anew", ${JSON.stringify(first)}); 0`);
        const owners = new Map<number, number>();
        const learn = async (shown: number[]) => {
          const { elements } = await t.svc("state", "--role", "button");
          elements.forEach(({ index }: Data, n: number) => {
            const id = shown[n] as number;
            if (owners.has(index) && owners.get(index) !== id)
              throw new Error(`[${index}] was ${owners.get(index)}, is ${id}`);
            owners.set(index, id);
          });
        };
        await learn(first);
        for (const { way, ids: now, looks } of steps) {
          await t.svc("eval", `draw("${kind}", "${way}", ${JSON.stringify(now)}); hits.length = 0; 0`);
          if (looks) await learn(now);
          for (const [index, id] of owners) {
            try {
              await t.svc("click", String(index));
            } catch (error) {
              if (error instanceof CommandError && error.code === "stale") continue;
              throw error;
            }
            acted++;
            const { result } = await t.svc("eval", "hits.splice(0)");
            if (result.length !== 1 || result[0] !== id) throw new Error(`[${index}] was ${id}, hit ${result}`);
          }
        }
      },
    ),
    { numRuns: 30 },
  );
  expect(acted).toBeGreaterThan(0);
}, 180_000);
