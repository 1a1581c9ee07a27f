/** Targets of every kind in a real browser: attached, set up before they run, and released. */

import { expect, test } from "bun:test";
import { acting } from "../../src/page/actions/effects.ts";
import { LEFT_CLICK, press } from "../../src/page/input/pointer.ts";
import { locate } from "../../src/page/locate/click-target.ts";
import { evaluate } from "../../src/page/navigation/evaluate.ts";
import { open, reload } from "../../src/page/navigation/navigate.ts";
import { waitFor } from "../../src/page/reading/wait.ts";
import { readState, WHOLE } from "../../src/page/snapshot/state.ts";
import { failNth } from "../cdp/fake-cdp.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { soon, started } from "./started.ts";

function serve(routes: Record<string, string>, type: Record<string, string> = {}) {
  return localServer((request) => {
    const { pathname } = new URL(request.url);
    const body = routes[pathname];
    if (body === undefined) return new Response("", { status: 404 });
    return new Response(body, { headers: { "content-type": type[pathname] ?? "text/html" } });
  });
}

test("resumes workers of every kind", async () => {
  const js = { "/worker.js": "text/javascript", "/shared.js": "text/javascript", "/service.js": "text/javascript" };
  using site = serve(
    {
      "/": `<p id=p></p><script>
        const say = (text) => (p.textContent += text + ";");
        new Worker("/worker.js").onmessage = ({ data }) => say(data);
        const shared = new SharedWorker("/shared.js");
        shared.port.onmessage = ({ data }) => say(data);
        shared.port.start();
        navigator.serviceWorker.register("/service.js").then((r) => navigator.serviceWorker.ready).then(() => say("service"));
      </script>`,
      "/worker.js": `new Worker(URL.createObjectURL(new Blob(["postMessage('nested')"]))).onmessage = ({ data }) => postMessage("worker " + data)`,
      "/shared.js": `onconnect = ({ ports: [port] }) => port.postMessage("shared")`,
      "/service.js": `oninstall = () => skipWaiting()`,
    },
    js,
  );
  await using b = await started();
  await open(b.page, `http://127.0.0.1:${site.port}/`, "load", soon());
  for (const text of ["worker nested", "shared", "service"])
    await waitFor(b.page, { text }, { signal: soon(), timeoutMs: 20_000 });
});

test("sets up a popup before its first script, so that its first dialog is answered", async () => {
  using site = serve({
    "/": "<title>Opener</title>",
    "/popup": "<script>alert('first thing')</script><title>Popup</title>",
  });
  await using b = await started();
  await open(b.page, `http://127.0.0.1:${site.port}/`, "load", soon());
  await evaluate(b.page, "open('/popup'), 1", soon());
  const happened = await b.browser.takeEvents(soon());
  expect(happened.map(({ kind }) => kind).sort()).toEqual(["dialog", "tab"]);
  expect(b.browser.tabs.map(({ url }) => new URL(url).pathname)).toEqual(["/", "/popup"]);
});

test("walks frames of other processes in their own sessions, with unique indices", async () => {
  using inner = serve({ "/": "<button onclick='this.textContent=`pressed`'>Inner</button>" });
  using site = serve({ "/": `<button>Outer</button><iframe src="http://localhost:${inner.port}/"></iframe>` });
  await using b = await started({ args: ["--site-per-process"] });
  await open(b.page, `http://127.0.0.1:${site.port}/`, "load", soon());
  expect(new Set([...b.page.frames.values()].map((frame) => frame.session)).size).toBe(2);
  const { elements } = await readState(b.page, { index: 0, count: 1 }, WHOLE, soon());
  expect(elements.map(({ index, name }) => [index, name])).toEqual([
    [1, "Outer"],
    [2, "Inner"],
  ]);
  const point = await locate(b.page, 2, { waitMs: 1_000 });
  await acting(b.page, soon(), () => press(b.page, point, LEFT_CLICK));
  await waitFor(b.page, { text: "pressed" }, { signal: soon(), timeoutMs: 20_000 });
});

test("reads a page again when it is replaced during the snapshot", async () => {
  using site = serve({ "/": "<button>Here</button>" });
  const fault = "Cannot find context with specified id";
  for (const [method, n] of [
    ["Page.createIsolatedWorld", 1],
    ["Runtime.evaluate", 1],
    ["Runtime.callFunctionOn", 2],
  ] as const) {
    await using b = await started({ change: ({ transport }) => failNth(transport, method, n, fault) });
    await open(b.page, `http://127.0.0.1:${site.port}/`, "load", soon());
    expect((await readState(b.page, { index: 0, count: 1 }, WHOLE, soon())).elements).toMatchObject([{ name: "Here" }]);
  }
});

