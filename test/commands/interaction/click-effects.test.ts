/** What a click leads to: pages, downloads, tabs and dialogs. */
import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";

test("click reports the page it led to, with its status, and the next command runs there", async () => {
  await using t = await fixture();
  const routes = {
    "/next": "<title>Next</title><button>On</button>",
    "/slow": async () => {
      await Bun.sleep(200);
      return new Response("<title>Slow</title>", { status: 503, headers: { "content-type": "text/html" } });
    },
    "/old": () => Response.redirect("/next"),
  };
  const state = await t.open(
    `<a href=/old>Link</a><form action=/slow><button>Send</button></form><button onclick="setTimeout(() => (location.href='/next'))">Soon</button><a href="#here">Here</a>`,
    routes,
  );
  const { url: site } = await t.svc("get", "url");
  expect(await t.svc("click", indexOf(state, { name: "Here" }))).toEqual({
    clicked: 4,
    navigated: { url: `${site}#here`, title: "" },
  });
  expect(await t.svc("click", indexOf(state, { name: "Link" }))).toEqual({
    clicked: 1,
    navigated: { url: `${site}next`, title: "Next", status: 200 },
  });
  expect(await t.svc("get", "title")).toEqual({ title: "Next" });
  expect(await t.fails("click", "1")).toMatchObject({ code: "stale", message: expect.stringContaining("Link") });
  await t.svc("open", site);
  await t.svc("state");
  expect(await t.text("click", "2")).toBe(`clicked: 2\nnavigated: ${site}slow?\ntitle: Slow\nstatus: 503`);
  await t.svc("open", site);
  await t.svc("state");
  expect(await t.svc("click", "3")).toMatchObject({ navigated: { title: "Next" } });
});

test("click of a link that leads to no page ends", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<title>Stays</title><a href=/empty>Empty</a><a href="mailto:a@example.com">Mail</a><a href="javascript:void(window.ran = true)">Script</a>`,
    {
      "/empty": () => new Response(null, { status: 204 }),
    },
  );
  for (const { name, index } of state.elements) {
    expect(await t.svc("click", String(index))).toEqual({ clicked: index });
    expect(await t.svc("eval", "[document.title, window.ran === true]")).toMatchObject({
      result: ["Stays", name === "Script"],
    });
  }
});

test("click tells of a download that it started", async () => {
  await using t = await fixture();
  await t.open("<a href=/file>File</a>", {
    "/file": () =>
      new Response("data", {
        headers: {
          "content-type": "application/octet-stream",
          "content-disposition": "attachment; filename=report.bin",
        },
      }),
  });
  const events = [...(await t.events("click", "1")), ...(await t.events("state"))];
  expect(events).toMatchObject([{ kind: "download", text: expect.stringContaining("report.bin") }]);
});

test("click ends at --timeout when the page it leads to never answers, and the tab stays usable", async () => {
  await using t = await fixture();
  await t.open(`<title>Before</title><a href=/never>Never</a>`, { "/never": () => new Promise<Response>(() => {}) });
  expect(await t.fails("click", "1", "--timeout", "700")).toMatchObject({ code: "timeout" });
  expect(await t.svc("get", "title", "--timeout", "4000")).toEqual({ title: "Before" });
});

test("click tells of the tab that it opened, and stays where it was", async () => {
  await using t = await fixture();
  const state = await t.open(
    `<title>Here</title><a href=/next target=_blank>Blank</a><button onclick="window.open('/next?popup', '', 'width=300,height=200')">Popup</button><button onclick="window.open().document.title='Empty'">Empty</button>`,
    { "/next": "<title>Next</title>" },
  );
  const { url: site } = await t.svc("get", "url");
  expect(await t.events("click", indexOf(state, { name: "Blank" }))).toMatchObject([
    { kind: "tab", index: 1, url: `${site}next` },
  ]);
  expect(await t.events("click", indexOf(state, { name: "Popup" }))).toMatchObject([
    { kind: "tab", index: 2, url: `${site}next?popup` },
  ]);
  expect(await t.events("click", indexOf(state, { name: "Empty" }))).toMatchObject([
    { kind: "tab", index: 3, url: "about:blank" },
  ]);
  expect(await t.events("get", "title")).toEqual([]);
  expect(await t.svc("tab", "list")).toMatchObject({
    tabs: [
      { title: "Here", current: true },
      { url: `${site}next`, title: "Next", current: false },
      { url: `${site}next?popup` },
      {},
    ],
  });
});

test("dialogs are answered and told once, in tabs that were opened later too", async () => {
  await using t = await fixture();
  await t.svc("config", "set", "dialogs", "accept");
  const dialogs = `<button onclick="alert('Hello'); window.sure = confirm('Sure?'); window.answer = prompt('Name?', 'Jane')">Ask</button>`;
  const told = [
    { kind: "dialog", type: "alert", message: "Hello", accepted: true },
    { kind: "dialog", type: "confirm", message: "Sure?", accepted: true },
    { kind: "dialog", type: "prompt", message: "Name?", accepted: true },
  ];
  await t.open(`${dialogs}<a href=/other target=_blank>Other</a>`, { "/other": dialogs });
  expect(await t.events("click", "1")).toMatchObject(told);
  expect(await t.events("state")).toEqual([]);
  expect(await t.svc("eval", "[sure, answer]")).toMatchObject({ result: [true, "Jane"] });
  await t.svc("click", "2");
  await t.svc("tab", "switch", "1");
  await t.svc("state");
  expect(await t.events("click", "1")).toMatchObject(told);
  const greeting = t.site("<title>Greeting</title><script>alert('Welcome')</script>");
  expect(await t.events("open", greeting)).toMatchObject([{ kind: "dialog", type: "alert", message: "Welcome" }]);
  expect(await t.svc("get", "title")).toEqual({ title: "Greeting" });
});

test("click that closes its own tab is done, and it is told that the tab is gone", async () => {
  await using t = await fixture();
  const closing = (how: string) => `<title>Closing</title><button onclick="${how}">Close</button>`;
  const routes = { "/now": closing("window.close()"), "/soon": closing("setTimeout(() => window.close())") };
  await t.open("<title>First</title><a href=/now target=_blank>Now</a><a href=/soon target=_blank>Soon</a>", routes);
  for (const link of ["1", "2"]) {
    await t.svc("click", link);
    await t.svc("tab", "switch", "1");
    await t.svc("state");
    const events = await t.events("click", "1");
    // The tab closes a moment after the click: with its answer, or with one of the next.
    while (events.length === 0) events.push(...(await t.events("tab", "list")));
    expect(events).toMatchObject([{ kind: "tab", index: 1, closed: true }]);
    expect(await t.svc("get", "title")).toEqual({ title: "First" });
  }
});
