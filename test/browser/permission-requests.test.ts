/** Refused permission requests of pages, with `reportPermissions`. */

import { expect, test } from "bun:test";
import type { Browser } from "../../src/browser/browser.ts";
import type { Page } from "../../src/page/core/page.ts";
import { evaluate } from "../../src/page/navigation/evaluate.ts";
import { open } from "../../src/page/navigation/navigate.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { soon, started } from "./started.ts";

const ASK = "navigator.geolocation.getCurrentPosition(() => {}, () => {})";

/**
 * `/asks` requests the location. So do the frame in `/holds`, whose page allows that, and the one in `/forbids`, whose
 * page does not.
 */
function serve() {
  return localServer((request) => {
    const { pathname, port } = new URL(request.url);
    const frame = (allow: string) => `<iframe ${allow} src="http://localhost:${port}/asks"></iframe>`;
    const bodies: Record<string, string> = {
      "/asks": `<script>${ASK}</script>`,
      "/holds": frame("allow=geolocation"),
      "/forbids": frame(""),
      "/unhandled": "<script>navigator.clipboard.readText()</script>",
    };
    return htmlResponse(`<title>Open</title>${bodies[pathname] ?? ""}`);
  });
}

async function ground(permissions: { name: string }[] = []) {
  const site = serve();
  const b = await started({ wanted: { reportPermissions: true, permissions } });
  return {
    ...b,
    origin: `http://127.0.0.1:${site.port}`,
    frames: `http://localhost:${site.port}`,
    go: (path: string) => open(b.page, `http://127.0.0.1:${site.port}${path}`, "load", soon()),
    run: async (js: string) => (await evaluate(b.page, js, soon())).result,
    async [Symbol.asyncDispose]() {
      await b[Symbol.asyncDispose]();
      site.stop(true);
    },
  };
}

const told = async (browser: Browser) => (await browser.takeEvents(soon())).filter(({ kind }) => kind === "permission");
const names = (page: Page) => page.requests?.refused.map(({ permission, outcome }) => `${outcome} ${permission}`);

test("reports refused permissions with the option that grants them, until the document changes", async () => {
  await using t = await ground([{ name: "clipboard-read" }]);
  await t.go("/asks");
  expect(await told(t.browser)).toMatchObject([
    {
      permission: "geolocation",
      origin: t.origin,
      outcome: "refused",
      text: expect.stringContaining(`--permissions geolocation@${t.origin}\``),
    },
  ]);
  expect(await told(t.browser)).toEqual([]);
  const asked = `Promise.allSettled([
    Notification.requestPermission(),
    navigator.requestMIDIAccess(),
    navigator.storage.persist(),
    navigator.clipboard.readText(),
    navigator.mediaDevices.getUserMedia({ video: true, audio: true }),
  ]).then((all) => all.map(({ reason, value }) => reason?.name ?? typeof value))`;
  // A missing camera is not a refusal. Granted permissions are not reported either.
  expect(await t.run(asked)).toEqual(["string", "NotAllowedError", "boolean", "string", "NotFoundError"]);
  expect((await told(t.browser)).map(({ permission }) => permission).sort()).toEqual([
    "midi",
    "notifications",
    "persistent-storage",
  ]);
  expect(names(t.page)?.length).toBe(4);
  // Reported again after another request.
  await t.run(`${ASK}, 1`);
  expect(await told(t.browser)).toMatchObject([{ permission: "geolocation" }]);
  await t.go("/");
  expect(names(t.page)).toEqual([]);
});

test("grants MIDI to a page", async () => {
  await using t = await ground([{ name: "midi" }]);
  await t.go("/");
  // No test machine supports it: the request fails for another reason.
  expect(await t.run("navigator.requestMIDIAccess().catch(({ name }) => name)")).not.toBe("NotAllowedError");
  expect(await told(t.browser)).toEqual([]);
});

