/** Profiles: what is saved and restored, also after failures. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { attachTo } from "../../../src/browser/launch/attach.ts";
import { Connection } from "../../../src/cdp/connection.ts";
import type { Network_Cookie, Network_CookieParam } from "../../../src/cdp/protocol.gen.ts";
import { removeProfile } from "../../../src/platform/engine/profiles/snapshots.ts";
import { BINARY, COOKIES, HAS_FULL_BROWSER } from "../../browser/profiles/desktop.ts";
import { soon } from "../../browser/started.ts";
import type { Data } from "../../fixture.ts";
import { localServer } from "../../support/server.ts";
import { postgresPrograms, startPostgres } from "../databases.ts";
import { serverProcess } from "../process.ts";
import { served, type TestPlatform } from "../served.ts";
import { s3Peer } from "../store/s3.ts";

let site: Bun.Server<undefined>;
beforeAll(() => {
  site = localServer((request) => {
    const isWorker = new URL(request.url).pathname === "/worker.js";
    const type = isWorker ? "text/javascript" : "text/html";
    return new Response(isWorker ? "onfetch = () => {}" : "<title>site</title>", {
      headers: { "content-type": type },
    });
  });
});
afterAll(() => site.stop(true));

async function connected<T>(browser: Data, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = new Connection(await attachTo(browser.cdpUrl, soon()));
  try {
    return await work(connection);
  } finally {
    connection.close();
  }
}

const setCookies = (browser: Data, cookies: Network_CookieParam[]) =>
  connected(browser, (it) => it.root.send("Storage.setCookies", { cookies }));

const cookiesOf = (browser: Data): Promise<Network_Cookie[]> =>
  connected(browser, async (it) => (await it.root.send("Storage.getCookies", {})).cookies);

const namesIn = async (browser: Data) => (await cookiesOf(browser)).map(({ name }) => name).sort();

/** Evaluates the expression in a page of the site and returns its result. */
function inSite(browser: Data, expression: string): Promise<Data> {
  return connected(browser, async (connection) => {
    const { targetId } = await connection.root.send("Target.createTarget", { url: "about:blank" });
    const { sessionId } = await connection.root.send("Target.attachToTarget", { targetId, flatten: true });
    const page = connection.session(sessionId);
    await page.send("Page.enable");
    const loaded = new Promise<void>((resolve) => page.on("Page.loadEventFired", () => resolve()));
    await page.send("Page.navigate", { url: `http://localhost:${site.port}/` });
    await loaded;
    const asked = { expression, awaitPromise: true, returnByValue: true };
    const { result, exceptionDetails } = await page.send("Runtime.evaluate", asked);
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  });
}

/** Writes every kind of site data. */
const WRITE = `(async () => {
  localStorage.kept = "value-of-local";
  sessionStorage.lost = "value-of-tab";
  document.cookie = "passing=value-of-passing";
  await new Promise((resolve, reject) => {
    const opening = indexedDB.open("base", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("store").put("value-of-row", "key");
    opening.onsuccess = () => { opening.result.close(); resolve(); };
    opening.onerror = () => reject(opening.error);
  });
  await (await caches.open("cache")).put("/cached", new Response("value-of-cached"));
  await navigator.serviceWorker.register("/worker.js");
  await navigator.serviceWorker.ready;
  const file = await (await navigator.storage.getDirectory()).getFileHandle("file", { create: true });
  const writing = await file.createWritable();
  await writing.write("value-of-file");
  await writing.close();
})()`;

const READ = `(async () => ({
  local: localStorage.kept,
  tab: sessionStorage.lost,
  cookie: document.cookie,
  row: await new Promise((resolve, reject) => {
    const opening = indexedDB.open("base", 1);
    opening.onupgradeneeded = () => opening.transaction.abort();
    opening.onerror = () => resolve("none");
    opening.onsuccess = () => {
      const got = opening.result.transaction("store").objectStore("store").get("key");
      got.onsuccess = () => resolve(got.result);
      got.onerror = () => reject(got.error);
    };
  }),
  cached: await (await caches.match("/cached"))?.text(),
  workers: (await navigator.serviceWorker.getRegistrations()).length,
  file: await navigator.storage.getDirectory()
    .then((folder) => folder.getFileHandle("file"))
    .then((handle) => handle.getFile())
    .then((file) => file.text(), () => "none"),
}))()`;

