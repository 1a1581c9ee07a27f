/** What `state --grep` finds and prints, `--boxes`, and pages and frames that did not load. */

import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";
import { htmlResponse } from "../../support/server.ts";

const SHOP = `<ul><li><h3>Lamp</h3><p>12 Euro</p><button>Add to cart</button></li><li><h3>Chair</h3><p>40 Euro</p><button>Add to cart</button></li></ul>
  <table><tr><td>Ann</td><td>ann@example.com</td><td><button>Edit</button></td></tr><tr><td>Bob</td><td>bob@example.com</td><td><button>Edit</button></td></tr></table>
  <a href=/secret-path>Elsewhere</a><select aria-label=Country><option>Austria<option>Belgium</select><p>The end</p>`;

test("--grep searches what is shown, and gives the controls of the row or card that it found", async () => {
  await using t = await fixture();
  await t.open(SHOP);
  const tree = async (...words: string[]) => (await t.svc("state", "--grep", ...words)).tree;
  expect(await tree("40 euro")).toBe("40 Euro\n[2]<button in=Chair>Add to cart");
  expect(await tree("chair")).toBe("Chair\n[2]<button in=Chair>Add to cart");
  expect(await tree("bob@")).toEndWith("[4]<button in=Bob>Edit");
  expect(await tree("bob@")).not.toContain("[3]");
  expect(await tree("secret-path")).toBe("");
  expect(await tree("belgium")).toBe("");
  expect(await tree("austria")).toContain("Country");
  expect(await tree("the end")).toBe("The end");
  expect(await tree("the end", "--context", "1")).toContain("Country");
  expect(await t.fails("state", "--context", "-1")).toMatchObject({ code: "usage" });
});

test("a match is shown, however small the budget and however long its text", async () => {
  await using t = await fixture();
  const words = "word ".repeat(2_000);
  await t.open(
    `<p>${words}needle ${words}</p>${"<button>Press me now</button>".repeat(200)}<button>The last needle</button>`,
  );
  const state = await t.svc("state", "--grep", "needle", "--max-tokens", "100");
  expect(state.tree).toContain("word needle word");
  expect(state.tree).toContain("The last needle");
  expect(state.tree.length).toBeLessThan(600);
});

test("--no-header prints the page alone; --boxes adds where elements and texts are", async () => {
  await using t = await fixture();
  const inner = `<body style="margin:0"><button style="position:absolute;left:5px;top:5px;width:60px;height:20px">In</button>`;
  await t.open(
    `<body style="margin:0"><p style="position:absolute;margin:0;left:10px;top:20px;font:20px/30px monospace">Text <b>of it</b></p>
    <button style="position:absolute;left:100px;top:200px;width:80px;height:40px">Go</button>
    <iframe src=/inner style="position:absolute;left:300px;top:100px;width:200px;height:100px;border:0"></iframe>`,
    { "/inner": inner },
  );
  const text = await t.text("state", "--boxes", "--no-header");
  expect(text).toMatch(
    /^Text of it @10,2\d 1\d\dx\d\d\n\[1\]<button>Go @100,200 80x40\n\|IFRAME\|<iframe src=\/inner> @300,100 200x100\n\t\[2\]<button>In @305,105 60x20$/,
  );
  expect((await t.svc("state", "--boxes")).url).toStartWith("http");
});

test("a page that did not load is told with its error and what to do", async () => {
  await using t = await fixture();
  await t.open(`<a href="http://127.0.0.1:9/dead">Dead</a>`);
  await t.fails("open", "http://127.0.0.1:9/gone");
  const told = await t.text("state");
  expect(told).toContain("url: http://127.0.0.1:9/gone");
  expect(told).toContain("(the page did not load: ");
  expect(told).toContain("svc reload");
  await t.svc("back");
  const { elements } = await t.svc("state");
  await t.svc("click", String(elements[0].index));
  expect(await t.svc("state")).toMatchObject({
    url: "http://127.0.0.1:9/dead",
    failed: expect.stringContaining("net::ERR_"),
    elements: [],
  });
});

test("frames that did not load, and frames that are still loading, are marked", async () => {
  await using t = await fixture();
  const release = Promise.withResolvers<void>();
  const site = t.site(
    `<iframe src="http://127.0.0.1:9/"></iframe><iframe src=/slow></iframe><iframe src=/good></iframe>`,
    {
      "/good": "<button>Good</button>",
      "/slow": async () => {
        await release.promise;
        return htmlResponse("<button>Slow</button>");
      },
    },
  );
  await t.svc("open", site, "--wait", "dom");
  await t.svc("wait", "text", "Good");
  const { tree } = await t.svc("state", "--settle", "0");
  expect(tree).toMatch(/<iframe src=http:\/\/127.0.0.1:9\/> \(did not load: [\w ]+\(net::ERR_\w+\)\)\n/);
  expect(tree).toContain("<iframe src=/slow> (still loading)\n");
  expect(tree).toContain("<iframe src=/good>\n\t[1]<button>Good");
  release.resolve();
  await t.svc("wait", "text", "Slow");
  expect((await t.svc("state")).tree).toContain("<iframe src=/slow>\n\t*[2]<button>Slow");
});

test("--context without --grep is a usage error that names the line to write", async () => {
  await using t = await fixture();
  await t.open("<button>Save</button>");
  expect(await t.fails("state", "--context", "2")).toMatchObject({
    code: "usage",
    hint: "Run `svc state --grep <text> --context 2`.",
  });
});

test("--grep finds the card that a text is of, and not the cards beside it", async () => {
  await using t = await fixture();
  const card = (name: string) => `<article draggable=true><b>Task</b><p>${name}</p></article>`;
  await t.open(
    `<section><h2>To do</h2><button>Add</button>${card("Mail")}${card("Call")}</section><section><h2>Done</h2>${card("Ring")}</section>`,
  );
  expect(await t.text("state", "--grep", "Call", "--no-header")).toBe("[3]<article>Task\n\tCall");
});
