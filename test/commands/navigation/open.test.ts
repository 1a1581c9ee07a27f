import { expect, test } from "bun:test";
import { pathToFileURL } from "node:url";
import { fixture, write } from "../../fixture.ts";
import { localServer } from "../../support/server.ts";

const text = (body: string, init: ResponseInit = {}) =>
  new Response(body, { ...init, headers: { "content-type": "text/html; charset=utf-8", ...init.headers } });
/** An answer that never comes. The server is stopped with its open connections when the test ends. */
const never = () => new Promise<Response>(() => {});

test("open reports the page that was reached, not the address that was asked for", async () => {
  await using t = await fixture();
  const site = t.site("<title>Start</title>", {
    "/old": () => Response.redirect("/new", 302),
    "/new": "<title>Grüße, 東京 🎉</title>",
    "/script": `<title>No</title><script>location.replace("/slow")</script>`,
    "/meta": `<title>No</title><meta http-equiv=refresh content="0;url=/slow">`,
    "/slow": async () => {
      await Bun.sleep(150);
      return text("<title>Reached</title>");
    },
  });
  expect(await t.svc("open", `${site}old`)).toEqual({ url: `${site}new`, title: "Grüße, 東京 🎉", status: 200 });
  expect(await t.svc("open", `${site}script`)).toEqual({ url: `${site}slow`, title: "Reached", status: 200 });
  expect(await t.svc("open", `${site}meta`)).toEqual({ url: `${site}slow`, title: "Reached", status: 200 });
  expect(await t.text("goto", site)).toBe(`url: ${site}\ntitle: Start\nstatus: 200`);
});

test("open succeeds on a page of an error and tells its status", async () => {
  await using t = await fixture();
  const site = t.site("", {
    "/broken": () => text("<title>Broken</title>", { status: 500 }),
    "/secret": () =>
      text("<title>Who are you?</title>", { status: 401, headers: { "www-authenticate": "Basic realm=x" } }),
  });
  expect(await t.svc("open", `${site}missing`)).toEqual({ url: `${site}missing`, title: "Not found", status: 404 });
  expect(await t.svc("open", `${site}broken`)).toEqual({ url: `${site}broken`, title: "Broken", status: 500 });
  const secret = { url: `${site}secret`, title: "Who are you?", status: 401 };
  expect(await t.svc("open", `${site}secret`)).toEqual({
    ...secret,
    hint: expect.stringContaining("--http-credentials"),
  });
});

test("open fails where there is no page, says why, and the page before stays usable", async () => {
  await using t = await fixture();
  const gone = localServer(() => new Response());
  const refused = `http://127.0.0.1:${gone.port}/`;
  await gone.stop(true);
  const site = t.site("<title>Still here</title><button>Go</button>", {
    "/empty": () => new Response(null, { status: 204 }),
    "/file": () =>
      new Response("data", {
        headers: { "content-type": "application/octet-stream", "content-disposition": "attachment; filename=x.bin" },
      }),
  });
  await t.svc("open", site);
  expect(await t.fails("open", `${site}empty`)).toMatchObject({
    code: "navigation",
    message: expect.stringContaining("204"),
  });
  expect(await t.fails("open", `${site}file`)).toMatchObject({
    code: "navigation",
    message: expect.stringContaining("download"),
  });
  expect(await t.svc("state")).toMatchObject({
    url: site,
    title: "Still here",
    status: 200,
    elements: [{ name: "Go" }],
  });
  expect(await t.fails("open", refused)).toMatchObject({
    code: "navigation",
    message: expect.stringContaining("ERR_CONNECTION_REFUSED"),
    hint: expect.any(String),
  });
  expect(await t.fails("open", "file:///no/such/file.html")).toMatchObject({
    code: "navigation",
    message: expect.stringContaining("ERR_FILE_NOT_FOUND"),
  });
  expect(await t.svc("open", site)).toMatchObject({ title: "Still here", status: 200 });
});

test("open refuses what is no address, and goes nowhere", async () => {
  await using t = await fixture();
  const site = t.site("<title>Here</title>");
  await t.svc("open", site);
  for (const wrong of ["", "two words", "http://", "javascript:document.title=1", "foo://bar"]) {
    expect(await t.fails("open", wrong)).toMatchObject({ code: "usage" });
  }
  expect(await t.fails("open")).toMatchObject({ code: "usage" });
  expect(await t.fails("open", site, "--wait", "forever")).toMatchObject({
    code: "usage",
    message: expect.stringContaining("load, dom, none"),
  });
  expect(await t.svc("get", "url")).toEqual({ url: site });
});

