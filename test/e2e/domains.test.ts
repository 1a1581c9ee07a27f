/** Rules for hosts through the built executable: a page that tries every way to reach another host. */

import { expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { debuggedBrowser } from "../browser/profiles/desktop.ts";
import { execute } from "../fixture.ts";
import { temporaryFolder } from "../support/folder.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { type HomeFixture, homeFixture } from "./home-fixture.ts";
import { hostilePage, OPEN_BY_PROTOCOL, otherHost, WAYS } from "./hostile-page.ts";

/** A browser that svc did not start, with a tab that is open already. */
async function foreignBrowser() {
  const { path: folder, [Symbol.dispose]: remove } = temporaryFolder();
  const browser = await debuggedBrowser(join(folder, "profile"), folder);
  return {
    url: browser.http,
    async [Symbol.asyncDispose]() {
      await browser[Symbol.asyncDispose]();
      remove();
    },
  };
}

/** Lets the page try every way and waits until it is done. */
async function tryAll(h: HomeFixture, url: string): Promise<void> {
  expect(await h.json("open", url)).toMatchObject({ success: true });
  await h.json("state");
  expect(await h.json("click", "1")).toMatchObject({ success: true });
  const tried = await h.json("wait", "function", "document.title === 'tried'", "--timeout", "40000");
  expect(tried).toMatchObject({ success: true });
}

test("without a rule a page reaches the other host in every way", async () => {
  await using other = await otherHost();
  using page = hostilePage("localhost", other);
  await using h = homeFixture();
  await tryAll(h, page.url);
  await until(() => WAYS.every((way) => other.seen.has(way)), `all of ${WAYS} but ${[...other.seen]}`);
});

/** Without a resolver rule, full Chrome may open a connection in advance without sending a request. */
const isRequest = (way: string) => way !== "socket";

/** Opens the page under rules. Returns the ways that reached the other host, and the error of `open` for that host. */
async function seenUnder(env: Record<string, string>, name: string, without: string[] = [], options: string[] = []) {
  await using other = await otherHost();
  using page = hostilePage(name, other, without);
  await using h = homeFixture(env);
  if (options.length > 0) expect(await h.json(...options, "open", "about:blank")).toMatchObject({ success: true });
  await tryAll(h, page.url);
  const { data } = await h.json("get", "url");
  expect(data.url).toStartWith(page.url);
  const error = (await h.json("open", `http://${name}:${other.port}/`)).error;
  return { seen: [...other.seen], error };
}

for (const name of ["localhost", "127.0.0.2", "a.localhost"]) {
  test(`under allowed_domains nothing reaches the other host called ${name}`, async () => {
    const { seen, error } = await seenUnder({ SVC_ALLOWED_DOMAINS: "127.0.0.1" }, name);
    expect(seen).toEqual([]);
    expect(error).toMatch(/^http:\/\/.*:\d+ is not in allowed_domains$/);
  });
}

test("under blocked_domains nothing reaches a subdomain of the host", async () => {
  const { seen, error } = await seenUnder({ SVC_BLOCKED_DOMAINS: "localhost" }, "a.localhost");
  expect(seen).toEqual([]);
  expect(error).toMatch(/^a\.localhost:\d+ is in blocked_domains$/);
});

test("a blocked host below an allowed one is refused through the protocol", async () => {
  const env = { SVC_ALLOWED_DOMAINS: "127.0.0.1,*.localhost", SVC_BLOCKED_DOMAINS: "a.localhost" };
  const { seen, error } = await seenUnder(env, "a.localhost", OPEN_BY_PROTOCOL);
  expect(seen.filter(isRequest)).toEqual([]);
  expect(error).toEndWith("is in blocked_domains");
});

test("rules apply in an attached browser, also to the tabs that were open before", async () => {
  await using browser = await foreignBrowser();
  const options = ["--cdp-url", browser.url];
  const { seen } = await seenUnder({ SVC_ALLOWED_DOMAINS: "127.0.0.1" }, "localhost", OPEN_BY_PROTOCOL, options);
  expect(seen.filter(isRequest)).toEqual([]);
});

test("a proxy stays reachable and gets requests for allowed hosts only", async () => {
  const asked = new Set<string>();
  const proxy = createServer(({ url = "" }, response) => {
    asked.add(new URL(url).host);
    response
      .writeHead(200, { "content-type": "text/html" })
      .end(`<title>by proxy</title><img src="http://evil.test/img"><script>new WebSocket("ws://evil.test/")</script>`);
  });
  proxy.on("connect", ({ url = "" }, socket) => {
    asked.add(url);
    socket.destroy();
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  try {
    await using h = homeFixture({
      SVC_ALLOWED_DOMAINS: "good.test",
      http_proxy: address,
      https_proxy: address,
      no_proxy: "",
    });
    expect(await h.json("open", "http://good.test/")).toMatchObject({ data: { title: "by proxy" } });
    expect(await h.json("open", "http://evil.test/")).toMatchObject({ code: "denied" });
    expect((await h.json("wait", "idle")).success).toBe(true);
    expect([...asked].filter((host) => !host.startsWith("good.test"))).toEqual([]);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
});

test("open is denied before a request is sent, and a redirect to another host is denied", async () => {
  await using other = await otherHost();
  using page = hostilePage("localhost", other);
  await using h = homeFixture({ SVC_ALLOWED_DOMAINS: "127.0.0.1" });
  const away = `http://localhost:${other.port}/`;
  const denied = { success: false, code: "denied", exit: 1 };
  expect(await h.json("open", away)).toMatchObject({
    ...denied,
    hint: expect.stringContaining("svc config get allowed_domains"),
  });
  expect(await h.json("tab", "new", away)).toMatchObject(denied);
  expect((await h.json("tab", "list")).data.tabs).toHaveLength(1);
  for (const address of [
    "file:///etc/hostname",
    "view-source:file:///etc/hostname",
    "chrome://version",
    "ftp://127.0.0.1/",
    `view-source:${away}`,
  ])
    expect([address, await h.json("open", address)]).toMatchObject([address, denied]);
  const redirect = `${page.url}redirect?to=${encodeURIComponent(away)}`;
  expect(await h.json("open", redirect)).toMatchObject({
    ...denied,
    error: `http://localhost:${other.port} is not in allowed_domains`,
  });
  for (const address of ["about:blank", "data:text/html,<title>inert</title>", page.url])
    expect(await h.json("open", address)).toMatchObject({ success: true });
  // A tab that navigates away is reported each time; other refused requests are reported once per host.
  const fetches = (address: string) => h.json("eval", `fetch(${JSON.stringify(address)}).catch(() => "no")`);
  const refused = {
    kind: "denied",
    text: "requests to localhost were refused (allowed_domains)",
    hosts: ["localhost"],
  };
  expect(await fetches(away)).toMatchObject({ data: { result: "no" }, events: [refused] });
  expect((await fetches(away)).events).toBeUndefined();
  const went = { kind: "denied", text: `http://localhost:${other.port} is not in allowed_domains` };
  for (let n = 0; n < 2; n++) {
    await h.json("open", `data:text/html,<a href="${away}">away</a><a href="${away}" target=_blank>tab</a>`);
    await h.json("state");
    expect(await h.json("click", "1")).toMatchObject({ success: true, events: [went] });
  }
  await h.json("open", `data:text/html,<a href="${away}" target=_blank>tab</a>`);
  await h.json("state");
  const opened = [expect.objectContaining({ kind: "tab" }), expect.objectContaining(went)];
  expect((await h.json("click", "1")).events).toEqual(opened);
  expect([...other.seen]).toEqual([]);
});

test("storage load refuses a file with other hosts and changes nothing", async () => {
  using site = localServer(() => htmlResponse("<title>kept</title>"));
  await using h = homeFixture({ SVC_ALLOWED_DOMAINS: "127.0.0.1" });
  const file = join(h.home, "kept.json");
  await h.json("open", site.url.href);
  await h.json("eval", "localStorage.kept = 1; document.cookie = 'kept=1; max-age=1000'");
  // A tab that the page tries to open does not disturb the save.
  await h.json("eval", `open("http://localhost:${site.port}/"); 1`);
  expect(await h.json("storage", "save", file)).toMatchObject({ data: { origins: 1, entries: 1, cookies: 1 } });
  expect(await h.json("storage", "load", file, "--clear")).toMatchObject({ data: { origins: 1, entries: 1 } });
  const saved = JSON.parse(readFileSync(file, "utf8"));
  const [origin] = saved.origins;
  const changed = { ...origin, localStorage: [{ name: "kept", value: "other" }] };
  const away = { ...changed, origin: `http://localhost:${site.port}` };
  writeFileSync(file, JSON.stringify({ ...saved, cookies: [], origins: [changed, away] }));
  expect(await h.json("storage", "load", file, "--clear")).toMatchObject({ code: "denied" });
  await h.json("tab", "switch", "0");
  expect(await h.json("eval", "localStorage.kept + document.cookie")).toMatchObject({ data: { result: "1kept=1" } });
});

test("a session keeps the rules it started with, and an empty list of domains does not lift a rule", async () => {
  await using h = homeFixture();
  const file = join(h.home, "config.json");
  const rules = (settings: object) => writeFileSync(file, JSON.stringify(settings));
  const work = ["--session", "work"];
  expect(await h.json(...work, "open", "about:blank")).toMatchObject({ success: true });
  rules({ allowed_domains: "127.0.0.1" });
  expect(await h.json(...work, "get", "url")).toMatchObject({
    code: "conflict",
    hint: expect.stringContaining("`svc --session work close`"),
  });
  await h.json(...work, "close");
  expect(await h.json("open", "https://example.com/")).toMatchObject({ code: "denied" });
  const under = async (env: Record<string, string>, ...argv: string[]) =>
    JSON.parse((await execute(["--json", ...argv], { ...h.env, ...env })).stdout);
  for (const empty of ["", " "]) {
    const answer = await under({ SVC_ALLOWED_DOMAINS: empty }, "open", "https://example.com/");
    expect(answer).toMatchObject({ code: "denied" });
  }
  expect(await under({ SVC_ALLOWED_DOMAINS: "," }, "get", "url")).toMatchObject({ code: "usage" });
  expect(await under({ SVC_ALLOWED_DOMAINS: "example.com" }, "get", "url")).toMatchObject({ code: "conflict" });
  expect(await under({ SVC_BLOCKED_DOMAINS: "example.com" }, "get", "url")).toMatchObject({ code: "conflict" });
  // An address must pass both lists, so the environment can only narrow the file.
  await h.json("close");
  expect(await under({ SVC_ALLOWED_DOMAINS: "example.com" }, "open", "https://example.com/")).toMatchObject({
    code: "denied",
  });
  await h.json("close");
  for (const empty of ["", [], null]) {
    rules({ allowed_domains: empty, blocked_domains: "localhost" });
    expect(await h.json("open", "http://localhost:1/")).toMatchObject({ code: "denied" });
    await h.json("close");
  }
  rules({ allowed_domains: "exa*mple.com" });
  expect(await h.json("open", "about:blank")).toMatchObject({ code: "usage" });
});
