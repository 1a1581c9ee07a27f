/** Sessions in cloud browsers: the executable against the real server, and against a stand-in where faults are injected. */

import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Platform, platform } from "../cloud/platform.ts";
import { type Data, EXECUTABLE, noteCovered, write } from "../fixture.ts";
import { served, type TestPlatform } from "../platform/served.ts";
import { Program, runProgram } from "../support/program.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { type HomeFixture, homeFixture, lives, processesWith } from "./home-fixture.ts";

/** A home whose settings hold the address and a key of the platform. */
function member({ url, key }: { url: string; key: string }, env: Record<string, string | undefined> = {}): HomeFixture {
  return homeFixture({ SVC_BASE_URL: url, SVC_API_KEY: key, ...env });
}

/** Names of the undo records of browsers that must still be stopped. */
function notes(h: HomeFixture): string[] {
  const path = join(h.home, "undo");
  return existsSync(path) ? readdirSync(path).filter((name) => name.endsWith(".json")) : [];
}

const active = (p: TestPlatform) => p.server.platform.fleet.all().map(({ id }) => id);

function killDaemon(h: HomeFixture, session = "default"): void {
  const { pid } = h.state(session);
  process.kill(pid, "SIGKILL");
  while (lives(pid)) Bun.sleepSync(5);
}

/** Serves a page with a file input and a download. */
function site(): { url: string; [Symbol.dispose](): void } {
  const page = `<!doctype html><title>Form</title><input type=file aria-label=File multiple onchange="seen.textContent = 'changed'"><p id=seen></p><a href=/report.csv>Report</a>`;
  const server = localServer(({ url }) =>
    url.endsWith("/report.csv")
      ? new Response("a,b\n", { headers: { "content-disposition": "attachment" } })
      : htmlResponse(page),
  );
  return { url: `http://127.0.0.1:${server.port}/`, [Symbol.dispose]: () => void server.stop(true) };
}

test("cloud connect leases a browser with its own profile and keeps using it until close", async () => {
  await using p = await served();
  await using h = member(p);
  using s = site();
  const first = await h.json("cloud", "connect");
  expect(first).toMatchObject({ success: true, data: { status: "connected", browser_id: active(p)[0] } });
  expect(first.data.existing).toBeUndefined();
  expect(first.data.live_url).toStartWith(`${p.url}/live/`);
  expect(first.events).toEqual([{ kind: "cloud", text: expect.stringContaining(first.data.profile_id) }]);
  const config = JSON.parse(readFileSync(join(h.home, "config.json"), "utf8"));
  expect(config).toEqual({ cloud_connect_profile_id: first.data.profile_id });
  expect((await p.call("GET", `/v2/profiles/${first.data.profile_id}`)).body.name).toBe("Svc CLI");
  expect((await h.json("open", s.url)).data).toMatchObject({ title: "Form", live_url: first.data.live_url });
  const again = await h.run("cloud", "connect");
  expect(again.stdout).toStartWith(`status: connected (existing)\nlive_url: ${first.data.live_url}\ncdp_url: ws`);
  const [listed] = (await h.json("sessions")).data.sessions;
  expect(listed).toMatchObject({ name: "default", config: "cloud", liveUrl: first.data.live_url });
  expect((await h.run("sessions")).stdout).toContain(`cloud  ${first.data.live_url}`);
  expect((await h.json("close")).data).toMatchObject({ closed: 1 });
  expect(active(p)).toEqual([]);
  expect(notes(h)).toEqual([]);
  const second = await h.json("cloud", "connect");
  expect(second.data.profile_id).toBe(first.data.profile_id);
  expect(second.events).toBeUndefined();
  expect(await h.run("cloud", "close")).toMatchObject({ code: 0, stdout: "Cloud browser stopped (session default)\n" });
  expect(active(p)).toEqual([]);
  expect(await h.run("cloud", "close")).toMatchObject({ code: 0, stdout: "No cloud browser\n" });
});