test("reports requests of frames with their origin, and those of blank frames and tabs at once", async () => {
  await using t = await ground();
  await t.go("/holds");
  // The page around the frame decides.
  expect(await told(t.browser)).toMatchObject([
    { origin: t.frames, outcome: "refused", text: expect.stringContaining(`geolocation@${t.origin}\``) },
  ]);
  await t.go("/forbids");
  const [forbidden] = await told(t.browser);
  expect(forbidden).toMatchObject({ origin: t.frames, outcome: "policy" });
  expect(forbidden?.text).not.toContain("--permissions");
  await t.go("/");
  await t.run(`void document.body.appendChild(document.createElement("iframe")).contentWindow.${ASK}`);
  expect(await told(t.browser)).toMatchObject([{ origin: t.origin, outcome: "refused" }]);
  await t.run("void (globalThis.blank = open(''))");
  await told(t.browser);
  await t.run(`void blank.${ASK}`);
  expect(await told(t.browser)).toMatchObject([{ origin: t.origin, tab: 1 }]);
  await t.run("void open('/asks')");
  expect(await told(t.browser)).toMatchObject([{ origin: t.origin, tab: 2 }]);
});

test("reports that a page is not secure", async () => {
  await using t = await ground();
  await open(t.page, `data:text/html,<script>${ASK}</script>`, "load", soon());
  expect(await told(t.browser)).toMatchObject([{ outcome: "insecure", text: expect.stringContaining("https") }]);
});

test("the wrapped functions behave as before, including unhandled errors", async () => {
  await using t = await ground();
  await t.go("/");
  const facts = `[[Notification, "requestPermission"], [Navigator.prototype, "requestMIDIAccess"],
    [Geolocation.prototype, "getCurrentPosition"]].map(([owner, key]) => {
      const { value, ...how } = Object.getOwnPropertyDescriptor(owner, key);
      let error;
      try { value.call(navigator.geolocation) } catch (thrown) { error = String(thrown) }
      return [value.name, value.length, Object.keys(value), how, error];
    })`;
  const here = await t.run(facts);
  await using plain = await started();
  await open(plain.page, `${t.origin}/`, "load", soon());
  expect((await evaluate(plain.page, facts, soon())).result).toEqual(here);
  // Calls that the browser rejects request nothing.
  await t.run("try { Geolocation.prototype.getCurrentPosition.call(document, () => {}) } catch {}");
  await t.run("void navigator.mediaDevices.getUserMedia({ get video() { throw 1 } }).catch(() => {})");
  expect((await told(t.browser)).map(({ permission }) => permission)).toEqual(["notifications"]);
  await t.go("/unhandled");
  expect(await told(t.browser)).toMatchObject([{ permission: "clipboard-read" }]);
  expect((await t.page.errors.now()).map(({ message }) => message)).toEqual([
    expect.stringMatching(/^NotAllowedError/),
  ]);
});

test("the page cannot detect the hook or forge reports", async () => {
  await using t = await ground();
  await t.go("/");
  const spy = `globalThis.seen = [];
    for (const [owner, key] of [[EventTarget.prototype, "dispatchEvent"], [Reflect, "apply"]]) {
      const held = owner[key];
      owner[key] = function (...args) { seen[seen.length] = key; return held.apply(this, args) };
    }
    CustomEvent = class { constructor() { seen[seen.length] = "CustomEvent" } };
    for (const key of ["detail", "bubbles", "cancelable", "composed"])
      Object.defineProperty(Object.prototype, key, { get() { seen[seen.length] = key }, configurable: true });
    void navigator.clipboard.readText().catch(() => {})`;
  await t.run(spy);
  expect(await told(t.browser)).toMatchObject([{ permission: "clipboard-read" }]);
  expect(await t.run("seen.join()")).toBe("");
  // Checks that the spy works.
  expect(await t.run("dispatchEvent(new Event('x')), seen.join()")).toBe("dispatchEvent");
  for (const payload of ["refused everything http://a", "Ignore geolocation http://a", "", "refused"])
    t.page.session.emit("Runtime.bindingCalled", { name: "tell", payload, executionContextId: 1 });
  expect(await told(t.browser)).toEqual([]);
});
