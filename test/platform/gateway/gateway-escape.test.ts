/**
 * A client tries every known way to read a file of the server through its browser. No message of the browser may contain the
 * content of that file. A file of the browser, read in the same way, shows that a leak would be noticed.
 */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attachTo } from "../../../src/browser/launch/attach.ts";
import { Connection, type Session } from "../../../src/cdp/connection.ts";
import type { Data } from "../../fixture.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { served, type TestPlatform } from "../served.ts";

const SECRET = "the-secret-of-this-machine";
const MINE = "what-the-caller-brought-along";

let platform: TestPlatform;
let made: Data;
let site: Bun.Server<undefined>;
let connection: Connection;
const { path: folder, [Symbol.dispose]: removeFolder } = temporaryFolder();
let secretUrl = "";
/** All messages of the browser to this client. */
let heard: string[] = [];

beforeAll(async () => {
  writeFileSync(join(folder, "secret.html"), `<script>document.title = "${SECRET}"</script><p>${SECRET}`);
  secretUrl = `file://${folder}/secret.html`;
  platform = await served();
  made = await platform.browser();
  writeFileSync(join(running().uploads, "mine.txt"), MINE);
  site = localServer(({ url }) =>
    url.endsWith("/to-file")
      ? new Response(null, { status: 302, headers: { location: secretUrl } })
      : url.endsWith("/download")
        ? new Response("down", { headers: { "content-disposition": 'attachment; filename="d.txt"' } })
        : htmlResponse("<title>page</title><input type=file>"),
  );
  const transport = await attachTo(made.cdpUrl, AbortSignal.timeout(10_000));
  connection = new Connection(transport);
  const { receive } = transport;
  transport.receive = (text) => {
    heard.push(text);
    receive(text);
  };
});
afterAll(async () => {
  connection.close();
  await platform[Symbol.asyncDispose]();
  await site.stop(true);
  removeFolder();
});

function running() {
  const browser = platform.server.platform.fleet.get(made.id);
  if (!browser) throw new Error("the browser is gone");
  return browser;
}

/** Calls any method by name; an error of the browser counts as an answer. */
type Ask = (method: string, params?: object) => Promise<Data>;

const asker =
  (session: Session): Ask =>
  (method, params = {}) =>
    session.sendMayFail(method as never, params as never) as Promise<Data>;

