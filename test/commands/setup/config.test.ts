import { expect, test } from "bun:test";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { SETTINGS } from "../../../src/lib/settings.ts";
import { fixture, write } from "../../fixture.ts";

const SECRET = "sk-abcdefghijklmnopqrstuvwxyz0123456789";

/** Runs with a variable of the environment set. */
async function withEnv(name: string, value: string, work: () => Promise<void>): Promise<void> {
  const before = process.env[name];
  process.env[name] = value;
  try {
    await work();
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
}

test("config set, get and unset keep a setting in a file that only its owner reads", async () => {
  await using t = await fixture();
  const file = join(t.home, "config.json");
  expect(await t.svc("config", "get", "idle_timeout")).toEqual({
    key: "idle_timeout",
    value: "30m",
    source: "default",
  });
  expect(await t.svc("config", "set", "idle_timeout", "2h")).toEqual({ key: "idle_timeout", value: "2h" });
  expect(await t.svc("config", "get", "idle_timeout")).toEqual({ key: "idle_timeout", value: "2h", source: "file" });
  expect(await t.text("config", "get", "idle_timeout")).toBe("2h");
  expect(await t.text("config", "set", "cloud_connect_proxy", "de")).toBe("cloud_connect_proxy = de");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(t.home).mode & 0o777).toBe(0o700);
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ idle_timeout: "2h", cloud_connect_proxy: "de" });
  expect(await t.text("config", "unset", "idle_timeout")).toBe("idle_timeout removed");
  expect(await t.svc("config", "unset", "idle_timeout")).toEqual({ removed: "idle_timeout", was_set: false });
  expect(await t.text("config", "unset", "idle_timeout")).toBe("idle_timeout was not set in the file");
  expect(await t.svc("config", "get", "idle_timeout")).toMatchObject({ value: "30m", source: "default" });
});

test("config list shows every setting, its value and where that comes from", async () => {
  await using t = await fixture();
  await t.svc("config", "set", "cloud_connect_timeout", "15");
  const { file, settings } = await t.svc("config");
  expect(file).toBe(join(t.home, "config.json"));
  expect(Object.keys(settings)).toEqual(Object.keys(SETTINGS));
  expect(settings).toMatchObject({
    cloud_connect_timeout: { value: 15, source: "file" },
    idle_timeout: { value: "30m", source: "default" },
    cloud_connect_profile_id: { value: null, source: "unset" },
  });
  const text = await t.text("config", "list");
  expect(text).toContain("✓ cloud_connect_timeout: 15 (file)\n");
  expect(text).toContain("✓ idle_timeout: 30m (default)\n");
  expect(text).toContain("○ cloud_connect_profile_id: not set\n");
});

test("config list tells somebody who hosts nothing only which settings of the server are set", async () => {
  await using t = await fixture();
  await t.svc("config", "set", "serve_port", "9000");
  const names = (text: string) => [...text.matchAll(/^ {2}\S (\w+): /gm)].map(([, name]) => name);
  const all = await t.text("config", "list");
  expect(names(all).filter((name) => /^serve_|private/.test(name ?? ""))).toEqual(["serve_port"]);
  const { settings } = await t.svc("config", "list", "--serve");
  expect(Object.keys(settings)).toEqual(expect.arrayContaining(["allow_private_network", "serve_host", "serve_port"]));
  expect(settings).not.toHaveProperty("idle_timeout");
  expect(all).toEndWith(`\n${Object.keys(settings).length - 1} more, of \`serve\`: svc config list --serve`);
  expect(names(await t.text("config", "list", "--serve"))).toEqual(Object.keys(settings));
});

