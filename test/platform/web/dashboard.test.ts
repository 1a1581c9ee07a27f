/** The dashboard in a browser: sign-in, navigation, browsers, profiles and settings; and its answers to unauthorized requests. */

import { expect, test } from "bun:test";
import { fixture } from "../../fixture.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { until } from "../../support/until.ts";
import { client, filled, tab } from "../live/viewing.ts";
import { served } from "../served.ts";
import { click, index, signIn } from "./dashboards.ts";

test("signing in works with a valid key and reports a wrong one", async () => {
  await using p = await served();
  await using t = await fixture();
  await t.svc("open", `${p.url}/`);
  await t.svc("input", await index(t, "textbox", "API key"), "svc_wrong");
  await click(t, "button", "Sign in");
  await t.svc("wait", "text", "does not know this key");
  await signIn(t, p.url, p.key);
  await t.svc("wait", "text", "No browser has run yet");
  await click(t, "button", "Sign out");
  await t.svc("wait", "text", "Sign in with an API key");
  expect(await t.svc("eval", "JSON.stringify([{...localStorage}, {...sessionStorage}])")).toMatchObject({
    result: "[{},{}]",
  });
});

test("after sign-in the navigation is visible, and each page sets the title", async () => {
  await using p = await served();
  await using t = await fixture();
  for (let n = 0; n < 60; n++) await p.call("POST", "/v3/profiles", { name: `Profile ${n}` });
  const { id } = await p.browser();
  const title = async () => (await t.svc("get", "title")).title;
  await t.svc("open", `${p.url}/dashboard/#/profiles`);
  expect(await title()).toBe("Sign in – svc");
  await t.svc("input", await index(t, "textbox", "API key"), p.key);
  await click(t, "button", "Sign in");
  await t.svc("wait", "text", "Profile 59");
  const top = "document.getElementById('header').getBoundingClientRect().top";
  expect((await t.svc("eval", `${top} + ' ' + document.activeElement.id`)).result).toBe("0 main");
  for (const [path, says, expected] of [
    ["profiles", "Profile 59", "Profiles – svc"],
    ["browsers", "1 running", "Browsers – svc"],
    [`browsers/${id}`, "All browsers", `Browser ${id.slice(0, 8)} – svc`],
    ["settings", "Create an API key", "API keys – Settings – svc"],
    ["settings/server", "Database", "Server – Settings – svc"],
  ] as const) {
    await t.svc("eval", `void (location.hash = "/${path}")`);
    await t.svc("wait", "text", says);
    await until(async () => (await title()) === expected, expected);
    expect((await t.svc("eval", top)).result).toBe(0);
  }
});

test("invisible and bidirectional characters in names are escaped", async () => {
  await using p = await served();
  await using t = await fixture();
  for (const name of ["photo\u202egnp.exe", "bell\u0007", "zero\u200bwidth", "a\u200db", "family 👨‍👩‍👧", "نمی‌خواهم"])
    expect((await p.call("POST", "/v3/profiles", { name })).status).toBe(201);
  await signIn(t, p.url, p.key);
  await t.svc("eval", 'void (location.hash = "/profiles")');
  await t.svc("wait", "text", "family");
  const names = "[...document.querySelectorAll('td[data-head=Name]')].map((one) => one.textContent)";
  // Profiles created in the same millisecond have no defined order.
  const shown = (await t.svc("eval", names)).result;
  expect(new Set(shown)).toEqual(
    new Set(["photo\\u202egnp.exe", "bell\\u0007", "zero\\u200bwidth", "a\\u200db", "family 👨‍👩‍👧", "نمی‌خواهم"]),
  );
  const labels = "[...document.querySelectorAll('[aria-label]')].some((one) => /\\u202e/.test(one.ariaLabel))";
  expect((await t.svc("eval", labels)).result).toBe(false);
});

test("a browser is started, shown in its live view, and stopped", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "button", "Start a browser");
  await t.svc("wait", "selector", "dialog[open]");
  await click(t, "button", "Start");
  await t.svc("wait", "selector", "iframe.live");
  const [browser] = (await p.call("GET", "/v3/browsers")).body.items;
  expect(browser).toMatchObject({ status: "active" });
  const { result } = await t.svc("eval", "new URL(document.querySelector('iframe').src).pathname");
  expect(result).toStartWith(`/live/${browser.id}/`);
  await click(t, "button", "Stop");
  await t.svc("wait", "text", "This browser has ended");
  expect((await p.call("GET", `/v3/browsers/${browser.id}`)).body).toMatchObject({ status: "stopped" });
});

