/** The dashboard, used as a person uses it, in a browser of the test's own; and what it answers to those who may not ask. */
import { expect, test } from "bun:test";
import { type Fixture, fixture } from "../fixture.ts";
import { served } from "./served.ts";

/** The index of the element whose line of `state` has these words. */
async function index(t: Fixture, role: string, name: string): Promise<string> {
  const { elements } = await t.svc("state", "--all");
  const found = elements.find(
    (one: { role: string; name: string }) => one.role === role && one.name.toLowerCase() === name.toLowerCase(),
  );
  if (!found)
    throw new Error(`no ${role} '${name}' among ${JSON.stringify(elements.map((one: { name: string }) => one.name))}`);
  return String(found.index);
}

const click = async (t: Fixture, role: string, name: string) => t.svc("click", await index(t, role, name));

async function signIn(t: Fixture, url: string, key: string): Promise<void> {
  await t.svc("open", `${url}/`);
  await t.svc("input", await index(t, "textbox", "API key"), key);
  await click(t, "button", "Sign in");
  await t.svc("wait", "selector", "header:not([hidden])");
}

test("one signs in with a key; a wrong one is told", async () => {
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

test("a browser is started, seen in its live view, and stopped", async () => {
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
  await t.svc("wait", "text", "0 running, 1 in all");
  expect((await p.call("GET", `/v3/browsers/${browser.id}`)).body).toMatchObject({ status: "stopped" });
});

test("profiles are made, renamed and deleted", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Profiles");
  await t.svc("wait", "text", "No profile yet");
  await click(t, "button", "Make a profile");
  await t.svc("input", await index(t, "textbox", "Name"), "Work");
  await click(t, "button", "Make");
  await t.svc("wait", "selector", "td code");
  await click(t, "button", "Rename");
  await t.svc("input", await index(t, "textbox", "Name"), "<b>Home</b>");
  await t.svc("keys", "Enter");
  await t.svc("wait", "text", "<b>Home</b>");
  const [profile] = (await p.call("GET", "/v3/profiles")).body.items;
  expect(profile).toMatchObject({ name: "<b>Home</b>" });
  await click(t, "button", "Delete");
  await t.svc("wait", "selector", "dialog[open] button[type=submit]");
  await t.svc("keys", "Tab");
  await t.svc("keys", "Enter");
  await t.svc("wait", "text", "No profile yet");
  expect((await p.call("GET", "/v3/profiles")).body.items).toEqual([]);
});

test("the API keys tab makes a key, shows it once, and revokes it", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Settings");
  await t.svc("wait", "text", "A key gives everything");
  await click(t, "button", "Make an API key");
  await t.svc("input", await index(t, "textbox", "What it is for"), "ci");
  await click(t, "button", "Make");
  await t.svc("wait", "selector", "p.key");
  const { result: key } = await t.svc("eval", "document.querySelector('p.key').textContent");
  const asks = (given: string) => p.call("GET", "/v3/profiles", undefined, { "X-Svc-API-Key": given });
  expect((await asks(key)).status).toBe(200);
  await t.svc("reload");
  await t.svc("wait", "text", "ci");
  expect((await t.svc("get", "html")).html).not.toContain(key);
  const [newest] = (await t.svc("state", "--all")).elements.filter((one: { name: string }) => one.name === "Revoke");
  await t.svc("click", String(newest.index));
  await t.svc("wait", "selector", "dialog[open]");
  await t.svc("eval", "document.querySelector('dialog [type=submit]').click()");
  await t.svc("wait", "text", "revoked");
  expect((await asks(key)).status).toBe(401);
  expect((await asks(p.key)).status).toBe(200);
});

test("usage and the server's settings are told; sessions say what this version has", async () => {
  await using p = await served();
  await using t = await fixture();
  const { id } = await p.browser();
  await p.call("PATCH", `/v3/browsers/${id}`, { action: "stop" });
  await signIn(t, p.url, p.key);
  await click(t, "link", "Usage");
  await t.svc("wait", "text", "The last 30 days");
  expect((await t.svc("eval", "document.querySelector('.number').textContent")).result).toBe("1");
  await click(t, "link", "Settings");
  await t.svc("wait", "text", "Server");
  await click(t, "link", "Server");
  await t.svc("wait", "text", "Browsers at the same time");
  const told = (await t.svc("eval", "document.querySelector('main').innerText")).result;
  expect(told).toMatch(/Database\s+SQLite/);
  expect(told).toMatch(/Browsers at the same time\s+10/);
});

test("it is used with the keyboard alone", async () => {
  await using p = await served();
  await using t = await fixture();
  await t.svc("open", `${p.url}/`);
  await t.svc("type", p.key);
  await t.svc("keys", "Enter");
  await t.svc("wait", "selector", "header:not([hidden])");
  const focused = async () => (await t.svc("eval", "document.activeElement.textContent")).result as string;
  const seen: string[] = [];
  // The skip link, five parts, signing out, the button of the view.
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

test("without a key nothing is told, another site's page may not ask, and nobody frames the page", async () => {
  await using p = await served();
  const page = await fetch(`${p.url}/dashboard/`);
  expect(page.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(await page.text()).not.toContain(p.key);
  const etag = page.headers.get("etag") ?? "";
  expect((await fetch(`${p.url}/dashboard/`, { headers: { "if-none-match": etag } })).status).toBe(304);
  for (const path of ["keys", "usage", "server"])
    expect((await fetch(`${p.url}/dashboard/api/${path}`)).status).toBe(401);
  const asked = (headers: Record<string, string>, init: RequestInit = {}) =>
    fetch(`${p.url}/dashboard/api/keys`, { ...init, headers: { "x-svc-api-key": p.key, ...headers } });
  expect((await asked({ origin: "https://evil.example" })).status).toBe(403);
  expect((await asked({ origin: p.url })).status).toBe(200);
  expect((await asked({}, { method: "POST", body: '{"name":""}' })).status).toBe(422);
  expect((await asked({}, { method: "POST", body: "garbage" })).status).toBe(422);
  for (const name of ["a\0b", "\x1b[2Jb", "\ud800"])
    expect((await asked({}, { method: "POST", body: JSON.stringify({ name }) })).status).toBe(422);
  expect((await fetch(`${p.url}/dashboard/nothing.js`)).status).toBe(404);
  const foreign = await fetch(`${p.url}/dashboard/api/keys/${crypto.randomUUID()}`, {
    method: "DELETE",
    headers: { "x-svc-api-key": p.key },
  });
  expect(foreign.status).toBe(404);
});