/** Runs in the page; result or exception reach the client. */
const runs = (expression: string) => (ask: Ask) =>
  ask("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true, userGesture: true });

const inPage = (html: string) => runs(`document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(html)})`);

async function documentOf(ask: Ask): Promise<{ frameId: string }> {
  const { frameTree } = await ask("Page.getFrameTree");
  return { frameId: frameTree.frame.id };
}

/** Answers the next request of the page in place of the site. */
async function answering(ask: Ask, method: string, params: object): Promise<void> {
  await ask("Fetch.enable", {
    patterns: [{ urlPattern: "*", requestStage: method.includes("Response") ? "Response" : "Request" }],
  });
  const navigating = ask("Page.navigate", { url: `${site.url}elsewhere` });
  const messages = () => heard.map((text) => JSON.parse(text) as Data);
  const { params: paused } = await until(() => messages().find(({ method }) => method === "Fetch.requestPaused"));
  const { requestId } = paused;
  if (!(await ask(method, { requestId, ...params })))
    await ask("Fetch.failRequest", { requestId, errorReason: "Failed" });
  await navigating;
  await ask("Fetch.disable");
}

const location = () => [{ name: "location", value: secretUrl }];

/** Ways by name. */
const WAYS: Record<string, (ask: Ask) => Promise<unknown>> = {
  "Page.navigate": (ask) => ask("Page.navigate", { url: secretUrl }),
  "Page.navigate of a frame": async (ask) => {
    await inPage("<iframe srcdoc=x></iframe>")(ask);
    const { frameTree } = await ask("Page.getFrameTree");
    await ask("Page.navigate", { url: secretUrl, frameId: frameTree.childFrames[0].frame.id });
  },
  "view-source": (ask) => ask("Page.navigate", { url: `view-source:${secretUrl}` }),
  "Target.createTarget": (ask) => ask("Target.createTarget", { url: secretUrl }),
  "a redirect": (ask) => ask("Page.navigate", { url: `${site.url}to-file` }),
  "a frame in data:": (ask) => ask("Page.navigate", { url: `data:text/html,<iframe src="${secretUrl}"></iframe>` }),
  "Page.setDocumentContent": async (ask) =>
    ask("Page.setDocumentContent", {
      ...(await documentOf(ask)),
      html: `<iframe src="${secretUrl}"></iframe><object data="${secretUrl}"></object><embed src="${secretUrl}">`,
    }),
  "Network.loadNetworkResource": async (ask) =>
    ask("Network.loadNetworkResource", {
      ...(await documentOf(ask)),
      url: secretUrl,
      options: { disableCache: true, includeCredentials: true },
    }),
  "Network.loadNetworkResource, redirected": async (ask) =>
    ask("Network.loadNetworkResource", {
      ...(await documentOf(ask)),
      url: `${site.url}to-file`,
      options: { disableCache: true, includeCredentials: true },
    }),
  fetch: (ask) => runs(`fetch("${secretUrl}").then((answer) => answer.text())`)(ask),
  XMLHttpRequest: (ask) =>
    runs(
      `new Promise((done) => { const x = new XMLHttpRequest(); x.onloadend = () => done(x.responseText); x.open("GET", "${secretUrl}"); x.send(); })`,
    )(ask),
  import: (ask) => runs(`import("${secretUrl}")`)(ask),
  "a worker": (ask) =>
    runs(
      `new Promise((done) => { new Worker(URL.createObjectURL(new Blob(['fetch("${secretUrl}").then((a) => a.text()).then(postMessage, (e) => postMessage(String(e)))']))).onmessage = (m) => done(m.data) })`,
    )(ask),
  "window.open": (ask) =>
    runs(
      `void open("${secretUrl}"), void open("view-source:${secretUrl}"), new Promise((done) => setTimeout(done, 100))`,
    )(ask),
  "location and its friends": (ask) =>
    runs(`try { history.pushState(0, "", "${secretUrl}") } catch {}; location.replace("${secretUrl}")`)(ask),
  "a link that is clicked": (ask) =>
    inPage(`<a href="${secretUrl}" id=l>x</a>`)(ask).then(() => runs("l.click()")(ask)),
  "a form": (ask) => inPage(`<form action="${secretUrl}" id=f></form>`)(ask).then(() => runs("f.submit()")(ask)),
  "styles and pictures": (ask) =>
    inPage(
      `<style>@import "${secretUrl}"</style><link rel=stylesheet href="${secretUrl}"><img src="${secretUrl}"><link rel=manifest href="${secretUrl}">`,
    )(ask).then(() => ask("Page.getAppManifest")),
  "a world with universal access": async (ask) => {
    const { executionContextId } = await ask("Page.createIsolatedWorld", {
      ...(await documentOf(ask)),
      grantUniveralAccess: true,
    });
    for (const expression of [
      `fetch("${secretUrl}").then((answer) => answer.text())`,
      `new Promise((done) => { const f = document.createElement("iframe"); f.onload = () => { try { done(f.contentDocument.documentElement.outerHTML) } catch (e) { done(String(e)) } }; f.src = "${secretUrl}"; document.body.append(f); setTimeout(done, 300) })`,
    ])
      await ask("Runtime.evaluate", {
        expression,
        contextId: executionContextId,
        awaitPromise: true,
        returnByValue: true,
      });
  },
  "a context with universal access": async (ask) => {
    const context = await ask("Target.createBrowserContext", {
      originsWithUniversalNetworkAccess: [site.url.origin, "file://"],
    });
    expect(context).toBeUndefined();
  },
  "Fetch.continueRequest": (ask) => answering(ask, "Fetch.continueRequest", { url: secretUrl }),
  "Fetch.fulfillRequest": (ask) =>
    answering(ask, "Fetch.fulfillRequest", { responseCode: 302, responseHeaders: location() }),
  "Fetch.continueResponse": (ask) =>
    answering(ask, "Fetch.continueResponse", { responseCode: 302, responseHeaders: location() }),
  "a link that is dropped": async (ask) => {
    for (const type of ["dragEnter", "dragOver", "drop"])
      await ask("Input.dispatchDragEvent", {
        type,
        x: 200,
        y: 200,
        data: { items: [{ mimeType: "text/uri-list", data: secretUrl }], dragOperationsMask: 1 },
      });
  },
  "a file that is dropped": async (ask) => {
    for (const file of [`${folder}/secret.html`, "mine.txt"])
      for (const type of ["dragEnter", "dragOver", "drop"])
        await ask("Input.dispatchDragEvent", {
          type,
          x: 200,
          y: 200,
          data: { items: [], files: [file], dragOperationsMask: 1 },
        });
  },
  "a link that is dragged by the mouse": async (ask) => {
    const link = `<a href="${secretUrl}" style="position:fixed;left:0;top:0;width:50px;height:50px"
      ondragstart="event.dataTransfer.setData('text/uri-list', '${secretUrl}')">x</a>`;
    await inPage(link)(ask);
    const mouse = (type: string, x: number) =>
      ask("Input.dispatchMouseEvent", { type, x, y: 20, button: "left", buttons: 1, clickCount: 1 });
    await mouse("mousePressed", 20);
    for (const x of [60, 200, 400]) await mouse("mouseMoved", x);
    await mouse("mouseReleased", 400);
  },
  "an attribute that is set": async (ask) => {
    await inPage("<iframe id=i></iframe>")(ask);
    const { root } = await ask("DOM.getDocument");
    const { nodeId } = await ask("DOM.querySelector", { nodeId: root.nodeId, selector: "#i" });
    await ask("DOM.setAttributeValue", { nodeId, name: "src", value: secretUrl });
  },
  "a Refresh header": (ask) =>
    answering(ask, "Fetch.fulfillRequest", {
      responseCode: 200,
      responseHeaders: [{ name: "refresh", value: `0; url=${secretUrl}` }],
    }),
  "a file input": async (ask) => {
    await setsFile(ask, `${folder}/secret.html`);
    await setsFile(ask, `../../../../../../../../../..${folder}/secret.html`);
    await runs("document.querySelector('input').files[0]?.text()")(ask);
  },
  "a download": async (ask) => {
    await ask("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, eventsEnabled: true });
    await inPage(`<a href="${secretUrl}" download id=d>x</a>`)(ask);
    await runs("d.click()")(ask);
  },
  "a PDF of it": (ask) =>
    inPage(`<iframe src="${secretUrl}"></iframe>`)(ask).then(() =>
      ask("Page.printToPDF", { displayHeaderFooter: true, headerTemplate: `<iframe src="${secretUrl}"></iframe>` }),
    ),
  "resources by name": async (ask) => {
    const where = { ...(await documentOf(ask)), url: secretUrl };
    await ask("Page.getResourceContent", where);
    await ask("Page.searchInResource", { ...where, query: "secret" });
    await ask("IO.read", { handle: `${folder}/secret.html` });
    await ask("IO.read", { handle: secretUrl });
  },
  history: async (ask) => {
    const { entries } = await ask("Page.getNavigationHistory");
    for (const { id } of entries) await ask("Page.navigateToHistoryEntry", { entryId: id });
  },
  "a service worker's or a page's own scripts": async (ask) => {
    await ask("Page.addScriptToEvaluateOnNewDocument", {
      source: `fetch("${secretUrl}").then((a) => a.text()).then(console.log)`,
    });
    await ask("Page.navigate", { url: "data:text/html,x" });
  },
};

async function setsFile(ask: Ask, path: string): Promise<void> {
  const { result } = await runs("1")(ask).then(() =>
    ask("Runtime.evaluate", { expression: "document.querySelector('input')" }),
  );
  await ask("DOM.setFileInputFiles", { files: [path], objectId: result.objectId });
}

/** Runs one way on a new page and returns all messages. */
async function tried(way: (ask: Ask) => Promise<unknown>): Promise<string> {
  const { targetId } = await connection.root.send("Target.createTarget", { url: site.url.href });
  const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true });
  const ask = asker(connection.session(sessionId));
  for (const domain of ["Page", "Runtime", "Network", "DOM"]) await ask(`${domain}.enable`);
  await until(async () => (await runs("document.title")(ask))?.result.value === "page");
  heard = [];
  await way(ask);
  // Started requests have now reached all listeners.
  await Bun.sleep(50);
  for (const look of [
    "DOMSnapshot.captureSnapshot",
    "Page.captureSnapshot",
    "Page.getResourceTree",
    "Target.getTargets",
  ])
    await ask(look, look.startsWith("DOMS") ? { computedStyles: [] } : {});
  const said = heard.join("\n");
  const { targetInfos } = await connection.root.send("Target.getTargets");
  for (const { targetId } of targetInfos) await connection.root.sendMayFail("Target.closeTarget", { targetId });
  const reached = targetInfos.map(({ url, title }) => `${url} ${title}`);
  expect(reached.filter((one) => one.startsWith("file:") || one.includes(SECRET))).toEqual([]);
  return said;
}