const WRITTEN = {
  local: "value-of-local",
  cookie: "passing=value-of-passing",
  row: "value-of-row",
  cached: "value-of-cached",
  workers: 1,
  file: "value-of-file",
};

const cookie = (name: string): Network_CookieParam => ({ name, value: `value-of-${name}`, domain: "example.com" });

const newProfile = async (p: TestPlatform): Promise<string> => (await p.call("POST", "/v2/profiles", {})).body.id;
const profileOf = async (p: TestPlatform, id: string): Promise<Data> =>
  (await p.call("GET", `/v2/profiles/${id}`)).body;
const stop = (p: TestPlatform, browser: Data) => p.call("PATCH", `/v2/browsers/${browser.id}`, { action: "stop" });

async function record(p: TestPlatform, id: string) {
  const [found] = await p.server.platform.profiles.byIds([id]);
  return found;
}

const folderOf = (p: TestPlatform, id: string) => join(p.home, "server", "objects", "profiles", id);
const objectsOf = (p: TestPlatform, id: string) =>
  readdirSync(join(p.home, "server", "objects"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.startsWith(`${join("profiles", id)}/`),
  );

/** Starts a browser with the profile, sets a cookie and stops it. */
async function visit(p: TestPlatform, profileId: string, name: string): Promise<void> {
  const browser = await p.browser({ profileId });
  await setCookies(browser, [cookie(name)]);
  expect((await stop(p, browser)).status).toBe(200);
}

test("restores all site data in the next browser, encrypted at rest", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  expect(await profileOf(p, profileId)).toMatchObject({ lastUsedAt: null, cookieDomains: null });
  const first = await p.browser({ profileId });
  await setCookies(first, COOKIES);
  const before = await cookiesOf(first);
  await inSite(first, WRITE);
  await stop(p, first);
  const kept = await profileOf(p, profileId);
  expect(kept.cookieDomains).toEqual([
    "example.com",
    "localhost",
    "other.example",
    "shop.example.com",
    "third.example",
  ]);
  expect(Date.parse(kept.lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(kept.createdAt));

  const [object = ""] = objectsOf(p, profileId);
  const path = join(p.home, "server", "objects", object);
  const sealed = readFileSync(path);
  expect(sealed.includes("value-of")).toBe(false);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect((await record(p, profileId))?.bytes).toBe(sealed.length);

  const second = await p.browser({ profileId });
  const bare = ({ size: _, ...one }: Network_Cookie) => one;
  const sameIn = (held: Network_Cookie[]) =>
    before.map(bare).every((one) => held.map(bare).some((other) => Bun.deepEquals(one, other)));
  expect(sameIn(await cookiesOf(second))).toBe(true);
  expect(await inSite(second, READ)).toEqual(WRITTEN);
  await stop(p, second);
  expect(await inSite(await p.browser({ profileId }), READ)).toEqual(WRITTEN);
  // A browser without the profile has none of its data.
  expect(await inSite(await p.browser(), READ)).toMatchObject({ cookie: "", workers: 0, row: "none", file: "none" });
});

test.skipIf(!HAS_FULL_BROWSER)("headless shell and full browser read each other's states", async () => {
  const before = process.env.SVC_BROWSER;
  await using p = await served();
  const profileId = await newProfile(p);
  try {
    const shell = await p.browser({ profileId });
    await setCookies(shell, COOKIES);
    await inSite(shell, WRITE);
    await stop(p, shell);
    process.env.SVC_BROWSER = BINARY;
    const full = await p.browser({ profileId });
    expect(await inSite(full, READ)).toEqual(WRITTEN);
    await setCookies(full, [cookie("full")]);
    await inSite(full, "localStorage.full = 'yes'");
    await stop(p, full);
    if (before === undefined) delete process.env.SVC_BROWSER;
    else process.env.SVC_BROWSER = before;
    const last = await p.browser({ profileId });
    expect(await namesIn(last)).toEqual(["full", "passing", ...COOKIES.map(({ name }) => name)].sort());
    expect(await inSite(last, READ)).toEqual(WRITTEN);
    expect(await inSite(last, "localStorage.full")).toBe("yes");
  } finally {
    if (before === undefined) delete process.env.SVC_BROWSER;
    else process.env.SVC_BROWSER = before;
  }
});

test("keeps at most two states per profile and loses no data", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  const names = ["a", "b", "c", "d", "e"];
  for (const [at, name] of names.entries()) {
    const browser = await p.browser({ profileId });
    expect(await namesIn(browser)).toEqual(names.slice(0, at));
    await setCookies(browser, [cookie(name)]);
    await inSite(browser, `localStorage.count = ${at}`);
    await stop(p, browser);
    expect(objectsOf(p, profileId).length).toBe(at === 0 ? 1 : 2);
  }
  const { object, previousObject } = (await record(p, profileId)) ?? {};
  expect(objectsOf(p, profileId).sort()).toEqual([String(object), String(previousObject)].sort());
});

