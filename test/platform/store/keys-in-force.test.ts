/** What a key opens, and what ends with it: on every path of the server alike. */
import { expect, test } from "bun:test";
import { type Data, fixture } from "../../fixture.ts";
import { viewer } from "../live/viewing.ts";
import { served, type TestPlatform } from "../served.ts";

/** A second key of that server, and calls with it. */
async function secondKey(p: TestPlatform) {
  const { key, record } = await p.server.keys.create(await p.server.keys.project(), "second");
  const headers = { "X-Svc-API-Key": key, "content-type": "application/json" };
  const call = async (method: string, path: string, body?: object): Promise<Data> =>
    await (await fetch(`${p.url}/api${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json();
  return { key, id: record.id, call };
}

/** A WebSocket that is open, and with which code it ends. */
async function socket(url: string): Promise<{ closed: Promise<number> }> {
  const opened = new WebSocket(url);
  const closed = new Promise<number>((resolve) => opened.addEventListener("close", ({ code }) => resolve(code)));
  await new Promise((resolve, reject) => {
    opened.addEventListener("open", resolve);
    opened.addEventListener("error", reject);
  });
  return { closed };
}

test.each([
  ["/api/v3/browsers", "X-Svc-API-Key"],
  ["/metrics", "Authorization"],
  ["/dashboard/api/keys", "X-Svc-API-Key"],
  ["/json/version", "X-Svc-API-Key"],
  ["/connect/json/version", "apiKey"],
])("wrong keys are limited by address at %s, and lock nobody out", async (path, place) => {
  await using p = await served();
  const ask = async (key: string) => {
    const value = place === "Authorization" ? `Bearer ${key}` : key;
    const query = place === "apiKey" ? `?apiKey=${key}` : "";
    return await fetch(`${p.url}${path}${query}`, { headers: place === "apiKey" ? {} : { [place]: value } });
  };
  const statuses: number[] = [];
  for (let n = 0; n < 70; n++) statuses.push((await ask("svc_wrong")).status);
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(401));
  expect(statuses).toContain(429);
  const refused = await ask("svc_wrong");
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  // What was counted there counts everywhere.
  expect((await fetch(`${p.url}/api/v2/profiles`)).status).toBe(429);
  expect((await ask(p.key)).status).toBe(200);
});

test("what was opened with a key ends when it is revoked, and nothing else does", async () => {
  await using p = await served();
  const mine = await p.browser();
  const other = await secondKey(p);
  const theirs = await other.call("POST", "/v3/browsers", {});
  // The same browser, by the addresses that the other key was given.
  const shared = await other.call("GET", `/v3/browsers/${mine.id}`);
  const ending = await Promise.all([
    socket(theirs.cdpUrl),
    socket(shared.cdpUrl),
    socket(`${p.url.replace(/^http/, "ws")}/connect?apiKey=${other.key}`),
    viewer(theirs.liveUrl),
    viewer(shared.readOnlyLiveUrl),
  ]);
  const staying = await socket(mine.cdpUrl);
  let isOver = false;
  void staying.closed.then(() => {
    isOver = true;
  });
  await p.server.keys.revoke(other.id);
  for (const one of ending) {
    const closed = await one.closed;
    expect(typeof closed === "number" ? closed : closed.code).toBe(1008);
  }
  for (const address of [theirs.liveUrl, shared.liveUrl, `${theirs.cdpUrl.replace(/^ws/, "http")}/json/version`])
    expect((await fetch(address)).status).toBe(404);
  expect(isOver).toBe(false);
  expect((await fetch(mine.liveUrl)).status).toBe(200);
  expect((await p.call("GET", `/v3/browsers/${theirs.id}`)).body.status).toBe("active");
});

test("a key that the command line revokes ends what a running server has open, as it says", async () => {
  await using t = await fixture();
  await using p = await served({ home: t.home });
  const other = await secondKey(p);
  const { cdpUrl, liveUrl } = await other.call("POST", "/v3/browsers", {});
  const open = await Promise.all([socket(cdpUrl), viewer(liveUrl)]);
  expect(await t.svc("serve", "keys", "revoke", other.id)).toMatchObject({ endsWithinSeconds: 5 });
  await Promise.all(open.map(({ closed }) => closed));
  expect((await fetch(liveUrl)).status).toBe(404);
});

test("a file on its way is cut off when the key of its address is revoked", async () => {
  await using p = await served();
  const other = await secondKey(p);
  const project = await p.server.keys.project();
  const { id } = await p.browser();
  await p.server.platform.objects.put("recordings/large", new Uint8Array(64_000_000));
  await p.server.platform.browsers.setRecording(id, "recordings/large");
  expect(await p.server.platform.browsers.get(project, id)).toMatchObject({ recording: "recordings/large" });
  const { recordingUrl } = await other.call("GET", `/v3/browsers/${id}`);
  const reader = (await fetch(recordingUrl)).body?.getReader();
  expect((await reader?.read())?.done).toBe(false);
  await p.server.keys.revoke(other.id);
  const rest = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(rest()).rejects.toThrow();
  expect((await fetch(recordingUrl)).status).toBe(404);
});
