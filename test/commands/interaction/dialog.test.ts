import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";
import { htmlResponse } from "../../support/server.ts";

/** The code that a line fails with, and that it says how to go on. */
const halted = (text: string) => ({
  code: "dialog",
  message: expect.stringContaining(text),
  hint: expect.stringMatching(/svc dialog accept.*svc dialog dismiss/),
});

const PAGE = `<title>Page</title>
  <button onclick="document.title = 'said ' + confirm('Delete?')">Delete</button>
  <button onclick="document.title = 'name ' + prompt('Name?', 'Jane')">Name</button>
  <button onclick="document.title = [confirm('One?'), prompt('Two?', ''), confirm('Three?')]">Three</button>
  <button onclick="if (confirm('Leave?')) location.href = '/next'">Leave</button>
  <button onclick="alert('Hello')">Alert</button>`;

test("confirm and prompt stay open until they are answered; what cannot work meanwhile says so at once", async () => {
  await using t = await fixture();
  await t.open(PAGE, { "/next": "<title>Next</title>" });
  expect(await t.svc("dialog", "status")).toEqual({ open: false });
  expect(await t.events("click", "1")).toMatchObject([
    {
      kind: "dialog",
      type: "confirm",
      message: "Delete?",
      open: true,
      text: expect.stringContaining("svc dialog accept"),
    },
  ]);
  expect(await t.svc("dialog", "status")).toMatchObject({ open: true, type: "confirm", message: "Delete?" });
  for (const argv of [["get", "title"], ["click", "2"], ["eval", "1"], ["screenshot"], ["wait", "text", "x"]])
    expect(await t.fails(...argv)).toMatchObject(halted("Delete?"));
  expect((await t.svc("tab", "list")).tabs).toMatchObject([{ title: "Page" }]);
  expect(await t.svc("cookies", "get")).toEqual({ cookies: [] });
  expect(await t.svc("downloads", "list")).toEqual({ downloads: [] });
  expect(await t.fails("dialog", "accept", "text")).toMatchObject({ code: "usage" });
  expect(await t.svc("dialog", "accept")).toEqual({ dialog: "accepted", type: "confirm", message: "Delete?" });
  expect(await t.svc("get", "title")).toEqual({ title: "said true" });
  await t.svc("click", "1");
  expect(await t.text("dialog", "dismiss")).toBe("dialog: confirm dismissed: Delete?");
  expect(await t.svc("get", "title")).toEqual({ title: "said false" });
  expect(await t.fails("dialog", "accept")).toMatchObject({ code: "not_found" });
  expect(await t.fails("dialog", "dismiss")).toMatchObject({ code: "not_found" });
  for (const [answer, title] of [
    [["accept", "Joe, 7"], "name Joe, 7"],
    [["accept"], "name Jane"],
    [["accept", ""], "name"],
    [["dismiss"], "name null"],
  ] as const) {
    expect(await t.events("click", "2")).toMatchObject([{ type: "prompt", message: "Name?", defaultPrompt: "Jane" }]);
    expect(await t.svc("dialog", ...answer)).toMatchObject({ type: "prompt" });
    expect(await t.svc("get", "title")).toEqual({ title });
  }
});

test("dialogs in a row, one that navigates, and an alert, which has one answer", async () => {
  await using t = await fixture();
  await t.open(PAGE, { "/next": "<title>Next</title>" });
  expect(await t.events("click", "3")).toMatchObject([{ message: "One?" }]);
  expect(await t.events("dialog", "accept")).toMatchObject([{ message: "Two?", type: "prompt" }]);
  expect(await t.events("dialog", "accept", "x")).toMatchObject([{ message: "Three?" }]);
  expect(await t.events("dialog", "dismiss")).toEqual([]);
  expect(await t.svc("get", "title")).toEqual({ title: "true,x,false" });
  expect(await t.events("click", "5")).toMatchObject([{ type: "alert", message: "Hello", accepted: true }]);
  for (const answer of ["accept", "dismiss"])
    expect(await t.svc("dialog", answer)).toEqual({
      dialog: "accepted",
      type: "alert",
      message: "Hello",
      already: true,
    });
  await t.svc("click", "4");
  expect(await t.svc("dialog", "accept")).toMatchObject({ navigated: { title: "Next", status: 200 } });
  expect(await t.fails("dialog", "accept")).toMatchObject({ code: "not_found" });
});