test("one browser writes the profile; others start with the same state and save nothing", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  await visit(p, profileId, "start");
  const writer = await p.browser({ profileId });
  const reader = await p.browser({ profileId });
  expect(await namesIn(reader)).toEqual(["start"]);
  await setCookies(writer, [cookie("written")]);
  await setCookies(reader, [cookie("read")]);
  await stop(p, writer);
  await stop(p, reader);
  const next = await p.browser({ profileId });
  expect(await namesIn(next)).toEqual(["start", "written"]);
  // The lock passed to it.
  await setCookies(next, [cookie("next")]);
  await stop(p, next);
  expect(await namesIn(await p.browser({ profileId }))).toEqual(["next", "start", "written"]);
});

test("a browser that starts while the previous one ends gets its state and the lock", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  const first = await p.browser({ profileId });
  await setCookies(first, [cookie("first")]);
  const ending = p.server.platform.fleet.stop(first.id, "asked");
  const second = await p.browser({ profileId });
  expect(await namesIn(second)).toEqual(["first"]);
  await ending;
  expect((await record(p, profileId))?.leaseBrowser).toBe(second.id);
});

test("a server that stops cleanly saves the states of its browsers", async () => {
  const p = await served();
  try {
    const profileId = await newProfile(p);
    await setCookies(await p.browser({ profileId }), [cookie("running")]);
    await p.server.close();
    await using again = await served({ home: p.home });
    expect(await namesIn(await again.browser({ profileId }))).toEqual(["running"]);
  } finally {
    rmSync(p.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
});

test("a killed browser keeps the previous state, and the next one gets the lock", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  await visit(p, profileId, "good");
  const { object } = (await record(p, profileId)) ?? {};
  const browser = await p.browser({ profileId });
  await setCookies(browser, [cookie("lost")]);
  const running = p.server.platform.fleet.get(browser.id);
  process.kill(running?.started.launched.process.pid ?? 0, "SIGKILL");
  await running?.started.launched.ended;
  const next = await p.browser({ profileId });
  expect(await namesIn(next)).toEqual(["good"]);
  expect(await record(p, profileId)).toMatchObject({ object, leaseBrowser: next.id });
});

test("uses the previous state if the newest is damaged, and refuses the browser if none is readable", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  await visit(p, profileId, "one");
  await visit(p, profileId, "two");
  const { object, previousObject } = (await record(p, profileId)) ?? {};
  const path = (key: unknown) => join(p.home, "server", "objects", String(key));
  const bytes = readFileSync(path(object));
  writeFileSync(path(object), bytes.fill(7, 100, 110));
  const browser = await p.browser({ profileId });
  expect(await namesIn(browser)).toEqual(["one"]);
  await stop(p, browser);
  // The readable state is now the previous one, and the damaged one is removed.
  const healed = await record(p, profileId);
  expect(healed).toMatchObject({ previousObject });
  expect(objectsOf(p, profileId).sort()).toEqual([String(healed?.object), String(previousObject)].sort());

  rmSync(path(healed?.object));
  writeFileSync(path(previousObject), "x");
  const refused = await p.call("POST", "/v2/browsers", { profileId });
  expect(refused).toMatchObject({ status: 500, body: { detail: expect.stringContaining("cannot be opened") } });
  expect(await record(p, profileId)).toMatchObject({ ...healed, leaseBrowser: null });
  expect(readdirSync(join(p.home, "server", "run"))).toEqual([]);
});