test("close reports why a cloud profile was not updated", async () => {
  await using p = await served();
  await using h = member(p);
  await h.json("cloud", "connect");
  await h.json("--session", "reader", "cloud", "connect");
  expect((await h.json("--session", "reader", "cloud", "close")).data).toMatchObject({
    closed: 1,
    profileErrors: [expect.stringContaining("another browser was using this profile")],
  });
  await h.json("--session", "reader", "cloud", "connect");
  expect((await h.run("--session", "reader", "close")).stdout).toContain("was not updated: another");
  expect(await h.run("close")).toMatchObject({ stdout: "Browser closed (session default)\n" });
});

test("upload sends file contents to a cloud browser, not local paths", async () => {
  await using p = await served();
  await using h = member(p);
  using s = site();
  await h.json("--browser", "remote", "open", s.url);
  const state = await h.json("state");
  const { index } = state.data.elements.find((one: Data) => one.name === "File");
  const text = write(h.home, "notes.txt", "grüße\n");
  // Larger than one message.
  const bytes = write(h.home, "big.bin", Buffer.alloc(2_000_001, 7));
  const uploaded = await h.json("upload", String(index), text, bytes);
  expect(uploaded.data.files).toEqual(["notes.txt", "big.bin"]);
  const readFiles = `Promise.all([...document.querySelector("input").files].map(async (one) =>
    [one.name, one.size, one.type, one.size < 100 ? await one.text() : new Uint8Array(await one.arrayBuffer()).every((n) => n === 7)]))`;
  expect((await h.json("eval", readFiles)).data.result).toEqual([
    ["notes.txt", 8, "text/plain", "grüße\n"],
    ["big.bin", 2_000_001, "application/octet-stream", true],
  ]);
  expect((await h.json("eval", "seen.textContent")).data.result).toBe("changed");
  expect(await h.json("upload", String(index), h.home)).toMatchObject({ success: false, code: "unsuitable" });
  await h.json("close");
});

test("downloads save fetches a file from the cloud without sending the API key to its storage", async () => {
  await using p = await platform();
  await using h = member(p);
  using s = site();
  await h.json("--browser", "remote", "open", s.url);
  const state = await h.json("state");
  const { index } = state.data.elements.find((one: Data) => one.tag === "a");
  await h.json("click", String(index));
  const waited = await h.json("downloads", "wait");
  expect(waited.data).toMatchObject({ name: "report.csv", state: "completed" });
  // A path on the other machine would be mistaken for a local one.
  expect(waited.data.path).toBeUndefined();
  const path = join(h.home, "mine.csv");
  expect((await h.json("downloads", "save", "1", path)).data.saved).toBe(path);
  expect(readFileSync(path, "utf8")).toBe("a,b\n");
  expect(await h.json("downloads", "save", "report.csv", path)).toMatchObject({ code: "io" });
  // The platform may store files on any host. Of two files with the same name, the later one is fetched.
  const keys: (string | null)[] = [];
  using storage = localServer(({ url, headers }) => {
    keys.push(headers.get("x-svc-api-key"));
    return url.endsWith("/2") ? new Response("later") : new Response(null, { status: 403 });
  });
  const at = (n: number, name = "report.csv") => ({
    path: `${n}/${name}`,
    size: 5,
    lastModified: `2026-01-0${n}T00:00:00Z`,
    url: `http://127.0.0.1:${storage.port}/${n}`,
  });
  const pages = [
    { files: [at(1), at(2)], nextCursor: "next", hasMore: true },
    { files: [at(3, "other.csv")], nextCursor: null, hasMore: false },
  ];
  const listed = () => Response.json(pages.shift() ?? { files: [at(1)], nextCursor: null, hasMore: false });
  p.fault({ method: "GET", path: /\/downloads$/, times: 3, answer: listed });
  await h.json("downloads", "save", "report.csv", h.home);
  expect(readFileSync(join(h.home, "report.csv"), "utf8")).toBe("later");
  expect(await h.json("downloads", "save", "1", path, "--force")).toMatchObject({ code: "download" });
  expect(readFileSync(path, "utf8")).toBe("a,b\n");
  expect(keys).toEqual([null, null]);
  await h.json("close");
});