test("rules that the file and the environment both set are shown as they hold: both", async () => {
  await using t = await fixture();
  await t.svc("config", "set", "content_boundaries", "true");
  await t.svc("config", "set", "allowed_domains", "a.example");
  await withEnv("SVC_CONTENT_BOUNDARIES", "false", async () => {
    expect(await t.svc("config", "get", "content_boundaries")).toMatchObject({ value: true, source: "file" });
  });
  await withEnv("SVC_ALLOWED_DOMAINS", "b.example", async () => {
    const both = { value: "a.example", source: "file", also: { value: "b.example", source: "environment" } };
    expect(await t.svc("config", "get", "allowed_domains")).toEqual({ key: "allowed_domains", ...both });
    expect(await t.text("config", "get", "allowed_domains")).toBe("a.example\nb.example");
    expect((await t.svc("config", "list")).settings.allowed_domains).toMatchObject(both);
    expect(await t.text("config", "list")).toContain("allowed_domains: a.example (file) and b.example (environment)\n");
  });
  for (const same of ["a.example", "  "])
    await withEnv("SVC_ALLOWED_DOMAINS", same, async () => {
      const held = { value: "a.example", source: "file" };
      expect(await t.svc("config", "get", "allowed_domains")).toEqual({ key: "allowed_domains", ...held });
    });
  await withEnv("SVC_CONFIRM", "eval", async () => {
    expect(await t.svc("config", "get", "confirm")).toMatchObject({ value: "eval", source: "environment" });
  });
  expect((await t.svc("config", "list")).settings.confirm).toMatchObject({ value: null, source: "unset" });
});

test("config takes values by the setting's type, and refuses others", async () => {
  await using t = await fixture();
  for (const [key, typed, value] of [
    ["cloud_connect_recording", "no", false],
    ["cloud_connect_recording", "TRUE", true],
    ["cloud_connect_recording", "0", false],
    ["cloud_connect_timeout", "90", 90],
    ["idle_timeout", "0", "0"],
    ["idle_timeout", "90s", "90s"],
    ["idle_timeout", "500ms", "500ms"],
    ["idle_timeout", "never", "never"],
  ] as const) {
    expect(await t.svc("config", "set", key, typed)).toEqual({ key, value });
    expect(await t.svc("config", "get", key)).toEqual({ key, value, source: "file" });
  }
  const held = readFileSync(join(t.home, "config.json"), "utf8");
  for (const [key, typed, expected] of [
    ["cloud_connect_timeout", "soon", "a whole number"],
    ["cloud_connect_timeout", "1.5", "a whole number"],
    ["cloud_connect_recording", "maybe", "true or false"],
    ["idle_timeout", "2 hours", "30m"],
  ] as const) {
    expect(await t.fails("config", "set", key, typed)).toMatchObject({
      code: "usage",
      message: expect.stringContaining(`invalid value for ${key}: expected`),
    });
    expect((await t.fails("config", "set", key, typed)).message).toContain(expected);
  }
  expect(await t.fails("config", "set", "idle_timeout")).toMatchObject({ code: "usage" });
  expect(readFileSync(join(t.home, "config.json"), "utf8")).toBe(held);
});

test("config refuses unknown settings and names those there are", async () => {
  await using t = await fixture();
  for (const argv of [
    ["get", "idle"],
    ["set", "idle", "1"],
    ["unset", "idle"],
    ["get", "toString"],
    ["set", "__proto__", "1"],
  ]) {
    expect(await t.fails("config", ...argv)).toMatchObject({
      code: "usage",
      message: expect.stringContaining("idle_timeout"),
      hint: expect.stringContaining("svc config list"),
    });
  }
  const near = await t.fails("config", "get", "serve_prot");
  expect(near.message).toContain("serve_port");
  expect(near.message).not.toContain("dialogs");
  expect(near.hint).toContain("--serve");
  expect(await t.fails("config", "get", "browser_path")).toMatchObject({
    code: "not_found",
    message: "browser_path is not set",
  });
  expect(existsSync(join(t.home, "config.json"))).toBe(false);
});

test("config never shows a secret", async () => {
  await using t = await fixture();
  const shown = [
    await t.svc("config", "set", "api_key", SECRET),
    await t.svc("config", "get", "api_key"),
    await t.svc("config", "list"),
    await t.text("config", "list"),
    await t.text("config", "get", "api_key"),
  ];
  for (const one of shown) {
    expect(JSON.stringify(one)).toContain("••••");
    expect(JSON.stringify(one)).not.toContain(SECRET.slice(0, 8));
  }
  await t.svc("config", "set", "api_key", "short-key");
  expect(JSON.stringify(await t.svc("config", "list"))).not.toContain('key"}');
  expect(await t.svc("config", "get", "api_key")).toMatchObject({ value: "••••" });
  expect(JSON.parse(readFileSync(join(t.home, "config.json"), "utf8"))).toEqual({ api_key: "short-key" });
  await withEnv("SVC_API_KEY", SECRET, async () => {
    expect(JSON.stringify(await t.svc("config", "list"))).not.toContain(SECRET.slice(0, 8));
    expect(await t.svc("config", "get", "api_key")).toMatchObject({
      source: "environment",
      value: expect.stringContaining("••••"),
    });
  });
});