test("opens a state only with its secret and for its profile", async () => {
  await using p = await served();
  const [profileId, other] = [await newProfile(p), await newProfile(p)];
  await visit(p, profileId, "mine");
  await visit(p, other, "theirs");
  const [mine, theirs] = [await record(p, profileId), await record(p, other)];
  const path = (key: unknown) => join(p.home, "server", "objects", String(key));
  writeFileSync(path(theirs?.object), readFileSync(path(mine?.object)));
  expect((await p.call("POST", "/v2/browsers", { profileId: other })).status).toBe(500);
  await p.server.close();
  const secret = "another secret of more than thirty-two characters";
  await expect(served({ home: p.home, secret })).rejects.toThrow("a different secret");
});

test("reports a failed save and keeps the previous state", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  await visit(p, profileId, "good");
  const before = await record(p, profileId);
  const browser = await p.browser({ profileId });
  await setCookies(browser, [cookie("lost")]);
  // A file instead of the folder makes every write fail.
  const folder = folderOf(p, profileId);
  renameSync(folder, `${folder}-aside`);
  writeFileSync(folder, "");
  const stopped = (await stop(p, browser)).body;
  expect(stopped).toMatchObject({ status: "stopped", profileError: expect.stringContaining("could not save it") });
  rmSync(folder);
  renameSync(`${folder}-aside`, folder);
  expect(await record(p, profileId)).toEqual(before);
  expect(await namesIn(await p.browser({ profileId }))).toEqual(["good"]);
});

test("a browser continues after its profile is deleted and saves nothing", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  await visit(p, profileId, "good");
  const browser = await p.browser({ profileId });
  const { profiles, objects } = p.server.platform;
  const project = await p.server.keys.project();
  expect(await removeProfile({ profiles, objects }, project, profileId)).toBe(true);
  expect(await removeProfile({ profiles, objects }, project, profileId)).toBe(false);
  expect(await namesIn(browser)).toEqual(["good"]);
  expect((await stop(p, browser)).status).toBe(200);
  expect(objectsOf(p, profileId)).toEqual([]);
  expect((await p.call("POST", "/v2/browsers", { profileId })).status).toBe(404);
});

test("a writer that lost its lease saves nothing", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  await visit(p, profileId, "good");
  const browser = await p.browser({ profileId });
  await setCookies(browser, [cookie("late")]);
  const { profiles } = p.server.platform;
  // Simulates a server that slept: another browser takes the expired lease.
  const afterwards = Date.now() + 3_600_000;
  const lease = { browser: "another", node: "another", until: afterwards + 1_000 };
  expect(await profiles.takeLease(profileId, { ...lease, now: Date.now() })).toBeUndefined();
  expect(await profiles.takeLease(profileId, { ...lease, now: afterwards })).toBeDefined();
  const before = await record(p, profileId);
  expect((await stop(p, browser)).body.profileError).toContain("another browser writes it now");
  expect(await record(p, profileId)).toEqual(before);
  expect(objectsOf(p, profileId)).toEqual([String(before?.object)]);
});

test("stores states in S3, and keeps the previous state if S3 fails", async () => {
  using s3 = s3Peer({ prefix: "deep" });
  const { bucket, prefix, ...access } = s3.setup;
  await using p = await served({ objects: `s3://${bucket}/${prefix}`, s3: access });
  const profileId = await newProfile(p);
  await visit(p, profileId, "one");
  await visit(p, profileId, "two");
  await visit(p, profileId, "three");
  const kept = [...s3.objects.keys()];
  expect(kept.length).toBe(2);
  expect(kept.every((key) => key.startsWith(`deep/profiles/${profileId}/`))).toBe(true);
  const browser = await p.browser({ profileId });
  s3.answer({ status: 403, code: "AccessDenied" });
  expect((await stop(p, browser)).status).toBe(200);
  const refused = await p.call("POST", "/v2/browsers", { profileId });
  expect(refused).toMatchObject({ status: 503, body: { detail: expect.stringContaining("cannot be read") } });
  expect(refused.headers.get("retry-after")).toBe("5");
  s3.answer(undefined);
  expect([...s3.objects.keys()].sort()).toEqual(kept.sort());
  const next = await p.browser({ profileId });
  expect(await namesIn(next)).toEqual(["one", "three", "two"]);
  expect((await record(p, profileId))?.leaseBrowser).toBe(next.id);
});