test("--browser remote connects like cloud connect, and each session gets its own browser", async () => {
  await using p = await served();
  await using h = member(p);
  const [one, two] = await Promise.all([
    h.json("--browser", "remote", "--session", "one", "open", "about:blank"),
    h.json("--session", "two", "cloud", "connect", "--proxy", "none", "--minutes", "7"),
  ]);
  expect(one).toMatchObject({ success: true });
  expect(two).toMatchObject({ success: true });
  // Both sessions share the one profile that was created.
  expect(active(p).length).toBe(2);
  const settings = p.server.platform.fleet.all().map(({ record }) => record.settings);
  expect(new Set(settings.map(({ profileId }) => profileId)).size).toBe(1);
  expect(settings.map(({ timeoutMinutes }) => timeoutMinutes).sort()).toEqual([60, 7]);
  expect(await h.json("--session", "two", "cloud", "connect", "--minutes", "8")).toMatchObject({
    code: "conflict",
    error: expect.stringContaining("--minutes"),
  });
  expect((await h.json("close", "--all")).data.closed).toBe(2);
  expect(active(p)).toEqual([]);
  expect(notes(h)).toEqual([]);
});

test("cloud commands report a conflict with a local session and reject options that exclude each other", async () => {
  await using p = await served();
  await using h = member(p);
  await h.json("open", "about:blank");
  expect(await h.json("cloud", "connect")).toMatchObject({
    code: "conflict",
    hint: expect.stringContaining("svc close"),
  });
  expect(await h.json("cloud", "close")).toMatchObject({
    code: "conflict",
    hint: expect.stringContaining("svc close"),
  });
  expect(await h.json("--session", "x", "--headed", "cloud", "connect")).toMatchObject({ code: "usage" });
  expect(await h.json("--session", "x", "--browser", "remote", "--profile", "Work", "state")).toMatchObject({
    code: "usage",
  });
  expect(active(p)).toEqual([]);
});

test("cloud connect without an address or a valid key starts nothing", async () => {
  await using p = await served();
  await using h = member(p, { SVC_API_KEY: undefined });
  expect(await h.json("cloud", "connect")).toMatchObject({ code: "no_key", exit: 4 });
  const wrong = await h.json("cloud", "connect", "--api-key", "svc_wrong-key-0123456789");
  expect(wrong).toMatchObject({ code: "no_key", exit: 4, error: expect.stringContaining("refused the key") });
  expect(await h.json("sessions")).toMatchObject({ data: { sessions: [] } });
  await using wrongPath = member({ url: `${p.url}/elsewhere`, key: p.key });
  expect(await wrongPath.json("cloud", "connect")).toMatchObject({
    code: "api_refused",
    hint: expect.stringContaining("base_url"),
  });
  await using noAddress = homeFixture({ SVC_API_KEY: p.key });
  expect(await noAddress.json("cloud", "connect")).toMatchObject({ code: "usage", exit: 2 });
  expect(existsSync(join(h.home, "config.json"))).toBe(false);
});

test("the key of a command line works for the whole session and is stored nowhere", async () => {
  await using p = await served();
  await using h = member(p, { SVC_API_KEY: undefined, MY_KEY: p.key });
  const connected = await h.run("cloud", "connect", "--api-key-env", "MY_KEY");
  expect(connected).toMatchObject({ code: 0 });
  expect(connected.stdout + connected.stderr).not.toContain(p.key);
  expect(processesWith(p.key)).toEqual([]);
  const { cdp_url } = (await h.json("cloud", "connect")).data;
  const token = cdp_url.split("/").at(-1);
  for (const name of readdirSync(h.home, { recursive: true, encoding: "utf8" })) {
    const path = join(h.home, name);
    if (!statSync(path).isFile() || name.startsWith("bin")) continue;
    const content = readFileSync(path, "latin1");
    expect({ name, key: content.includes(p.key), token: content.includes(token) }).toEqual({
      name,
      key: false,
      token: false,
    });
    expect(statSync(path).mode & 0o077).toBe(0);
  }
  // The daemon uses the key of the command line to stop its browser.
  expect((await h.json("close")).data).toMatchObject({ closed: 1 });
  expect(active(p)).toEqual([]);
});