test("open loads pages that no server has, and they have no status", async () => {
  await using t = await fixture();
  const path = write(t.folder, "page one.html", "<!doctype html><title>A file</title>");
  const before = process.cwd();
  await t.svc("open", t.site("with a status"));
  expect(await t.svc("open", "about:blank")).toEqual({ url: "about:blank", title: "" });
  expect(await t.svc("open", "data:text/html,<title>Data</title><p>x</p>")).toEqual({
    url: "data:text/html,<title>Data</title><p>x</p>",
    title: "Data",
  });
  expect(await t.svc("open", path)).toEqual({ url: pathToFileURL(path).href, title: "A file" });
  await t.svc("open", "about:blank");
  process.chdir(t.folder);
  try {
    expect(await t.svc("open", "./page one.html")).toEqual({ url: pathToFileURL(path).href, title: "A file" });
  } finally {
    process.chdir(before);
  }
});

test("open of a place in the page keeps the page", async () => {
  await using t = await fixture();
  const site = t.site("<title>Long</title><div style='height:3000px'></div><h2 id=end>End</h2>");
  await t.svc("open", site);
  await t.svc("eval", "window.kept = 1");
  expect(await t.svc("open", `${site}#end`)).toEqual({ url: `${site}#end`, title: "Long", status: 200 });
  expect(await t.svc("eval", "[window.kept, scrollY > 1000]")).toMatchObject({ result: [1, true] });
});

test("open does not wait for more of the page than --wait says", async () => {
  await using t = await fixture();
  const site = t.site("<title>Picture</title><img src=/never.png>", { "/never.png": never });
  expect(await t.svc("open", site, "--wait", "dom")).toEqual({
    url: site,
    title: "Picture",
    status: 200,
    loading: true,
  });
  expect(await t.svc("state")).toMatchObject({ title: "Picture" });
  expect(await t.svc("open", "about:blank")).toEqual({ url: "about:blank", title: "" });
  expect(await t.svc("open", site, "--wait", "none")).toMatchObject({ url: site, loading: true });
});

test("open of a page that never answers ends at --timeout, and the tab stays usable", async () => {
  await using t = await fixture();
  const site = t.site("<title>Before</title><button onclick='document.title=1'>Go</button><button>Other</button>", {
    "/never": never,
    "/next": "<title>Next</title>",
  });
  await t.svc("open", site);
  expect(await t.fails("open", `${site}never`, "--timeout", "700")).toMatchObject({ code: "timeout" });
  expect(await t.svc("state")).toMatchObject({ url: site, title: "Before", status: 200 });
  expect(await t.svc("click", "1")).toEqual({ clicked: 1 });
  expect(await t.svc("open", `${site}next`)).toMatchObject({ title: "Next", status: 200 });
});

test("open leaves a page that asks whether to leave it", async () => {
  await using t = await fixture();
  await t.open(
    `<button>Touch</button><script>addEventListener("beforeunload", (event) => event.preventDefault())</script>`,
  );
  await t.svc("click", "1");
  expect(await t.events("open", t.site("<title>Left</title>"))).toMatchObject([
    { kind: "dialog", type: "beforeunload", accepted: true },
  ]);
  expect(await t.svc("get", "title")).toEqual({ title: "Left" });
});

test("commands on a page whose process crashed say so at once, and the tab can be used again", async () => {
  await using t = await fixture();
  await t.open("<title>Fine</title><button>Go</button>");
  const { url: site } = await t.svc("get", "url");
  await t.fails("open", "chrome://crash");
  for (const argv of [
    ["state"],
    ["eval", "1"],
    ["get", "title"],
    ["click", "1"],
    ["screenshot"],
    ["wait", "text", "Fine"],
  ]) {
    expect(await t.fails(...argv, "--timeout", "3000")).toMatchObject({
      code: "crashed",
      hint: expect.stringContaining("svc reload"),
    });
  }
  expect(await t.svc("reload")).toMatchObject({ url: site, title: "Fine", status: 200 });
  await t.fails("open", "chrome://crash");
  await t.fails("get", "title", "--timeout", "3000");
  expect(await t.svc("open", site)).toMatchObject({ title: "Fine", status: 200 });
  expect(await t.svc("state")).toMatchObject({ title: "Fine", elements: [{ name: "Go" }] });
});
