/** Profiles of the machine: listed, inspected, synced. A real browser's folder, and a platform with real browsers. */

import { afterAll, beforeAll, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COOKIES, configWith, desktop, LABEL } from "../../browser/profiles/desktop.ts";
import { type Platform, platform } from "../../cloud/platform.ts";
import { type Data, type Fixture, fixture, write } from "../../fixture.ts";
import { folderOfFile } from "../../support/folder.ts";

const KEY = "svc_test-key-0123456789abcdef";
const NAMES = ["__Host-safe", "host", "id", "other", "split"];
const MINE = ["--browser", LABEL.toUpperCase(), "--profile", "Default"];

const folder = folderOfFile();
let userDataDir = "";
const before = { config: process.env.XDG_CONFIG_HOME, browser: process.env.SVC_BROWSER };

beforeAll(async () => {
  process.env.XDG_CONFIG_HOME = join(folder, "config");
  if (process.env.SVC_TEST_CHROME) process.env.SVC_BROWSER = process.env.SVC_TEST_CHROME;
  userDataDir = await configWith(join(folder, "config"), folder, { "Profile 1": [], Default: COOKIES });
});

afterAll(() => {
  for (const [name, value] of [
    ["XDG_CONFIG_HOME", before.config],
    ["SVC_BROWSER", before.browser],
  ] as const) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

/** A fixture whose settings lead to the platform. */
async function signedUp(t: Fixture, { url, key }: Platform, suffix = ""): Promise<void> {
  await t.svc("config", "set", "base_url", `${url}${suffix}`);
  await t.svc("profile", "auth", "--apikey", key);
}

/** Copies of profiles and notes of what is to be undone: none may outlive a command. */
function leftIn(home: string): string[] {
  return ["undo", "run"]
    .map((name) => join(home, name))
    .filter((path) => existsSync(path))
    .flatMap((path) => readdirSync(path, { recursive: true, encoding: "utf8" }))
    .filter((name) => name.includes("profile") || name.includes("cloud"));
}

test("profile list shows browsers and profiles, and puts profile-sync into the home", async () => {
  await using t = await fixture();
  const { profiles } = await t.svc("profile", "list");
  const mine = profiles.filter((one: Data) => one.userDataDir === userDataDir);
  expect(mine).toEqual([
    {
      browser: LABEL,
      profile: "Default",
      name: expect.any(String),
      path: join(userDataDir, "Default"),
      userDataDir,
      isDefault: true,
    },
    {
      browser: LABEL,
      profile: "Profile 1",
      name: expect.any(String),
      path: join(userDataDir, "Profile 1"),
      userDataDir,
    },
  ]);
  expect(await t.text("profile", "list")).toMatch(/^BROWSER +PROFILE +NAME +FOLDER\n/);
  expect(readdirSync(join(t.home, "bin"))).toEqual(["profile-sync"]);
  expect(statSync(join(t.home, "bin")).mode & 0o777).toBe(0o700);
});

test("profile inspect counts cookies by domain while the browser is open, and shows values only when asked", async () => {
  await using t = await fixture();
  const open = await desktop(userDataDir, folder);
  try {
    const counted = await t.svc("profile", "inspect", ...MINE);
    expect(counted).toEqual({
      browser: LABEL,
      profile: "Default",
      total: 5,
      domains: [
        { domain: "example.com", cookies: 2 },
        { domain: "other.example", cookies: 1 },
        { domain: "shop.example.com", cookies: 1 },
        { domain: "third.example", cookies: 1 },
      ],
    });
    const verbose = await t.svc("profile", "inspect", ...MINE, "--verbose", "--domain", "example.com");
    expect(verbose.cookies.map(({ name }: Data) => name).sort()).toEqual(["__Host-safe", "host", "id"]);
    expect(JSON.stringify(verbose)).not.toContain("value-of");
    const some = ["--domain", "EXAMPLE.com,.other.example", "--exclude-domain", "shop.example.com"];
    const { cookies } = await t.svc("profile", "inspect", ...MINE, "--values", ...some);
    expect(Object.fromEntries(cookies.map(({ name, value }: Data) => [name, value]))).toEqual({
      "__Host-safe": "value-of-safe",
      id: "value-of-id",
      other: "value of other é",
    });
    expect((await open.cookies()).length).toBe(5);
  } finally {
    await open.close();
  }
  expect(await t.text("profile", "inspect", ...MINE)).toStartWith(
    `5 cookies of 4 domains in ${LABEL} (Default)\n     2  example.com\n`,
  );
  expect(leftIn(t.home)).toEqual([]);
});

test("profile inspect names what there is when nothing fits", async () => {
  await using t = await fixture();
  expect(await t.fails("profile", "inspect", "--browser", "netscape")).toMatchObject({
    code: "not_found",
    message: expect.stringContaining(LABEL),
    hint: expect.stringContaining("svc profile list"),
  });
  expect(await t.fails("profile", "inspect", "--browser", LABEL, "--profile", "Work")).toMatchObject({
    code: "not_found",
    message: expect.stringContaining("(Profile 1)"),
  });
  expect(await t.fails("profile", "inspect", "--browser", LABEL)).toMatchObject({
    code: "usage",
    hint: expect.stringContaining("--profile"),
  });
  expect((await t.fails("profile", "inspect", ...MINE, "--domain", "http://x/")).message).toStartWith(
    "--domain: expected",
  );
});

test("profile inspect says that cookies cannot be opened, rather than that there are none", async () => {
  await using t = await fixture();
  const config = join(t.folder, "config");
  const other = await configWith(config, folder, { Default: COOKIES });
  const { Database } = await import("bun:sqlite");
  const database = new Database(join(other, "Default", "Cookies"));
  // Sealed with a key of its own, as another machine's would be.
  database.run("UPDATE cookies SET encrypted_value = CAST('v11' || randomblob(48) AS BLOB), value = ''");
  database.close();
  process.env.XDG_CONFIG_HOME = config;
  try {
    expect(await t.fails("profile", "inspect", ...MINE)).toMatchObject({
      message: expect.stringContaining(`5 cookies of ${LABEL} (Default)`),
    });
  } finally {
    process.env.XDG_CONFIG_HOME = join(folder, "config");
  }
});

test("cookies that are damaged, or cannot be read, are told as that, and not as none", async () => {
  await using t = await fixture();
  const config = join(t.folder, "config");
  const cookies = join(await configWith(config, folder, { Default: COOKIES }), "Default", "Cookies");
  const whole = readFileSync(cookies);
  process.env.XDG_CONFIG_HOME = config;
  try {
    for (const part of [whole.subarray(0, 8_000), Buffer.alloc(20_000, 7)]) {
      writeFileSync(cookies, part);
      expect(await t.fails("profile", "inspect", ...MINE)).toMatchObject({
        code: "bad_file",
        message: expect.stringContaining(cookies),
        hint: expect.stringContaining(`Start ${LABEL} once`),
      });
    }
    // As where another program holds it: there, but not to be copied.
    rmSync(cookies);
    mkdirSync(cookies);
    expect(await t.fails("profile", "inspect", ...MINE)).toMatchObject({ code: "io" });
    expect(leftIn(t.home)).toEqual([]);
  } finally {
    process.env.XDG_CONFIG_HOME = join(folder, "config");
  }
});

test("profile sync makes a cloud profile, then updates the same one", async () => {
  await using t = await fixture();
  await using p = await platform();
  await signedUp(t, p, "/api/v3");
  const first = await t.svc("profile", "sync", ...MINE);
  const [{ cloudProfileId }] = first.synced;
  expect(first).toEqual({
    synced: [{ browser: LABEL, profile: "Default", cloudProfileId, created: true, cookies: 5, domains: 4, refused: 0 }],
    skipped: [],
  });
  expect(await p.active()).toEqual([]);
  const kept = await p.cookiesOf(cloudProfileId);
  expect(kept.map(({ name }) => name).sort()).toEqual(NAMES);
  expect(kept).toContainEqual({
    name: "host",
    value: "value-of-host",
    domain: "shop.example.com",
  });
  expect(await t.text("profile", "sync", ...MINE, "--domain", "example.com")).toBe(
    `Profile updated: ${cloudProfileId}\n  ${LABEL} (Default): 3 cookies of 2 domains`,
  );
  expect((await p.profiles()).length).toBe(1);
  expect(p.requests.find(({ path }) => path.endsWith("/browsers"))?.body).toMatchObject({
    profileId: cloudProfileId,
    proxyCountryCode: null,
  });
  const memory = join(t.home, "cloud-profiles.json");
  expect(statSync(memory).mode & 0o777).toBe(0o600);
  expect(readFileSync(memory, "utf8")).not.toContain("value-of");
  // One that was removed there is made anew.
  await p.removeProfile(cloudProfileId);
  expect((await t.svc("profile", "sync", ...MINE)).synced[0]).toMatchObject({ created: true });
  expect(leftIn(t.home)).toEqual([]);
});

test("profile sync goes where --cloud-profile-id says, and sends what the domains let through", async () => {
  await using t = await fixture();
  await using p = await platform();
  await signedUp(t, p);
  const id = await p.makeProfile("Mine");
  const filter = ["--exclude-domain", "example.com,third.example"];
  expect(await t.svc("profile", "sync", ...MINE, "--cloud-profile-id", id, ...filter)).toMatchObject({
    synced: [{ cloudProfileId: id, created: false, cookies: 1 }],
  });
  expect((await p.cookiesOf(id)).map(({ name }) => name)).toEqual(["other"]);
  const unknown = crypto.randomUUID();
  expect(await t.fails("profile", "sync", ...MINE, "--cloud-profile-id", unknown)).toMatchObject({
    code: "not_found",
    message: expect.stringContaining(unknown),
  });
  expect(await t.fails("profile", "sync", ...MINE, "--domain", "nowhere.example")).toMatchObject({ code: "not_found" });
  expect(p.asked()).toBe(1);
});

test("profile sync does not say that it is done when the platform did not keep it", async () => {
  await using t = await fixture();
  await using p = await platform();
  await signedUp(t, p);
  const id = await p.makeProfile("Mine");
  // Another browser writes the profile: what the one of the sync does is not kept.
  await p.server.browser({ profileId: id });
  expect(await t.fails("profile", "sync", ...MINE, "--cloud-profile-id", id)).toMatchObject({
    code: "api",
    message: expect.stringContaining(`did not save the cookies to its profile ${id}`),
    hint: expect.stringContaining("Stop the platform's browsers"),
  });
  expect((await p.active()).length).toBe(1);
});

test("profile sync refuses a line that leaves doubt, before it starts anything", async () => {
  await using t = await fixture();
  for (const line of [
    [],
    ["--all", "--browser", LABEL],
    ["--all", "--cloud-profile-id", crypto.randomUUID()],
    [...MINE, "--cloud-profile-id", "../browsers"],
  ])
    expect(await t.fails("profile", "sync", ...line)).toMatchObject({ code: "usage" });
  expect(await t.fails("profile", "sync", ...MINE)).toMatchObject({
    code: "usage",
    hint: expect.stringContaining("svc config set base_url"),
  });
  await t.svc("config", "set", "base_url", "http://127.0.0.1:1");
  expect(await t.fails("profile", "sync", ...MINE)).toMatchObject({
    code: "no_key",
    hint: expect.stringMatching(/svc (profile auth|cloud login)/),
  });
});

test("profile sync tells what the platform says, and stops the browser whatever happens", async () => {
  await using t = await fixture();
  await using p = await platform();
  await signedUp(t, p);
  const sync = () => t.fails("profile", "sync", ...MINE);
  p.fault({
    method: "POST",
    path: /profiles$/,
    answer: () => Response.json({ detail: "Insufficient credits" }, { status: 402 }),
  });
  expect(await sync()).toMatchObject({ code: "api_refused", message: expect.stringContaining("Insufficient credits") });
  p.fault({ method: "POST", path: /browsers$/, answer: () => new Response("boom", { status: 500 }) });
  expect(await sync()).toMatchObject({ code: "api", message: expect.stringContaining("HTTP 500") });
  expect(await p.active()).toEqual([]);
  // A browser that is there, at an address where nothing is.
  const gone = crypto.randomUUID();
  p.fault({
    method: "POST",
    path: /browsers$/,
    answer: () => Response.json({ id: gone, status: "active", cdpUrl: "http://127.0.0.1:1" }, { status: 201 }),
  });
  expect(await sync()).toMatchObject({ code: "api", message: expect.stringContaining("browser cannot be used") });
  expect(p.requests.at(-1)).toMatchObject({
    method: "PATCH",
    path: `/api/v2/browsers/${gone}`,
    body: { action: "stop" },
  });
  // A stop that fails is told, and made up for by the next run.
  p.fault({ method: "PATCH", path: /browsers/, answer: () => new Response("", { status: 500 }) });
  expect(await sync()).toMatchObject({ code: "api" });
  await t.svc("profile", "auth", "--apikey", "svc_wrong-key-0123456789");
  const refused = await sync();
  expect(refused.code).toBe("no_key");
  expect(refused.message).toMatch(/API key/i);
  expect(refused.message).not.toContain("wrong-key");
});

test("profile sync past its deadline stops the browser that it started", async () => {
  await using t = await fixture();
  await using p = await platform();
  await signedUp(t, p);
  // Never has an address: the sync waits until its deadline. On a slow machine that may pass before it got so far.
  const given: string[] = [];
  const slow = crypto.randomUUID();
  const answer = () => Response.json({ id: slow, status: "active", cdpUrl: null }, { status: 201 });
  p.fault({
    method: "POST",
    path: /browsers$/,
    answer() {
      given.push(slow);
      return answer();
    },
  });
  p.fault({ method: "GET", path: /browsers\/./, times: 1_000, answer });
  expect(await t.fails("profile", "sync", ...MINE, "--timeout", "6000")).toMatchObject({ code: "timeout" });
  const stopped = p.requests.filter(({ method, body }) => method === "PATCH" && body.action === "stop");
  expect(stopped.map(({ path }) => path)).toEqual(given.map((id) => `/api/v2/browsers/${id}`));
  expect(leftIn(t.home)).toEqual([]);
});

test("profile auth saves the key for its owner alone, and never shows it", async () => {
  await using t = await fixture();
  const saved = await t.svc("profile", "auth", "--apikey", KEY);
  expect(saved).toMatchObject({ saved: true, file: join(t.home, "config.json") });
  expect(JSON.stringify(saved)).not.toContain(KEY);
  expect(statSync(join(t.home, "config.json")).mode & 0o777).toBe(0o600);
  expect(JSON.parse(readFileSync(join(t.home, "config.json"), "utf8"))).toEqual({ api_key: KEY });
  for (const line of [["--apikey", "svc_with a space"], ["--apikey", "short"], [KEY], ["--apikey", KEY, KEY]]) {
    const failure = await t.fails("profile", "auth", ...line);
    expect(failure.code).toBe("usage");
    expect(JSON.stringify(failure.message + failure.hint)).not.toMatch(/svc_|short/);
  }
  expect(JSON.parse(readFileSync(join(t.home, "config.json"), "utf8"))).toEqual({ api_key: KEY });
});

test("profile update puts profile-sync there, and again only when it differs", async () => {
  await using t = await fixture();
  const path = join(t.home, "bin", "profile-sync");
  expect(await t.svc("profile", "update")).toMatchObject({ path, state: expect.stringMatching(/installed|current/) });
  expect(await t.svc("profile", "update")).toMatchObject({ path, state: "current" });
  rmSync(path);
  write(join(t.home, "bin"), "profile-sync", "an old one");
  expect(await t.svc("profile", "update")).toMatchObject({ path, state: "updated" });
  expect(await t.text("profile", "update")).toStartWith("profile-sync is up to date: ");
  rmSync(path);
  mkdirSync(path);
  expect(await t.fails("profile", "update")).toMatchObject({ code: "io", message: expect.stringContaining(path) });
});

test("profile alone asks on a terminal only", async () => {
  await using t = await fixture();
  expect(await t.fails("profile")).toMatchObject({ code: "usage", hint: expect.stringContaining("svc profile sync") });
});