test("after the daemon is killed, the next command stops its cloud browser", async () => {
  await using p = await served();
  await using h = member(p);
  for (const line of [["sessions"], ["close"], ["cloud", "close"], ["cloud", "connect"], ["open", "about:blank"]]) {
    await h.json("cloud", "connect");
    const [left = ""] = active(p);
    killDaemon(h);
    expect(notes(h).length).toBe(1);
    expect(active(p)).toEqual([left]);
    // A local browser does not replace it silently.
    if (line[0] === "open") expect(await h.json(...line)).toMatchObject({ code: "closed" });
    expect(await h.json(...line)).toMatchObject({ success: true });
    await until(() => !active(p).includes(left), `${line.join(" ")} stops it`);
    await h.json("close");
    await until(() => notes(h).length === 0, "no note is left");
  }
  expect(active(p)).toEqual([]);
});

test("a cloud browser that stops and an idle session leave no browser and no undo record", async () => {
  await using p = await served();
  await using h = member(p, { SVC_IDLE_TIMEOUT: "1s" });
  await h.json("cloud", "connect");
  const idle = h.state().pid;
  await until(() => !lives(idle), "the idle session ends");
  expect(active(p)).toEqual([]);
  expect(notes(h)).toEqual([]);
  await using busy = member(p);
  const { browser_id } = (await busy.json("cloud", "connect")).data;
  const { pid } = busy.state();
  await p.call("PATCH", `/v2/browsers/${browser_id}`, { action: "stop" });
  await until(() => !lives(pid), "the session without a browser ends");
  expect(notes(busy)).toEqual([]);
  expect((await busy.json("sessions")).data.sessions).toEqual([]);
});

test("reports a cloud browser that ended on its own exactly once and does not switch to a local one silently", async () => {
  await using p = await served();
  await using h = member(p);
  const lose = async () => {
    const { browser_id } = (await h.json("cloud", "connect")).data;
    const { pid } = h.state();
    await p.call("PATCH", `/v2/browsers/${browser_id}`, { action: "stop" });
    await until(() => !lives(pid), "the session without a browser ends");
  };
  await lose();
  const failed = await h.json("get", "title");
  expect(failed).toMatchObject({ success: false, code: "closed", exit: 6 });
  expect(failed.error).toContain("the cloud browser of session 'default' has ended");
  expect(failed.hint).toContain("svc cloud connect");
  expect((await h.json("get", "title")).success).toBe(true);
  expect((await h.json("sessions")).data.sessions[0].config).toBe("headless");
  await h.json("close");
  // `cloud connect` and `close` answer the loss, so nothing more is reported.
  await lose();
  expect((await h.json("cloud", "connect")).success).toBe(true);
  await h.json("close");
  await lose();
  await h.json("close");
  expect((await h.json("get", "title")).success).toBe(true);
});

test("cloud connect replaces a stored profile that no longer exists and reports it", async () => {
  await using p = await served();
  await using h = member(p);
  const gone = "00000000-0000-4000-8000-000000000000";
  await h.run("config", "set", "cloud_connect_profile_id", gone);
  const { success, data, events } = await h.json("cloud", "connect");
  expect(success).toBe(true);
  expect(data.profile_id).not.toBe(gone);
  expect(events[0].text).toContain(`the platform no longer has ${gone}`);
  await h.json("close");
  // A profile named by an option is not replaced.
  expect(await h.json("cloud", "connect", "--profile-id", gone)).toMatchObject({ code: "api_refused" });
});

/** Makes the platform create a browser without ever returning its CDP address, so that the client keeps waiting. */
function keepWaiting(p: Platform): void {
  const withoutAddress = async () => {
    const browser = (await p.active()).at(-1);
    return Response.json({ id: browser?.id, status: "active", cdpUrl: null });
  };
  p.fault({
    method: "POST",
    path: /browsers$/,
    async answer(request) {
      await p.server.call("POST", "/v2/browsers", await request.json());
      return await withoutAddress();
    },
  });
  p.fault({ method: "GET", path: /browsers\/./, times: 10_000, answer: withoutAddress });
}

test("a browser without an address yet is recorded before the daemon is killed and stopped by the next command", async () => {
  await using p = await platform();
  await using h = member(p);
  keepWaiting(p);
  await using child = new Program([EXECUTABLE, "cloud", "connect"], { env: h.env });
  await until(() => notes(h).length > 0, "a browser without an address");
  killDaemon(h);
  await child.kill("SIGKILL");
  expect((await p.active()).length).toBe(1);
  const [note = ""] = notes(h);
  expect(statSync(join(h.home, "undo", note)).mode & 0o777).toBe(0o600);
  expect((await h.json("close")).success).toBe(true);
  expect(await p.active()).toEqual([]);
  expect(notes(h)).toEqual([]);
});

