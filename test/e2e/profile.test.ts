/** Profile sync as a process: as profile-sync, killed, interrupted, and on a terminal. */

import { beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { CONFIG_NAME, COOKIES, configWith, LABEL, LATER } from "../browser/profiles/desktop.ts";
import { type Platform, platform } from "../cloud/platform.ts";
import { EXECUTABLE, execute, noteCovered } from "../fixture.ts";
import { folderOfFile } from "../support/folder.ts";
import { Program, runProgram } from "../support/program.ts";
import { until } from "../support/until.ts";
import { type HomeFixture, homeFixture, processesWith } from "./home-fixture.ts";

const folder = folderOfFile();

beforeAll(async () => {
  const other = { name: "second", value: "value-of-second", domain: ".second.example", path: "/", expires: LATER };
  await configWith(join(folder, ".config"), folder, { "Profile 1": [other], Default: COOKIES });
});

/** A home with two browser profiles and a key of the platform. */
function member(p: Platform, env: Record<string, string | undefined> = {}): HomeFixture {
  const browser = process.env.SVC_TEST_CHROME;
  const h = homeFixture({
    SVC_BASE_URL: p.url,
    SVC_API_KEY: p.key,
    ...(browser ? { SVC_BROWSER: browser } : {}),
    ...env,
  });
  cpSync(join(folder, ".config"), join(String(h.env.HOME), ".config"), { recursive: true });
  return h;
}

const MINE = ["--browser", LABEL, "--profile", "Default"];

function started(h: HomeFixture, line: string[]) {
  return new Program([EXECUTABLE, ...line], { env: h.env });
}

/** Names of undo records that are completely written. */
function notes(h: HomeFixture, kind = ""): string[] {
  const path = join(h.home, "undo");
  return existsSync(path) ? readdirSync(path).filter((name) => name.startsWith(kind) && name.endsWith(".json")) : [];
}

/** Makes the platform create a browser without ever returning its CDP address, so that the client keeps waiting. */
function keepWaiting(p: Platform): void {
  const withoutAddress = async () => {
    const [held] = await p.active();
    return Response.json({ id: held?.id, status: "active", cdpUrl: null });
  };
  p.fault({
    method: "POST",
    path: /browsers$/,
    async answer(request) {
      const headers = { "x-svc-api-key": p.key, "content-type": "application/json" };
      await fetch(`${p.url}/api/v2/browsers`, { method: "POST", headers, body: await request.text() });
      return await withoutAddress();
    },
  });
  p.fault({ method: "GET", path: /browsers\/./, times: 10_000, answer: withoutAddress });
}

test("profile-sync is the executable under a second name and accepts the older commands", async () => {
  await using p = await platform();
  await using h = member(p);
  await h.json("profile", "list");
  const tool = join(h.home, "bin", "profile-sync");
  const run = (...line: string[]) =>
    // Older scripts name the home with SVC_CONFIG_DIR.
    runProgram([tool, ...line], { env: { ...h.env, SVC_HOME: undefined, SVC_CONFIG_DIR: h.home } });
  expect((await run("--version")).stdout).toStartWith("svc ");
  expect((await run("--help")).stdout).toMatch(/^ {2}profile sync +Copy cookies/m);
  expect((await run("list")).stdout).toContain(LABEL);
  expect(JSON.parse((await run("list", "--json")).stdout).data.profiles.length).toBe(2);
  expect(await run("open", "example.com")).toMatchObject({ code: 2, stdout: "" });
  expect(await run("auth", "--apikey", p.key)).toMatchObject({ code: 0 });
  expect(JSON.parse(readFileSync(join(h.home, "config.json"), "utf8"))).toEqual({ api_key: p.key });
  const { code, stdout } = await run("sync", "--all");
  expect(code).toBe(0);
  expect(stdout.match(/^Profile created: [\da-f-]{36}$/gm)?.length).toBe(2);
  expect((await p.profiles()).map(({ name }) => name)).toEqual([
    expect.stringContaining("(Default)"),
    expect.stringContaining("(Profile 1)"),
  ]);
  const [, second] = await p.profiles();
  expect((await p.cookiesOf(second?.id ?? "")).map(({ name }) => name)).toEqual(["second"]);
  expect(await run("update")).toMatchObject({ code: 0, stdout: expect.stringContaining("is up to date") });
  expect(statSync(tool).ino).toBe(statSync(EXECUTABLE).ino);
});

test("profile auth reads the key from standard input", async () => {
  await using p = await platform();
  await using h = member(p, { SVC_API_KEY: undefined });
  const { code, stdout } = await execute(["profile", "auth", "--apikey", "-"], h.env, { stdin: `${p.key}\n` });
  expect(code).toBe(0);
  expect(stdout).not.toContain(p.key);
  expect(JSON.parse(readFileSync(join(h.home, "config.json"), "utf8"))).toEqual({ api_key: p.key });
  const empty = await execute(["--json", "profile", "auth", "--apikey", "-"], h.env, { stdin: "" });
  expect(JSON.parse(empty.stdout)).toMatchObject({ code: "usage" });
});

test("profile sync --all continues after a failure and reports it at the end", async () => {
  await using p = await platform();
  await using h = member(p);
  p.fault({
    method: "POST",
    path: /profiles$/,
    answer: () => Response.json({ detail: "no more profiles" }, { status: 402 }),
  });
  const answer = await h.json("profile", "sync", "--all");
  expect(answer).toMatchObject({ success: false, code: "api_refused", exit: 2 });
  expect(answer.error).toContain("1 of 2 profiles were not synced");
  expect(answer.error).toMatch(/\(Default\): .*no more profiles/);
  expect(answer.error).toContain(`Profile created: ${(await p.profiles())[0]?.id}`);
  expect((await h.json("profile", "sync", "--all", "--domain", "second.example")).data).toMatchObject({
    synced: [{ profile: "Profile 1", created: false }],
    skipped: [{ profile: "Default" }],
  });
});

test("profile sync writes no cookie and no key to other files or process lists", async () => {
  await using p = await platform();
  await using h = member(p);
  keepWaiting(p);
  await using child = started(h, ["profile", "sync", ...MINE]);
  await until(() => notes(h, "cloud-browser").length > 0, "a browser without an address");
  expect(processesWith(p.key)).toEqual([]);
  expect(processesWith("value-of-")).toEqual([]);
  await child.kill("SIGINT");
  for (const name of readdirSync(h.home, { recursive: true, encoding: "utf8" })) {
    const path = join(h.home, name);
    if (!statSync(path).isFile() || name.startsWith("bin")) continue;
    expect(`${name}: ${readFileSync(path, "latin1").match(new RegExp(`value-of-|${p.key}`))}`).toBe(`${name}: null`);
  }
});

test("interrupting profile sync stops the cloud browser before the command ends", async () => {
  await using p = await platform();
  await using h = member(p);
  keepWaiting(p);
  await using child = started(h, ["--json", "profile", "sync", ...MINE]);
  await until(() => notes(h, "cloud-browser").length > 0, "a browser without an address");
  const { code, stdout } = await child.kill("SIGINT");
  noteCovered({ command: "profile sync", code: "interrupted" });
  expect({ code, stdout }).toEqual({ code: 130, stdout: expect.stringContaining('"code":"interrupted"') });
  expect(await p.active()).toEqual([]);
  expect(notes(h)).toEqual([]);
});

test("after profile sync is killed, the next sync stops its cloud browser", async () => {
  await using p = await platform();
  await using h = member(p);
  keepWaiting(p);
  await using child = started(h, ["profile", "sync", ...MINE]);
  await until(() => notes(h, "cloud-browser").length > 0, "a browser without an address");
  await child.kill("SIGKILL");
  const [left] = await p.active();
  expect(left?.id).toBeString();
  const [note = ""] = notes(h);
  expect(statSync(join(h.home, "undo", note)).mode & 0o777).toBe(0o600);
  // This sync fails for another reason, after the cleanup.
  expect(await h.json("profile", "sync", ...MINE, "--domain", "nowhere.example")).toMatchObject({ code: "not_found" });
  expect(await p.active()).toEqual([]);
  expect(notes(h)).toEqual([]);
});

test("after profile inspect is killed, its browser ends and the next command removes the copy", async () => {
  await using p = await platform();
  await using h = member(p);
  // Repeats if the command finished before it was killed.
  while (notes(h).length === 0) {
    await using child = started(h, ["profile", "inspect", ...MINE]);
    await until(() => notes(h).length > 0 || child.process.exitCode !== null, "a copy of the profile");
    await child.kill("SIGKILL");
  }
  const copies = () => readdirSync(join(h.home, "run"), { recursive: true, encoding: "utf8" });
  expect(copies().length).toBeGreaterThan(0);
  await until(() => processesWith(join(h.home, "run")).length === 0, "its browser ends");
  await h.json("profile", "list");
  expect(copies()).toEqual([]);
  expect(readdirSync(join(h.home, "undo"))).toEqual([]);
});

test("the wizard asks for profile, domains, address and key, then syncs", async () => {
  await using p = await platform();
  await using h = member(p, { SVC_BASE_URL: undefined, SVC_API_KEY: undefined });
  rmSync(join(String(h.env.HOME), ".config", CONFIG_NAME, "Profile 1"), { recursive: true, force: true });
  let screen = "";
  const decoder = new TextDecoder();
  const show = (_: unknown, bytes: Uint8Array) => {
    screen += decoder.decode(bytes, { stream: true });
  };
  const child = Bun.spawn([EXECUTABLE, "profile"], {
    env: { ...process.env, ...h.env, TERM: "xterm" },
    terminal: { cols: 120, rows: 40, data: show },
  });
  const answer = async (question: string, keys: string) => {
    await until(() => screen.includes(question), question);
    child.terminal?.write(keys);
  };
  await answer("Which profile?", "\r");
  await answer("Which cookies?", "\x1b[B\r");
  // Chooses the first domain, which has the most cookies.
  await answer("Which domains?", " \r");
  await answer("Address of the cloud platform", `${p.url}\r`);
  await answer("API key of the cloud platform", `${p.key}\r`);
  await answer("Send the cookies of example.com", "y\r");
  expect(await child.exited).toBe(0);
  noteCovered({ command: "profile", code: "" });
  const [{ id } = { id: "" }] = await p.profiles();
  await until(() => screen.includes(`Profile created: ${id}`), "the answer");
  expect(screen).not.toContain(p.key);
  expect((await p.cookiesOf(id)).map(({ name }) => name).sort()).toEqual(["__Host-safe", "host", "id"]);
  expect(JSON.parse(readFileSync(join(h.home, "config.json"), "utf8"))).toEqual({ base_url: p.url, api_key: p.key });
});