test("the setting answers them all at once", async () => {
  await using t = await fixture();
  await t.open(PAGE);
  await t.svc("config", "set", "dialogs", "accept");
  expect(await t.events("click", "3")).toMatchObject([
    { text: "confirm accepted: One?", accepted: true },
    { type: "prompt", accepted: true },
    { accepted: true },
  ]);
  expect(await t.svc("get", "title")).toEqual({ title: "true,,true" });
  await t.svc("click", "2");
  expect(await t.svc("get", "title")).toEqual({ title: "name Jane" });
  await t.svc("config", "set", "dialogs", "dismiss");
  expect(await t.events("click", "3")).toMatchObject([{ accepted: false }, { accepted: false }, { accepted: false }]);
  expect(await t.svc("get", "title")).toEqual({ title: "false,,false" });
  expect(await t.fails("dialog", "accept")).toMatchObject({ code: "not_found" });
  expect(await t.svc("dialog", "dismiss")).toMatchObject({ already: true });
  expect(await t.fails("config", "set", "dialogs", "never")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("ask, accept, dismiss"),
  });
});

test("a dialog that opens by itself ends the command that waits for the page", async () => {
  await using t = await fixture();
  const site = t.site("<title>Timer</title><p>Here</p>");
  await t.svc("open", site);
  await t.svc("eval", "void setTimeout(() => confirm('Still there?'), 300)");
  expect(await t.fails("wait", "text", "never there")).toMatchObject(halted("Still there?"));
  await t.svc("dialog", "accept");
  // A script that waits for its own dialog is answered at once; its result is lost with it.
  expect(await t.events("eval", "confirm('Sure?')")).toMatchObject([{ message: "Sure?", open: true }]);
  expect(await t.events("open", site)).toMatchObject([
    { kind: "dialog", message: "Sure?", accepted: false, text: expect.stringContaining("the page is left") },
  ]);
  await t.svc("eval", "void setTimeout(() => confirm('Again?'))");
  await t.fails("wait", "text", "never there");
  expect(await t.svc("reload")).toMatchObject({ title: "Timer" });
  expect(await t.svc("eval", "void setInterval(() => confirm('And again?'), 100)")).toBeDefined();
  expect(await t.svc("open", `${site}?next`)).toMatchObject({ url: `${site}?next`, title: "Timer" });
  await t.svc("eval", "void setTimeout(() => confirm('Back?'))");
  await t.fails("wait", "text", "never there");
  expect(await t.svc("back")).toMatchObject({ url: site });
});

test("a page that asks while it loads is open, and goes on when it is answered", async () => {
  await using t = await fixture();
  const site = t.site("<a href=/grown>Enter</a>", {
    "/grown": "<title>Grown</title><script>document.title = confirm('18?')</script><p>Welcome",
  });
  expect(await t.svc("open", `${site}grown`)).toMatchObject({ url: `${site}grown`, status: 200, loading: true });
  await t.svc("dialog", "accept");
  expect(await t.svc("get", "title")).toEqual({ title: "true" });
  await t.svc("open", site);
  await t.svc("state");
  expect(await t.svc("click", "1")).toMatchObject({ navigated: { url: `${site}grown`, status: 200 } });
  expect(await t.svc("dialog", "dismiss")).toMatchObject({ message: "18?" });
  expect(await t.svc("wait", "text", "Welcome")).toMatchObject({ found: true });
});