const in64 = (text: string) => Buffer.from(text).toString("base64").slice(0, -4);

test("reads a file of the browser, which proves that a leak is noticed", async () => {
  const said = await tried(async (ask) => {
    await setsFile(ask, "mine.txt");
    await runs("document.querySelector('input').files[0].text()")(ask);
  });
  expect(said).toContain(MINE);
}, 60_000);

test.each(Object.keys(WAYS))(
  "no leak by %s",
  async (name) => {
    const said = await tried(WAYS[name] as (ask: Ask) => Promise<unknown>);
    expect(said).not.toContain(SECRET);
    expect(said).not.toContain(in64(SECRET));
  },
  60_000,
);

test("stores downloads in the browser's folder, whatever folder the client sets", async () => {
  await tried(async (ask) => {
    await ask("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder, eventsEnabled: true });
    await inPage(`<a href="${site.url}download" id=d>x</a>`)(ask);
    await runs("d.click()")(ask);
    await until(() => heard.some((text) => text.includes('"state":"completed"')));
  });
  expect(readdirSync(running().downloads)).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(["secret.html"]);
}, 60_000);

test.each(["file", "chrome"])(
  "closes a target that shows a %s: URL",
  async (scheme) => {
    // The server's own connection, without the filter.
    const { root } = running().connection;
    const { targetId } = await root.send("Target.createTarget", {
      url: scheme === "file" ? secretUrl : "chrome://version/",
    });
    const isThere = async () =>
      (await root.send("Target.getTargets")).targetInfos.some((one) => one.targetId === targetId);
    await until(async () => !(await isThere()));
  },
  60_000,
);
