/** Options of a session for its browser: certificates, credentials, permissions, viewport, downloads. */

import { afterAll, expect, test } from "bun:test";
import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { findBrowsers } from "../../src/browser/launch/find.ts";
import { hasDisplays } from "../display.ts";
import { execute, write } from "../fixture.ts";
import { SELF_SIGNED } from "../platform/egress/self-signed.ts";
import { folderOfFile } from "../support/folder.ts";
import { localServer } from "../support/server.ts";
import { homeFixture } from "./home-fixture.ts";

const full = findBrowsers("/nowhere").find(({ name }) => name !== "headless-shell");
const BROWSERS: readonly (readonly [string, string | undefined])[] = [
  ["the headless shell", undefined],
  ...(full ? [["full Chromium", full.path] as const] : []),
];

const HTML = { "content-type": "text/html" };
const page = (body: string) => new Response(body, { headers: HTML });
const plain = localServer(answer);
const other = localServer({
  tls: SELF_SIGNED,
  fetch: () => new Response("1", { headers: { "access-control-allow-origin": "*" } }),
});
const secure = localServer({
  tls: SELF_SIGNED,
  fetch: () =>
    page(
      `<title>Secure</title><script>fetch("https://localhost:${other.port}/").then(() => document.title += " fetched", () => document.title += " refused")</script>`,
    ),
});
const SECURE = `https://localhost:${secure.port}/`;

function answer(request: Request): Response {
  const { pathname } = new URL(request.url);
  if (pathname === "/file")
    return new Response("held", { headers: { "content-disposition": "attachment; filename=a.txt" } });
  if (pathname === "/asks")
    return page("<title>Asks</title><script>navigator.geolocation.getCurrentPosition(() => {})</script>");
  if (pathname !== "/locked") return page("<title>Open</title><a href=/file>File</a>");
  const wanted = `Basic ${btoa("ann:pass word")}`;
  if (request.headers.get("authorization") === wanted) return page("<title>Inside</title>");
  return new Response("<title>Locked</title>", {
    status: 401,
    headers: { ...HTML, "www-authenticate": 'Basic realm="x"' },
  });
}

const folder = folderOfFile();
afterAll(() => {
  for (const server of [plain, other, secure]) server.stop(true);
});

for (const [name, path] of BROWSERS) {
  test(`--accept-cert accepts a certificate for the named host only, in ${name}`, async () => {
    await using h = homeFixture({ SVC_BROWSER: path });
    const failure = await h.json("open", SECURE);
    expect(failure).toMatchObject({ success: false, code: "navigation" });
    expect(failure.error).toContain("net::ERR_CERT_AUTHORITY_INVALID");
    expect(failure.hint).toContain(`--accept-cert localhost:${secure.port}`);
    await h.run("close");
    // A request of the page to another server with such a certificate is still refused.
    expect(await h.json("open", SECURE, "--accept-cert", `localhost:${secure.port}`)).toMatchObject({
      data: { status: 200 },
    });
    expect((await h.json("wait", "function", "document.title.includes(' ')")).success).toBe(true);
    expect((await h.json("get", "title")).data.title).toBe("Secure refused");
    const refused = await h.json("open", `https://localhost:${other.port}/`);
    expect(refused.error).toContain("net::ERR_CERT_AUTHORITY_INVALID");
    await h.run("close");
    expect(await h.json("open", SECURE, "--accept-cert", "localhost")).toMatchObject({ data: { status: 200 } });
    expect((await h.json("wait", "function", "document.title.includes(' ')")).success).toBe(true);
    expect((await h.json("get", "title")).data.title).toBe("Secure fetched");
  });

  test.skipIf(process.platform !== "linux")(`--ca-cert trusts the authority in the file, in ${name}`, async () => {
    await using h = homeFixture({ SVC_BROWSER: path });
    const file = write(folder, "authority.pem", SELF_SIGNED.cert);
    expect(await h.json("open", SECURE, "--ca-cert", file)).toMatchObject({ data: { status: 200 } });
    expect((await h.json("sessions")).data.sessions[0].config).toBe(`ca-cert=${file}`);
  });

  test(`--http-credentials answers the servers named in its file, in ${name}`, async () => {
    await using h = homeFixture({ SVC_BROWSER: path });
    const locked = `http://127.0.0.1:${plain.port}/locked`;
    const file = write(
      folder,
      "credentials",
      `# ours\nmachine 127.0.0.1:${plain.port}\n  login ann password "pass word"\n`,
    );
    expect(await h.json("--http-credentials", file, "open", locked)).toMatchObject({
      data: { title: "Inside", status: 200 },
    });
    for (const kept of ["default.state.json", "cli.log", "history/default.jsonl"])
      expect(await Bun.file(join(h.home, kept)).text()).not.toContain("pass word");
    await h.run("close");
    const wrong = `machine 127.0.0.1 login ann password other`;
    const stdin = await execute(["--json", "--http-credentials", "-", "open", locked], h.env, { stdin: wrong });
    expect(JSON.parse(stdin.stdout)).toMatchObject({ data: { status: 401 } });
  });
}