test("a browser shows its downloads and recording, also after its end", async () => {
  await using p = await served();
  await using t = await fixture();
  const { id, cdpUrl } = await p.browser({ enableRecording: true });
  const connection = await client(cdpUrl);
  const page = await tab(connection, filled("green"));
  await page.evaluate(
    `Object.assign(document.createElement("a"), { href: "data:text/plain,hello", download: "<i>hi</i>.txt" }).click()`,
  );
  await until(async () => (await p.call("GET", `/v3/browsers/${id}/downloads`)).body.files.length === 1);
  connection.close();
  await signIn(t, p.url, p.key);
  await t.svc("open", `${p.url}/dashboard/#/browsers/${id}`);
  await t.svc("wait", "selector", "td a[href*='/files/']");
  expect((await t.svc("eval", "document.querySelector('main').innerText")).result).toMatch(/hi.*5 B/s);
  await p.call("PATCH", `/v3/browsers/${id}`, { action: "stop" });
  await t.svc("wait", "selector", "video");
  const { result } = await t.svc(
    "eval",
    `fetch(document.querySelector("video").src).then(async (one) => one.status + " " + one.headers.get("content-type") + " " +
      (await one.arrayBuffer()).byteLength)`,
  );
  expect(result).toMatch(/^200 video\/webm [1-9]\d+$/);
  await t.svc("wait", "selector", "td a[href*='/files/']");
});

test("a server outage and a revoked key are reported while the page keeps its content", async () => {
  using home = temporaryFolder();
  await using t = await fixture();
  const first = await served({ home: home.path });
  const { port } = new URL(first.url);
  await signIn(t, first.url, first.key);
  await t.svc("wait", "text", "No browser has run yet");
  await first[Symbol.asyncDispose]();
  await t.svc("wait", "text", "The server does not answer");
  expect((await t.svc("eval", "document.querySelector('main').innerText")).result).toContain("No browser has run yet");
  await using again = await served({ home: home.path, port: Number(port) });
  const isQuiet = `document.getElementById("trouble").textContent === ""`;
  await until(async () => (await t.svc("eval", isQuiet)).result === true);
  for (const { id } of await again.server.keys.list()) await again.server.keys.revoke(id);
  await t.svc("wait", "text", "no longer valid");
});

test("a view with late data does not replace a newer view, and the skip link keeps the view", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await t.svc("wait", "text", "No browser has run yet");
  const late = `(() => { const real = fetch; window.fetch = async (...args) => {
    const answer = await real(...args);
    if (String(args[0]).includes("/profiles")) await new Promise((go) => { window.go = go; });
    return answer; }; location.hash = "#/profiles"; })()`;
  await t.svc("eval", late);
  await until(async () => (await t.svc("eval", "typeof window.go")).result === "function");
  await t.svc("eval", "location.hash = '#/usage'");
  await t.svc("wait", "text", "Days are in UTC");
  const heading = `window.go(), new Promise((done) => setTimeout(() => done(document.querySelector("h1").textContent)))`;
  expect((await t.svc("eval", heading)).result).toBe("Usage");
  await t.svc("eval", "document.getElementById('skip').click()");
  expect((await t.svc("eval", "location.hash + document.activeElement.id")).result).toBe("#/usagemain");
});

test("profiles are created, renamed and deleted", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Profiles");
  await t.svc("wait", "text", "No profile yet");
  await click(t, "button", "Create a profile");
  await t.svc("input", await index(t, "textbox", "Name"), "Work");
  await click(t, "button", "Create");
  await t.svc("wait", "selector", "td code");
  await click(t, "button", "Rename Work");
  await t.svc("input", await index(t, "textbox", "Name"), "<b>Home</b>");
  await t.svc("keys", "Enter");
  await t.svc("wait", "text", "<b>Home</b>");
  const [profile] = (await p.call("GET", "/v3/profiles")).body.items;
  expect(profile).toMatchObject({ name: "<b>Home</b>" });
  await click(t, "button", "Delete <b>Home</b>");
  await t.svc("wait", "selector", "dialog[open] button[type=submit]");
  await t.svc("keys", "Tab");
  await t.svc("keys", "Enter");
  await t.svc("wait", "text", "No profile yet");
  expect((await p.call("GET", "/v3/profiles")).body.items).toEqual([]);
});

