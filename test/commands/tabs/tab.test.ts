import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";

test("tab list shows address and title of every tab, and marks the current one", async () => {
  await using t = await fixture();
  const site = t.site("<title>One</title>", { "/two": "<title>Two</title>" });
  await t.svc("open", site);
  expect(await t.svc("tab", "new", `${site}two`)).toEqual({ created: 1, url: `${site}two`, title: "Two", status: 200 });
  expect(await t.svc("tabs")).toEqual({
    tabs: [
      { index: 0, id: expect.stringMatching(/^\w{4}$/), url: site, title: "One", current: false },
      { index: 1, id: expect.stringMatching(/^\w{4}$/), url: `${site}two`, title: "Two", current: true },
    ],
  });
  await t.svc("eval", "document.title = 'Renamed'; history.pushState(0, '', '?pushed')");
  expect(await t.text("tab", "list")).toBe(`TAB  URL\n0    ${site}  One\n1    ${site}two?pushed  Renamed  (current)`);
});

test("tab new opens a blank tab or an address, and commands go on there", async () => {
  await using t = await fixture();
  const site = t.site("<title>Page</title>");
  await t.svc("open", site);
  expect(await t.svc("tab", "new")).toEqual({ created: 1, url: "about:blank" });
  expect(await t.svc("state")).toMatchObject({ url: "about:blank", tab: { index: 1, count: 2 } });
  expect(await t.svc("tab", "new", site.replace("http://", ""))).toMatchObject({
    created: 2,
    url: site,
    title: "Page",
  });
  expect(await t.svc("tab", "new", `${site}missing`)).toMatchObject({ created: 3, status: 404 });
  expect(await t.fails("tab", "new", "two words")).toMatchObject({ code: "usage" });
  expect((await t.svc("tab", "list")).tabs).toHaveLength(4);
});

test("tab switch lets commands go to another tab, and each keeps its indices", async () => {
  await using t = await fixture();
  await t.open("<title>One</title><input aria-label=First>");
  await t.svc(
    "tab",
    "new",
    t.site("<title>Two</title><button>Second</button><script>window.shown = document.visibilityState</script>"),
  );
  await t.svc("state");
  expect(await t.svc("tab", "switch", "0")).toMatchObject({ switched: 0, title: "One" });
  expect(await t.svc("input", "1", "x")).toEqual({ input: "x", element: 1 });
  expect(await t.svc("switch", "1")).toMatchObject({ switched: 1, title: "Two" });
  expect(await t.svc("click", "1")).toEqual({ clicked: 1 });
  expect(await t.svc("eval", "[document.visibilityState, document.hasFocus()]")).toMatchObject({
    result: ["visible", true],
  });
  expect(await t.fails("tab", "switch", "2")).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("0 to 1"),
    hint: expect.stringContaining("svc tab list"),
  });
  expect(await t.fails("tab", "switch", "one")).toMatchObject({ code: "usage" });
  expect(await t.svc("get", "title")).toEqual({ title: "Two" });
});

test("tab close closes the current tab, or several, and a wrong index closes none", async () => {
  await using t = await fixture();
  const site = t.site("", Object.fromEntries([..."abcde"].map((name) => [`/${name}`, `<title>${name}</title>`])));
  await t.svc("open", `${site}a`);
  for (const name of "bcde") await t.svc("tab", "new", site + name);
  const titles = async () =>
    (await t.svc("tab", "list")).tabs.map(
      ({ title, current }: { title: string; current: boolean }) => title + (current ? "*" : ""),
    );
  expect(await titles()).toEqual(["a", "b", "c", "d", "e*"]);
  expect(await t.fails("tab", "close", "1", "9")).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("9"),
  });
  expect(await titles()).toEqual(["a", "b", "c", "d", "e*"]);
  expect(await t.svc("tab", "close", "0", "2")).toEqual({ closed: [0, 2], remaining: 3 });
  expect(await titles()).toEqual(["b", "d", "e*"]);
  expect(await t.svc("close-tab")).toEqual({ closed: [2], remaining: 2 });
  expect(await titles()).toEqual(["b", "d*"]);
  await t.svc("tab", "switch", "0");
  expect(await t.svc("tab", "close", "0")).toMatchObject({ remaining: 1 });
  expect(await t.svc("get", "title")).toEqual({ title: "d" });
});

test("commands work after the last tab was closed", async () => {
  await using t = await fixture();
  await t.open("<title>Only</title>");
  expect(await t.svc("tab", "close", "0")).toEqual({ closed: [0], remaining: 0 });
  expect(await t.svc("tab", "list")).toEqual({ tabs: [] });
  expect(await t.fails("tab", "close")).toMatchObject({ code: "not_found" });
  expect(await t.fails("tab", "close", "0")).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("no tab is open"),
  });
  expect(await t.svc("cookies", "get", "--url", "https://example.com")).toEqual({ cookies: [] });
  expect(await t.svc("state")).toMatchObject({ url: "about:blank", tab: { index: 0, count: 1 } });
  expect(await t.svc("open", t.site("<title>Again</title>"))).toMatchObject({ title: "Again", status: 200 });
});

test("a tab that closes itself leaves the others usable, and a closed one asks nobody", async () => {
  await using t = await fixture();
  await t.open(`<title>Opener</title><a href=/child target=_blank rel=opener>Child</a>`, {
    "/child": `<title>Child</title><button onclick="window.close()">Close me</button><script>addEventListener("beforeunload", (event) => event.preventDefault())</script>`,
  });
  await t.svc("click", "1");
  await t.svc("tab", "switch", "1");
  await t.svc("state");
  await t.svc("click", "1").catch(() => {});
  await t.svc("wait", "selector", "a");
  expect(await t.svc("tab", "list")).toMatchObject({ tabs: [{ title: "Opener", current: true }] });
  await t.svc("click", "1");
  await t.svc("tab", "switch", "1");
  await t.svc("click", "5", "200");
  expect(await t.svc("tab", "close")).toMatchObject({ closed: [1], remaining: 1 });
});