test.skipIf(postgresPrograms() === undefined)(
  "saves the state when the database answers again after the end of the browser",
  async () => {
    await using postgres = await startPostgres();
    await postgres.admin.unsafe("create database away");
    await using p = await served({ databaseUrl: postgres.addressOf("away") });
    const profileId = await newProfile(p);
    const browser = await p.browser({ profileId });
    await setCookies(browser, [cookie("kept")]);
    await postgres.crash();
    const ending = p.server.platform.fleet.stop(browser.id, "asked");
    await postgres.start();
    await ending;
    expect(await record(p, profileId)).toMatchObject({ cookieDomains: ["example.com"], leaseBrowser: null });
    expect(await namesIn(await p.browser({ profileId }))).toEqual(["kept"]);
  },
);

test.skipIf(postgresPrograms() === undefined)(
  "saves a pending state in the next run of the server",
  async () => {
    await using postgres = await startPostgres();
    await postgres.admin.unsafe("create database away");
    const databaseUrl = postgres.addressOf("away");
    await using p = await served({ databaseUrl });
    const [one, other] = [await newProfile(p), await newProfile(p)];
    const [first, second] = [await p.browser({ profileId: one }), await p.browser({ profileId: other })];
    await setCookies(first, [cookie("first")]);
    await setCookies(second, [cookie("second")]);
    await postgres.crash();
    await p.server.platform.fleet.stop(first.id, "asked");
    await postgres.start();
    expect(await namesIn(await p.browser({ profileId: one }))).toEqual(["first"]);
    expect((await p.call("GET", `/v2/browsers/${first.id}`)).body.profileError).toBeNull();
    await postgres.crash();
    await p.server.close();
    await postgres.start();
    await using again = await served({ home: p.home, databaseUrl });
    expect(await namesIn(await again.browser({ profileId: other }))).toEqual(["second"]);
  },
  120_000,
);

test("a browser without the profile lock says so from its start", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  const [writer, reader] = [await p.browser({ profileId }), await p.browser({ profileId })];
  expect(writer.profileError).toBeNull();
  expect(reader.profileError).toContain("another browser was using this profile");
  expect((await stop(p, reader)).body.profileError).toBe(reader.profileError);
  expect((await stop(p, writer)).body.profileError).toBeNull();
});

test("after kill -9 of the server the last complete state is available and partial files are removed", async () => {
  const p = await served();
  const profileId = await newProfile(p);
  await visit(p, profileId, "good");
  const good = await record(p, profileId);
  await p.server.close();
  const server = await serverProcess(p.home);
  try {
    const made = await server.call("POST", "/v2/browsers", { profileId }, p.key);
    expect(made.status).toBe(201);
    await setCookies(made.body, [cookie("lost")]);
    // Simulates a crash after the object was stored and before the record was written.
    for (const name of ["half-done", "half-done.123.0.tmp"]) writeFileSync(join(folderOf(p, profileId), name), "x");
    const stray = crypto.randomUUID();
    mkdirSync(folderOf(p, stray));
    writeFileSync(join(folderOf(p, stray), "stray"), "x");
    await server.end("SIGKILL");
    await using again = await served({ home: p.home });
    const browser = await again.browser({ profileId });
    expect(await namesIn(browser)).toEqual(["good"]);
    expect((await record(again, profileId))?.leaseBrowser).toBe(browser.id);
    await again.server.close();
    expect(objectsOf(p, stray)).toEqual([]);
    expect(objectsOf(p, profileId).length).toBe(2);
    expect(objectsOf(p, profileId)).toContain(String(good?.object));
  } finally {
    await server.end("SIGKILL");
    rmSync(p.home, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }
});

test("Browser.close of a client saves the profile", async () => {
  await using p = await served();
  const profileId = await newProfile(p);
  const browser = await p.browser({ profileId });
  await setCookies(browser, [cookie("closed")]);
  await connected(browser, (it) => it.root.send("Browser.close"));
  expect(await namesIn(await p.browser({ profileId }))).toEqual(["closed"]);
});