test("the API keys tab creates a key, shows it once, and revokes it", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Settings");
  await t.svc("wait", "text", "A key gives access to everything");
  await click(t, "button", "Create an API key");
  await t.svc("input", await index(t, "textbox", "Name"), "ci");
  await click(t, "button", "Create");
  await t.svc("wait", "selector", "p.key");
  const { result: key } = await t.svc("eval", "document.querySelector('p.key').textContent");
  const asks = (given: string) => p.call("GET", "/v3/profiles", undefined, { "X-Svc-API-Key": given });
  expect((await asks(key)).status).toBe(200);
  await t.svc("reload");
  await t.svc("wait", "text", "ci");
  expect((await t.svc("get", "html")).html).not.toContain(key);
  const [newest] = (await t.svc("state", "--all")).elements.filter((one: { name: string }) => one.name === "Revoke ci");
  await t.svc("click", String(newest.index));
  await t.svc("wait", "selector", "dialog[open]");
  await t.svc("eval", "document.querySelector('dialog [type=submit]').click()");
  await t.svc("wait", "text", "revoked");
  expect((await asks(key)).status).toBe(401);
  expect((await asks(p.key)).status).toBe(200);
});

test("the server tab shows the server's settings", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Settings");
  await t.svc("wait", "text", "Server");
  await click(t, "link", "Server");
  await t.svc("wait", "text", "Browsers at the same time");
  const text = (await t.svc("eval", "document.querySelector('main').innerText")).result;
  expect(text).toMatch(/Database\s+SQLite/);
  expect(text).toMatch(/Browsers at the same time\s+10/);
});

test("the dashboard can be used with the keyboard alone", async () => {
  await using p = await served();
  await using t = await fixture();
  await t.svc("open", `${p.url}/`);
  await t.svc("type", p.key);
  await t.svc("keys", "Enter");
  await t.svc("wait", "selector", "header:not([hidden])");
  const focused = async () => (await t.svc("eval", "document.activeElement.textContent")).result as string;
  const seen: string[] = [];
  // The skip link, the navigation, signing out, then the button of the view.
  for (let n = 0; n < 12 && !seen.includes("Start a browser"); n++) {
    await t.svc("keys", "Tab");
    seen.push(await focused());
  }
  expect(seen).toContain("Start a browser");
  await t.svc("keys", "Enter");
  await t.svc("wait", "selector", "dialog[open]");
  await t.svc("keys", "Escape");
  await t.svc("wait", "selector", "dialog", "--state", "detached");
});

test("the dashboard answers nothing without a key, refuses other origins, and cannot be framed", async () => {
  await using p = await served();
  for (const method of ["GET", "HEAD"]) {
    const sent = await fetch(`${p.url}/`, { method, redirect: "manual" });
    expect([sent.status, sent.headers.get("location")]).toEqual([302, "/dashboard/"]);
  }
  const page = await fetch(`${p.url}/dashboard/`);
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(await page.text()).not.toContain(p.key);
  const etag = page.headers.get("etag") ?? "";
  expect((await fetch(`${p.url}/dashboard/`, { headers: { "if-none-match": etag } })).status).toBe(304);
  for (const path of ["keys", "server"]) expect((await fetch(`${p.url}/dashboard/api/${path}`)).status).toBe(401);
  const asked = (headers: Record<string, string>, init: RequestInit = {}) =>
    fetch(`${p.url}/dashboard/api/keys`, { ...init, headers: { "x-svc-api-key": p.key, ...headers } });
  expect((await asked({ origin: "https://evil.example" })).status).toBe(403);
  expect((await asked({ origin: p.url })).status).toBe(200);
  expect((await asked({}, { method: "POST", body: '{"name":""}' })).status).toBe(422);
  expect((await asked({}, { method: "POST", body: "garbage" })).status).toBe(422);
  const endless = new ReadableStream<Uint8Array>({ pull: (to) => to.enqueue(new Uint8Array(65_536)) });
  expect((await asked({}, { method: "POST", body: endless })).status).toBe(413);
  for (const name of ["a\0b", "\x1b[2Jb", "\ud800"])
    expect((await asked({}, { method: "POST", body: JSON.stringify({ name }) })).status).toBe(422);
  expect((await fetch(`${p.url}/dashboard/nothing.js`)).status).toBe(404);
  const foreign = await fetch(`${p.url}/dashboard/api/keys/${crypto.randomUUID()}`, {
    method: "DELETE",
    headers: { "x-svc-api-key": p.key },
  });
  expect(foreign.status).toBe(404);
});