test("a variable of the environment goes before the file", async () => {
  await using t = await fixture();
  await t.svc("config", "set", "base_url", "https://file.example");
  await withEnv("SVC_BASE_URL", "https://env.example", async () => {
    expect(await t.svc("config", "get", "base_url")).toEqual({
      key: "base_url",
      value: "https://env.example",
      source: "environment",
    });
    expect(await t.text("config", "list")).toContain("base_url: https://env.example (environment)");
  });
  await withEnv("SVC_BASE_URL", "", async () => {
    expect(await t.svc("config", "get", "base_url")).toMatchObject({ value: "https://file.example", source: "file" });
  });
});

test("a config file that cannot be understood is told, and never overwritten", async () => {
  await using t = await fixture();
  for (const content of [`{"api_key": "x",}`, "[1]", "null", "\0\x01", `{"idle_timeout": "1h"`]) {
    const file = write(t.home, "config.json", content);
    for (const argv of [["list"], ["get", "idle_timeout"], ["set", "idle_timeout", "2h"], ["unset", "idle_timeout"]]) {
      expect(await t.fails("config", ...argv)).toMatchObject({
        code: "bad_file",
        message: expect.stringContaining(file),
      });
    }
    expect(readFileSync(file, "utf8")).toBe(content);
  }
});

test("config keeps settings of other versions, and reads an empty file as one without settings", async () => {
  await using t = await fixture();
  const file = write(t.home, "config.json", "");
  expect(await t.svc("config", "get", "idle_timeout")).toMatchObject({ source: "default" });
  write(t.home, "config.json", `{"from_the_future": {"a": 1}, "idle_timeout": "1h"}`);
  await t.svc("config", "set", "idle_timeout", "2h");
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ from_the_future: { a: 1 }, idle_timeout: "2h" });
});

test("a setting is checked when it is set as its use will check it", async () => {
  await using t = await fixture();
  const file = write(t.folder, "not-pem", "nothing");
  for (const [key, value, code] of [
    ["tunnel_command", "forward it", "usage"],
    ["tunnel_command", "forward {host}", "usage"],
    ["tunnel_ssh_host", "user@-oProxyCommand=x", "usage"],
    ["base_url", "ftp://host", "usage"],
    ["browser_mirror", "nowhere", "usage"],
    ["browser_path", join(t.folder, "none"), "no_browser"],
    ["cloud_connect_profile_id", "../x", "usage"],
    ["cloud_connect_proxy", "germany", "usage"],
    ["llm_base_url", "nowhere", "usage"],
    ["python", join(t.folder, "none"), "missing_program"],
    ["serve_countries", file, "usage"],
    ["serve_database_url", "mysql://host/db", "usage"],
    ["serve_key_headers", "X-Api-Key,Cookie", "usage"],
    ["serve_database_url", "postgres://host", "usage"],
    ["serve_objects", "relative", "usage"],
    ["serve_proxy", "host:80", "usage"],
    ["serve_public_url", "https://host/path", "usage"],
    ["serve_secret", "short", "usage"],
    ["serve_tls_cert", file, "usage"],
    ["serve_tls_key", file, "usage"],
  ] as const) {
    expect([key, await t.fails("config", "set", key, value)]).toMatchObject([key, { code, hint: expect.any(String) }]);
  }
  expect(existsSync(join(t.home, "config.json"))).toBe(false);
  expect(await t.svc("config", "set", "tunnel_command", "forward {port}")).toMatchObject({ value: "forward {port}" });
  // A path is kept whole: it is used from other folders.
  expect((await t.svc("config", "set", "browser_path", "package.json")).value).toBe(
    join(process.cwd(), "package.json"),
  );
});
