/** Pages whose JavaScript never ends: the command times out, and the next one gets a tab that works. */
import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

const SOON = ["--timeout", "700"];

/** After a click, the page hangs again each time that its script is stopped. */
const FOREVER = "void (onclick = () => { setInterval(() => { for (;;); }); for (;;); })";

test("a script that never ends is stopped before the next command, and the page stays", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<title>Busy</title><button onclick="for(;;);">Hang</button><button onclick="document.title = 'clicked'">Fine</button><p>Text`,
  );
  expect(await t.fails("eval", "for(;;);", ...SOON)).toMatchObject({ code: "timeout" });
  // Its own script is stopped by eval itself.
  expect(await t.events("get", "title")).toEqual([]);
  expect(await t.fails("click", indexOf(state, { name: "Hang" }), ...SOON)).toMatchObject({ code: "timeout" });
  expect(await t.events("click", indexOf(state, { name: "Fine" }))).toMatchObject([
    { kind: "recovered", text: expect.stringContaining("stopped") },
  ]);
  expect(await t.svc("get", "title")).toEqual({ title: "clicked" });
  await t.svc("eval", "void setTimeout(() => { for (;;) try { for (;;); } catch {} finally {} }, 50)");
  expect(await t.fails("wait", "text", "never there", ...SOON)).toMatchObject({ code: "timeout" });
  expect(await t.svc("state")).toMatchObject({ title: "clicked", elements: [{ name: "Hang" }, { name: "Fine" }] });
});

test("a page that hangs again after a stop is reloaded, and one that hangs while it loads is replaced", async () => {
  await using t = await fixture();
  const site = t.site("<title>Again</title><button>Go</button>", {
    "/loops": "<title>Loops</title><p>Here<script>setInterval(() => { for (;;); })</script>",
  });
  await t.svc("open", site);
  await t.svc("eval", FOREVER);
  await t.fails("click", "300", "300", ...SOON);
  expect(await t.events("state")).toMatchObject([
    { kind: "recovered", text: expect.stringContaining("loaded again"), url: site },
  ]);
  expect(await t.svc("click", "1")).toMatchObject({ clicked: 1 });
  await t.fails("open", `${site}loops`, ...SOON);
  expect(await t.events("get", "url")).toMatchObject([
    { kind: "recovered", text: expect.stringContaining("an empty page replaced") },
  ]);
  expect(await t.svc("get", "url")).toEqual({ url: "about:blank" });
});

test("open, reload, another tab and tab close work on a tab that hangs", async () => {
  await using t = await fixture();
  const site = t.site("<title>Site</title>", { "/next": "<title>Next</title>" });
  const hang = async () => {
    await t.svc("eval", FOREVER);
    await t.fails("click", "300", "300", ...SOON);
  };
  await t.svc("open", site);
  await hang();
  expect(await t.svc("open", `${site}next`)).toMatchObject({ title: "Next", status: 200 });
  await hang();
  expect(await t.svc("reload")).toMatchObject({ title: "Next", status: 200 });
  await hang();
  expect(await t.svc("tab", "new", site)).toMatchObject({ created: 1, title: "Site" });
  expect(await t.svc("get", "title")).toEqual({ title: "Site" });
  expect(await t.svc("tab", "close", "0")).toMatchObject({ closed: [0] });
  await hang();
  expect(await t.svc("tab", "close")).toMatchObject({ remaining: 0 });
  expect(await t.svc("open", site)).toMatchObject({ title: "Site" });
});

test("a slow page is not interrupted", async () => {
  await using t = await fixture();
  await t.open(
    `<title>Slow</title><button onclick="const end = Date.now() + 900; while (Date.now() < end); document.title = 'done'">Work</button>`,
  );
  expect(await t.fails("click", "1", "--timeout", "300")).toMatchObject({ code: "timeout" });
  expect(await t.events("get", "title")).toEqual([]);
  expect(await t.svc("get", "title")).toEqual({ title: "done" });
  expect(await t.fails("wait", "text", "never", "--timeout", "200")).toMatchObject({ code: "timeout" });
  expect(await t.events("get", "title")).toEqual([]);
});
