import { expect, test } from "bun:test";
import { fixture, indexOf } from "../../fixture.ts";
import { localServer } from "../../support/server.ts";

test("back and forward go through the history, report the page reached, and fail at its ends", async () => {
  await using t = await fixture();
  const site = t.site("<title>First</title>", {
    "/second": "<title>Second</title>",
    "/third": () =>
      new Response("<title>Third</title>", {
        status: 404,
        headers: { "content-type": "text/html", "cache-control": "no-store" },
      }),
  });
  for (const path of ["", "second", "third"]) await t.svc("open", site + path);
  expect(await t.svc("back")).toMatchObject({ back: true, url: `${site}second`, title: "Second" });
  expect(await t.svc("back")).toMatchObject({ back: true, url: site, title: "First" });
  expect(await t.svc("forward")).toMatchObject({ forward: true, url: `${site}second`, title: "Second" });
  expect(await t.svc("forward")).toMatchObject({ url: `${site}third`, title: "Third", status: 404 });
  expect(await t.fails("forward")).toMatchObject({ code: "not_found", message: expect.stringContaining("later") });
  await t.svc("back");
  await t.svc("back");
  // A new tab may begin with a blank page.
  await t.svc("back").catch(() => {});
  expect(await t.fails("back")).toMatchObject({ code: "not_found", message: expect.stringContaining("earlier") });
});

test("back comes to a page as it was left, and its elements can be used", async () => {
  await using t = await fixture();
  await t.open(
    `<title>Form</title><input aria-label=Name><iframe src=/inner></iframe><script>addEventListener("pageshow", (event) => (window.kept = event.persisted))</script>`,
    {
      "/inner": "<button onclick=\"this.textContent='Pressed'\">Inside</button>",
      "/next": "<title>Next</title>",
    },
  );
  const site = (await t.svc("get", "url")).url;
  await t.svc("input", "1", "Jane");
  await t.svc("open", `${site}next`);
  expect(await t.fails("get", "value", "1")).toMatchObject({ code: "stale", message: expect.stringContaining("Name") });
  expect(await t.svc("back")).toMatchObject({ url: site, title: "Form" });
  const state = await t.svc("state");
  expect(state).toMatchObject({
    url: site,
    title: "Form",
    elements: [{ name: "Name", value: "Jane" }, { name: "Inside" }],
  });
  await t.svc("click", indexOf(state, { name: "Inside" }));
  expect(await t.svc("get", "text", indexOf(state, { name: "Inside" }))).toMatchObject({ text: "Pressed" });
});

test("back and forward follow entries that a page pushed, those of the same address too", async () => {
  await using t = await fixture();
  const site = t.site("<title>App</title>");
  await t.svc("open", site);
  await t.svc(
    "eval",
    `addEventListener("popstate", (event) => (document.title = "at " + event.state)); history.replaceState(0, ""); history.pushState(1, "", "?page=1"); history.pushState(2, "")`,
  );
  expect(await t.svc("back", "--timeout", "5000")).toMatchObject({ url: `${site}?page=1`, title: "at 1" });
  expect(await t.svc("back")).toMatchObject({ url: site, title: "at 0" });
  expect(await t.svc("forward")).toMatchObject({ url: `${site}?page=1`, title: "at 1" });
});

test("reload loads the page again, from the server, and its old indices are stale", async () => {
  await using t = await fixture();
  let count = 0;
  await t.open("<form method=post action=/sum><button>Send</button></form>", {
    "/sum": () =>
      new Response(`<title>Sum ${++count}</title><button>Again</button>`, {
        status: 201,
        headers: { "content-type": "text/html" },
      }),
  });
  expect(await t.svc("click", "1")).toMatchObject({ navigated: { title: "Sum 1", status: 201 } });
  await t.svc("state");
  expect(await t.svc("reload")).toMatchObject({ reloaded: true, title: "Sum 2", status: 201 });
  expect(await t.fails("click", "1")).toMatchObject({ code: "stale", message: expect.stringContaining("Again") });
  await t.svc("open", "about:blank");
  expect(await t.svc("reload")).toEqual({ reloaded: true, url: "about:blank", title: "" });
});

test("reload, back and forward fail like open where the page does not load", async () => {
  await using t = await fixture();
  const headers = { "cache-control": "no-store" };
  const server = localServer(() => new Response("up", { headers }));
  const address = `http://127.0.0.1:${server.port}/`;
  await t.svc("open", address);
  await t.svc("open", t.site("<title>Next</title>"));
  await server.stop(true);
  const failed = { code: "navigation", message: expect.stringContaining(`${address} did not open`) };
  expect(await t.fails("back")).toMatchObject(failed);
  expect(await t.fails("reload")).toMatchObject(failed);
  expect(await t.svc("forward")).toMatchObject({ title: "Next" });
});