test("close during connect stops the browser before it returns", async () => {
  await using p = await platform();
  await using h = member(p);
  keepWaiting(p);
  const connecting = h.json("cloud", "connect");
  await until(() => notes(h).length > 0, "a browser without an address");
  expect((await h.json("close")).data.closed).toBe(1);
  expect(await p.active()).toEqual([]);
  expect(notes(h)).toEqual([]);
  expect((await connecting).success).toBe(false);
});

test("interrupting connect stops the browser and ends the session", async () => {
  await using p = await platform();
  await using h = member(p);
  for (const signal of ["SIGINT", "SIGKILL"] as const) {
    // Set again in each round, or the second browser would get an address before the kill.
    keepWaiting(p);
    await using child = new Program([EXECUTABLE, "cloud", "connect"], { env: h.env });
    await until(() => notes(h).length > 0, "a browser without an address");
    expect((await child.kill(signal)).code).not.toBe(0);
    await until(async () => (await p.active()).length === 0 && notes(h).length === 0, "it is stopped");
    expect((await h.json("sessions")).data.sessions).toEqual([]);
  }
});

test("a deadline during connect leaves no browser running", async () => {
  await using p = await platform();
  await using h = member(p);
  keepWaiting(p);
  expect(await h.json("cloud", "connect", "--timeout", "1500")).toMatchObject({ success: false, code: "timeout" });
  await until(async () => (await p.active()).length === 0 && notes(h).length === 0, "it is stopped");
});

test("a failed stop is reported, recorded and retried", async () => {
  await using p = await platform();
  await using h = member(p);
  await h.json("cloud", "connect");
  const broken = () => Response.json({ detail: "out of order" }, { status: 500 });
  p.fault({ method: "PATCH", path: /browsers\//, times: 2, answer: broken });
  const closed = await h.json("close");
  expect(closed).toMatchObject({ success: false, code: "api", hint: expect.stringContaining("svc cloud close") });
  expect(closed.error).toContain("is still running");
  expect(closed.error).toContain("out of order");
  expect(notes(h).length).toBe(1);
  expect((await p.active()).length).toBe(1);
  // The session is gone, but close --all must still report the browser that runs.
  p.fault({ method: "PATCH", path: /browsers\//, times: 1, answer: broken });
  expect(await h.json("close", "--all")).toMatchObject({ success: false, code: "api" });
  expect((await h.json("cloud", "close")).data).toEqual({ closed: 0, sessions: [], stopped: 1 });
  expect(await p.active()).toEqual([]);
  expect(notes(h)).toEqual([]);
  noteCovered({ command: "cloud close", code: "" });
});

test("a browser that already stopped or cannot be recorded leaves nothing behind", async () => {
  await using p = await platform();
  await using h = member(p);
  await h.json("cloud", "connect");
  const [running] = await p.active();
  killDaemon(h);
  await p.server.call("PATCH", `/v2/browsers/${running?.id}`, { action: "stop" });
  p.fault({
    method: "PATCH",
    path: /browsers\//,
    answer: () => Response.json({ detail: "it has stopped" }, { status: 400 }),
  });
  expect(await h.json("close")).toMatchObject({ success: true });
  expect(notes(h)).toEqual([]);
  // A file blocks the folder of the undo records.
  rmSync(join(h.home, "undo"), { recursive: true });
  write(h.home, "undo", "");
  expect(await h.json("cloud", "connect")).toMatchObject({ success: false, code: "io" });
  expect(p.asked()).toBe(2);
  expect(await p.active()).toEqual([]);
});

test("a browser of another platform is reported and left alone", async () => {
  await using p = await platform();
  await using other = await platform();
  await using h = member(p);
  await h.json("cloud", "connect");
  killDaemon(h);
  const environment = { ...h.env, SVC_BASE_URL: other.url };
  const { stderr } = await runProgram([EXECUTABLE, "sessions"], { env: environment });
  expect(stderr).toContain(`it belongs to ${p.url}`);
  expect(other.requests).toEqual([]);
  expect((await p.active()).length).toBe(1);
  await h.json("cloud", "close");
  expect(await p.active()).toEqual([]);
});