test("a dialog of a frame or of another tab holds up its own tab alone", async () => {
  await using t = await fixture();
  const other = t.site(
    "<button style='position:fixed;inset:0' onclick=\"document.title = confirm('Inside?')\">Ask</button>",
  );
  await t.open(`<title>Outer</title><iframe style="position:fixed;left:0;top:0;width:300px;height:200px" src="${other.replace("127.0.0.1", "localhost")}"></iframe>
    <iframe style="position:fixed;left:400px;top:0;width:300px;height:200px" srcdoc="<button style='position:fixed;inset:0' onclick='confirm(\`Near?\`)'>"></iframe>`);
  for (const [x, message] of [
    ["100", "Inside?"],
    ["500", "Near?"],
  ] as const) {
    expect(await t.events("click", x, "100")).toMatchObject([{ type: "confirm", message }]);
    expect(await t.fails("get", "title")).toMatchObject(halted(message));
    await t.svc("dialog", "accept");
    expect(await t.svc("get", "title")).toEqual({ title: "Outer" });
  }
  await t.svc("eval", "void setTimeout(() => prompt('Behind?'), 400)");
  await t.svc("tab", "new", t.site("<title>Front</title>"));
  const events = await t.events("get", "title");
  while (events.length === 0) events.push(...(await t.events("get", "title")));
  expect(events).toMatchObject([{ message: "Behind?", tab: 0, text: expect.stringContaining("in tab 0") }]);
  expect(await t.svc("get", "title")).toEqual({ title: "Front" });
  expect(await t.svc("tab", "switch", "0")).toMatchObject({ switched: 0 });
  expect(await t.fails("get", "title")).toMatchObject(halted("Behind?"));
  expect(await t.svc("tab", "close")).toMatchObject({ closed: [0] });
  expect(await t.svc("get", "title")).toEqual({ title: "Front" });
});

test("a dialog at the first script of a popup is told with it, and waits in its tab", async () => {
  await using t = await fixture();
  const state = await t.open("<a href=/asks target=_blank>Open</a>", {
    "/asks": "<title>Asks</title><script>document.title = confirm('Popup?')</script>",
  });
  const events = await t.events("click", indexOf(state, { name: "Open" }));
  expect(events.map(({ kind }) => kind).sort()).toEqual(["dialog", "tab"]);
  await t.svc("tab", "switch", "1");
  expect(await t.svc("dialog", "accept")).toMatchObject({ message: "Popup?" });
  expect(await t.svc("get", "title")).toEqual({ title: "true" });
});

test("typing and keys that open a dialog end well, and text that a page floods it with is cut", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<input aria-label=Field oninput="if (value === 'ab') confirm('x'.repeat(5000))"><button onkeydown="confirm('Key?')">Key</button>`,
  );
  expect(await t.svc("click", indexOf(state, { name: "Key" }))).toMatchObject({ clicked: 2 });
  expect(await t.events("keys", "Enter")).toMatchObject([{ message: "Key?" }]);
  await t.svc("dialog", "accept");
  await t.svc("click", indexOf(state, { name: "Field" }));
  const [told] = await t.events("type", "abc");
  expect(String(told?.message)).toHaveLength(5000);
  expect(String(told?.text).length).toBeLessThan(400);
  await t.svc("dialog", "accept");
});

test("a question of a page that is on its way to another one does not hold that up", async () => {
  await using t = await fixture();
  const slow = async () => {
    await Bun.sleep(200);
    return htmlResponse("<title>Next</title>");
  };
  await t.open(`<button onclick="location.href = '/slow'; setTimeout(() => confirm('Really?'))">Go</button>`, {
    "/slow": slow,
  });
  await t.svc("eval", "void setTimeout(() => { location.href = '/slow'; setTimeout(() => confirm('Really?'), 100) })");
  expect(await t.svc("wait", "selector", "body:empty", "--state", "attached")).toMatchObject({ found: true });
  expect(await t.svc("get", "title")).toEqual({ title: "Next" });
  await t.svc("back");
  await t.svc("state");
  expect(await t.svc("click", "1")).toMatchObject({ clicked: 1 });
  while ((await t.svc("dialog", "status")).open) await t.svc("dialog", "dismiss");
  expect(await t.svc("wait", "selector", "body:empty", "--state", "attached")).toMatchObject({ found: true });
});