test("a frame that disappears during the snapshot does not affect the rest of the page", async () => {
  using site = serve({ "/": `<button>Here</button><iframe srcdoc="<button>There</button>"></iframe>` });
  await using b = await started({
    change: ({ transport }) => failNth(transport, "DOM.getFrameOwner", 1, "Frame with the given id was not found."),
  });
  await open(b.page, `http://127.0.0.1:${site.port}/`, "load", soon());
  const { elements, tree } = await readState(b.page, { index: 0, count: 1 }, WHOLE, soon());
  expect(elements).toMatchObject([{ name: "Here" }]);
  expect(tree).toContain("|IFRAME|");
});

test("a target that disappears during its set-up does not fail the session", async () => {
  using site = serve({ "/": "<title>Opener</title>" });
  await using b = await started({ change: ({ transport }) => failNth(transport, "Page.enable", 2, "Target closed") });
  await open(b.page, `http://127.0.0.1:${site.port}/`, "load", soon());
  await evaluate(b.page, "open('about:blank').close(), 1", soon());
  expect(await evaluate(b.page, "document.title", soon())).toEqual({ result: "Opener", type: "string" });
});

test("notices dialogs that another client answers, and those that end with their process", async () => {
  using site = serve({ "/": "<title>Here</title>" });
  await using b = await started({ owned: false });
  const { page } = b;
  await open(page, `http://127.0.0.1:${site.port}/`, "load", soon());
  const ask = () => acting(page, soon(), async () => void (await evaluate(page, "confirm('Sure?')", soon())));
  await ask();
  expect(page.dialog).toMatchObject({ type: "confirm", message: "Sure?" });
  await page.session.send("Page.handleJavaScriptDialog", { accept: true });
  expect(page.dialog).toBeUndefined();
  expect(await evaluate(page, "document.title", soon())).toMatchObject({ result: "Here" });
  await ask();
  await page.session.sendMayFail("Page.crash");
  expect([page.dialog, page.crash?.code]).toEqual([undefined, "crashed"]);
  expect(await reload(page, soon())).toMatchObject({ title: "Here" });
});

test("in a browser that svc did not start, downloads are only reported, and a hanging page is not killed", async () => {
  using site = serve({ "/": "<title>Here</title><a download=file.txt href='data:text/plain,x'>File</a>" });
  await using b = await started({ owned: false });
  await open(b.page, `http://127.0.0.1:${site.port}/`, "load", soon());
  await evaluate(b.page, "document.querySelector('a').click(), 1", soon());
  const download = await b.browser.downloads.next(soon());
  expect(download).toMatchObject({ name: "file.txt", state: expect.stringMatching(/completed|canceled/) });
  void evaluate(b.page, "for (;;);", soon()).catch(() => {});
  b.browser.suspect();
  const page = await b.browser.page(soon());
  expect(await evaluate(page, "document.title", soon())).toMatchObject({ result: "Here" });
  const told = await b.browser.takeEvents(soon());
  expect(told).toMatchObject([{ kind: "recovered", text: expect.stringContaining("stopped") }]);
});

test("stops only the frame that hangs in a process of its own", async () => {
  const asked = Promise.withResolvers<void>();
  const hang = `onmessage = () => {
    const last = new XMLHttpRequest();
    last.open("GET", "/last", false);
    last.send();
    for (;;);
  }`;
  using inner = localServer({
    routes: {
      "/": htmlResponse(`<title>Inner</title><script>${hang}</script>`),
      "/last": () => {
        asked.resolve();
        return new Response("");
      },
    },
  });
  using site = serve({ "/": `<title>Outer</title><iframe src="http://localhost:${inner.port}/"></iframe>` });
  await using b = await started({ args: ["--site-per-process"] });
  await open(b.page, `http://127.0.0.1:${site.port}/`, "load", soon());
  await evaluate(
    b.page,
    "frames[0].postMessage(1, '*'), window.kept = setTimeout(() => (window.ran = 1), 700), 1",
    soon(),
  );
  await asked.promise;
  b.browser.suspect();
  const page = await b.browser.page(soon());
  const frame = [...page.frames.values()][1];
  expect((await frame?.call("documentFacts", []))?.title).toBe("Inner");
  expect(await evaluate(page, "new Promise((done) => setTimeout(() => done(window.ran), 800))", soon())).toMatchObject({
    result: 1,
  });
  expect(await b.browser.takeEvents(soon())).toMatchObject([{ kind: "recovered" }]);
});