test("open on a page that requires a password hints at --http-credentials", async () => {
  await using h = homeFixture();
  const opened = await h.json("open", `http://127.0.0.1:${plain.port}/locked`);
  expect(opened).toMatchObject({ success: true, data: { status: 401, title: "Locked" } });
  expect(opened.data.hint).toContain("--http-credentials <file>");
  expect(opened.data.hint).toContain(`machine 127.0.0.1:${plain.port} login`);
  expect((await h.run("reload")).stdout).toContain("\nHint: Write `machine 127.0.0.1:");
  expect((await h.json("open", `http://127.0.0.1:${plain.port}/`)).data.hint).toBeUndefined();
});

test("viewport, geolocation and permissions apply to every tab", async () => {
  await using h = homeFixture();
  const address = `http://127.0.0.1:${plain.port}/`;
  const options = [
    "--viewport-size",
    "390x844@3",
    "--geolocation",
    "48.2,16.37",
    "--permissions",
    "camera,midi@https://example.com",
  ];
  expect(await h.json(...options, "open", address)).toMatchObject({ success: true });
  const code = `[innerWidth, innerHeight, devicePixelRatio,
    (await new Promise((resolve, reject) => navigator.geolocation.getCurrentPosition(resolve, reject))).coords.latitude,
    (await navigator.permissions.query({ name: "camera" })).state,
    (await navigator.permissions.query({ name: "midi" })).state]`;
  const wanted = [390, 844, 3, 48.2, "granted", expect.not.stringMatching("granted")];
  expect((await h.json("eval", code)).data.result).toEqual(wanted);
  await h.run("tab", "new", address);
  expect((await h.json("eval", code)).data.result).toEqual(wanted);
  expect((await h.json("--viewport-size", "800x600", "get", "url")).code).toBe("conflict");
});

for (const [name, path] of BROWSERS) {
  test(`--report-permissions reports requests that were refused, in ${name}`, async () => {
    await using h = homeFixture({ SVC_BROWSER: path });
    const origin = `http://127.0.0.1:${plain.port}`;
    expect((await h.json("open", `${origin}/asks`)).events).toBeUndefined();
    await h.run("close");
    const text = `${origin} asked for geolocation and was refused; to allow it, run \`svc close\`, then \`svc open <url> --permissions geolocation@${origin}\``;
    expect((await h.json("open", `${origin}/asks`, "--report-permissions")).events).toEqual([
      { kind: "permission", text, permission: "geolocation", origin, outcome: "refused" },
    ]);
    expect((await h.run("state")).stdout).toContain(`\npermission: ${text}\n`);
    expect((await h.json("sessions")).data.sessions[0].config).toBe("report-permissions");
    await h.run("open", `${origin}/`);
    expect((await h.run("state")).stdout).not.toContain("permission:");
    await h.run("close");
    await h.run("config", "set", "report_permissions", "true");
    expect((await h.json("open", `${origin}/asks`)).events).toMatchObject([{ kind: "permission" }]);
    await h.run("close");
    // Granted: the page waits for a position and not for a person.
    expect((await h.json("open", `${origin}/asks`, "--permissions", `geolocation@${origin}`)).events).toBeUndefined();
    expect((await h.json("state")).data.permissions).toBeUndefined();
  });
}

test.skipIf(!full || !hasDisplays)("an open permission request in a window is reported as waiting", async () => {
  // Without --deny-permission-prompts, as in a user's own browser: the prompt stays open.
  const asking = write(
    folder,
    "asking",
    `#!/bin/bash\nfor word; do [ "$word" = --deny-permission-prompts ] || words+=("$word"); done\nexec ${full?.path} "\${words[@]}"\n`,
  );
  chmodSync(asking, 0o755);
  await using h = homeFixture({ SVC_BROWSER: asking });
  const origin = `http://127.0.0.1:${plain.port}`;
  const { events } = await h.json("open", `${origin}/asks`, "--headed", "--report-permissions");
  const text = expect.stringContaining("waits for a person to answer");
  expect(events).toContainEqual({ kind: "permission", text, permission: "geolocation", origin, outcome: "asked" });
  expect((await h.json("state")).data.permissions).toMatchObject([{ outcome: "asked", text }]);
});

test("downloads are saved in the folder of the option or the setting", async () => {
  await using h = homeFixture();
  const address = `http://127.0.0.1:${plain.port}/`;
  const first = join(folder, "first");
  await h.run("--downloads-folder", first, "open", address);
  await h.run("click", "--text", "File");
  await h.run("downloads", "wait");
  expect(readdirSync(first)).toEqual(["a.txt"]);
  await h.run("close");
  // An existing folder belongs to the user: its mode stays as it was.
  const second = join(folder, "second");
  mkdirSync(second);
  chmodSync(second, 0o755);
  await h.run("config", "set", "downloads_folder", second);
  await h.run("open", address);
  await h.run("click", "--text", "File");
  await h.run("downloads", "wait");
  expect(readdirSync(second)).toEqual(["a.txt"]);
  expect(statSync(second).mode & 0o777).toBe(0o755);
});

test("invalid values of launch options are refused with a description of valid ones", async () => {
  await using h = homeFixture();
  const empty = write(folder, "empty.pem", "nothing");
  const damaged = write(folder, "damaged", "machine example.com login ann password");
  for (const [option, value, code, part] of [
    ["--viewport-size", "wide", "usage", "expected a viewport size"],
    ["--viewport-size", "0x10", "usage", "expected a viewport size"],
    ["--permissions", "everything", "usage", "unknown permission 'everything'; there are geolocation"],
    ["--permissions", "camera@nowhere", "usage", "is not an origin"],
    ["--geolocation", "north", "usage", "expected latitude and longitude"],
    ["--accept-cert", "*", "usage", "is not a host"],
    ["--ca-cert", empty, "bad_file", "holds no certificate"],
    ["--http-credentials", damaged, "bad_file", "has an invalid line"],
  ] as const) {
    const opened = await h.json(option, value, "open", "about:blank");
    expect([option, value, opened.code, opened.error]).toEqual([option, value, code, expect.stringContaining(part)]);
  }
  expect(await h.json("--ca-cert", empty, "--cdp-url", "http://127.0.0.1:1", "get", "url")).toMatchObject({
    code: "usage",
  });
  const limited = await execute(["--json", "--downloads-folder", folder, "open", "about:blank"], {
    ...h.env,
    SVC_FILE_ROOT: h.home,
  });
  expect(JSON.parse(limited.stdout)).toMatchObject({ code: "denied" });
});
