/** The guard before a real browser: secrets, files and commands that are not for agents. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Secret } from "../../../src/agent/loop/assignment.ts";
import { type AgentFixture, agentFixture, guardedCommands, type NotingServer, notingServer } from "../fixture.ts";

const VALUE = "correct horse/battery+staple";
const LOGIN = `<title>Sign in</title><label>User <input name=u></label><label>Password <input type=password name=p></label>
  <label>Code <input name=c autocomplete=one-time-code></label><label>Note <textarea></textarea></label><label>Shown <input name=s></label><p id=echo></p>
  <script>document.querySelector("[name=s]").oninput = (event) => { echo.textContent = event.target.value }</script>`;

let fixture: AgentFixture;
let site: NotingServer;
let other: NotingServer;

beforeAll(async () => {
  site = notingServer((path) =>
    path === "/shown"
      ? SHOWN
      : path === "/framed"
        ? `<iframe src="${other.origin}/" title=Frame></iframe><iframe srcdoc="<input aria-label=Inner>"></iframe>`
        : LOGIN,
  );
  other = notingServer(() => LOGIN);
  fixture = await agentFixture();
});

afterAll(async () => {
  await fixture[Symbol.asyncDispose]();
  site[Symbol.dispose]();
  other[Symbol.dispose]();
});

function hostOf(server: NotingServer): string {
  return new URL(server.origin).host;
}

function secret(more: Partial<Secret> = {}): Secret {
  return { name: "token", value: VALUE, domains: [hostOf(site)], ...more };
}

test("a secret is typed where it belongs, and nobody is told its value", async () => {
  await using run = await guardedCommands(fixture, { secrets: [secret()] });
  const { does, guard } = run;
  fixture.asked.length = 0;
  await does("open", site.origin);
  await does("input", "--label", "Shown", "<secret>token</secret>");
  expect(fixture.asked.at(-1)?.args).toMatchObject({ text: "<secret>token</secret>" });
  const told = [await does("state"), await does("get", "html"), await does("eval", "echo.textContent")];
  expect(fixture.browser.current.url).toBe(`${site.origin}/`);
  expect(JSON.stringify(told)).not.toContain("horse");
  expect(told[0]?.text).toContain("<secret>token</secret>");
  expect(guard.secretNames).toEqual(["token"]);
  // It is there: who looks without the guard sees it.
  expect(JSON.stringify(await fixture.runner.run(fixture.runner.read(["get", "html"]).command, {}))).toContain("horse");
});

test("another origin, a frame of it and a page around a foreign frame get nothing of it", async () => {
  await using run = await guardedCommands(fixture, { secrets: [secret()] });
  const { does, fails } = run;
  await does("open", other.origin);
  expect(await fails("input", "--label", "Shown", "<secret>token</secret>")).toMatchObject({ code: "denied" });
  expect((await fails("fill", "Shown=<secret>token</secret>")).message).toContain("cannot be typed here");
  await does("click", "--label", "Shown");
  expect(await fails("type", "<secret>token</secret>")).toMatchObject({ code: "denied" });
  expect(await fails("keys", "<secret>token</secret>")).toMatchObject({ code: "denied" });
  await does("open", `${site.origin}/framed`);
  expect(await fails("input", "--label", "Shown", "<secret>token</secret>")).toMatchObject({ code: "denied" });
  await does("input", "--label", "Inner", "<secret>token</secret>");
  expect(other.received.join("\n")).not.toMatch(/horse/);
});

test("a password goes into password fields alone, and beside other fields of a form", async () => {
  await using run = await guardedCommands(fixture, {
    secrets: [
      secret({ name: "shop password", value: "pa55-w0rd!" }),
      secret({ name: "user", value: "ann@example.com" }),
    ],
  });
  const { does, fails } = run;
  await does("open", site.origin);
  expect((await fails("input", "--label", "Note", "<secret>shop password</secret>")).message).toContain("password");
  const { text } = await does(
    "fill",
    "User=<secret>user</secret>",
    "Password=<secret>shop password</secret>",
    "Note=hello",
  );
  expect(text).not.toContain("pa55");
  expect(text).not.toContain("ann@");
  const { command } = fixture.runner.read(["eval", "1"]);
  const held = await fixture.runner.run(command, {
    js: "[...document.querySelectorAll('input,textarea')].map((f) => f.value)",
  });
  expect(held).toMatchObject({ ok: true, data: { result: ["ann@example.com", "pa55-w0rd!", "", "hello", ""] } });
});

test("a placeholder stands in fields alone, and names what there is", async () => {
  await using run = await guardedCommands(fixture, { secrets: [secret()], allowedDomains: ["127.0.0.1"] });
  const { does, fails } = run;
  await does("open", site.origin);
  for (const words of [
    ["open", `${site.origin}/?q=<secret>token</secret>`],
    ["tab", "new", `${site.origin}/?q=<secret>token</secret>`],
    ["eval", "fetch('/?' + '<secret>token</secret>')"],
    ["clipboard", "write", "<secret>token</secret>"],
    ["wait", "text", "<secret>token</secret>"],
    ["click", "--text", "<secret>token</secret>"],
  ])
    expect((await fails(...words)).message).toContain("a secret cannot be used in");
  const unknown = await fails("input", "--label", "User", "<secret>tokens</secret>");
  expect(unknown).toMatchObject({ code: "not_found", message: "there is no secret tokens: the secrets are token" });
  expect(site.received.join("\n")).not.toMatch(/horse|secret/);
});

test("a secret without hosts stays on the first origin it was typed on", async () => {
  await using run = await guardedCommands(fixture, { secrets: [secret({ domains: [] })] });
  const { does, fails } = run;
  await does("open", site.origin);
  await does("input", "--label", "Shown", "<secret>token</secret>");
  await does("open", other.origin);
  expect((await fails("input", "--label", "Shown", "<secret>token</secret>")).message).toContain(site.origin);
});

test("a code is that of this moment, and neither it nor its key is told", async () => {
  const key = "JBSWY3DPEHPK3PXP";
  await using run = await guardedCommands(fixture, {
    secrets: [
      secret({ name: "app", value: `otpauth://totp/Shop:ann?secret=${key}&issuer=Shop` }),
      secret({ name: "key", value: key }),
      secret({ name: "bad", value: "not base 32: 1890" }),
    ],
  });
  const { does, fails } = run;
  await does("open", site.origin);
  await does("input", "--label", "Code", "<secret>app</secret>");
  const held = async () => {
    const { command } = fixture.runner.read(["eval", "1"]);
    const outcome = await fixture.runner.run(command, { js: "document.querySelector('[name=c]').value" });
    return outcome.ok ? (outcome.data as { result: string }).result : "";
  };
  const code = await held();
  expect(code).toMatch(/^\d{6}$/);
  await does("input", "--label", "Code", "<secret>key:totp</secret>");
  expect(await held()).toMatch(/^\d{6}$/);
  expect((await does("state")).text).not.toContain(code);
  expect((await fails("input", "--label", "Code", "<secret>bad:totp</secret>")).message).toContain(
    "cannot generate one-time codes",
  );
});

test("paths lie in the workspace, wherever links lead", async () => {
  await using run = await guardedCommands(fixture);
  const { does, fails, guard } = run;
  writeFileSync(join(fixture.workspace, "cv.txt"), "mine");
  writeFileSync(join(fixture.home, "outside.txt"), "not mine");
  symlinkSync(join(fixture.home, "outside.txt"), join(fixture.workspace, "link.txt"));
  await does("open", "about:blank");
  await does("screenshot", join(fixture.workspace, "page.png"));
  for (const path of ["/etc/passwd", "link.txt", "../outside.txt", join(fixture.home, "outside.txt")]) {
    const { command } = guard.read(["upload", "1", "x"]);
    expect(await guard.run(command, { index: 1, paths: [path] })).toMatchObject({
      ok: false,
      error: { code: "denied" },
    });
    expect(() => guard.path(path)).toThrow("is not in the workspace");
  }
  expect(guard.path("cv.txt")).toBe(join(fixture.workspace, "cv.txt"));
  expect(await fails("screenshot", "/tmp/elsewhere.png")).toMatchObject({ code: "denied" });
  for (const address of [
    "file:///etc/passwd",
    "view-source:https://example.com",
    "data:text/html,x",
    "chrome://version",
  ])
    expect((await fails("open", address)).message).toContain("an agent cannot open addresses of the scheme");
});

test("commands that reach beyond the pages are not for agents", async () => {
  await using run = await guardedCommands(fixture);
  const { fails, does } = run;
  await does("open", site.origin);
  for (const words of [
    ["config", "list"],
    ["python", "1"],
    ["cookies", "get"],
    ["close"],
    ["batch", "state"],
    ["doctor"],
  ])
    expect((await fails(...words)).message).toContain("not available to agents");
  expect((await fails("eval", "fetch('/')")).message).toContain("runs code in the page");
  expect((await fails("wait", "function", "() => 1")).message).toContain("runs code in the page");
  expect(await does("eval", "document.title")).toMatchObject({ data: { result: "Sign in" } });
});

/** Fields and a text at places of their own, each 300 by 40 pixels. */
const SHOWN = `<style>body{margin:0}.at{position:absolute;left:0;width:300px;height:40px;border:0;margin:0;padding:0;font:32px monospace}</style>
  <input class=at style="top:0" aria-label=Plain><input class=at style="top:100px" aria-label=Shown>
  <div class=at style="top:200px"><p style="margin:0"><b id=one></b><i id=two></i></p></div>
  <iframe class=at style="top:300px" srcdoc="<style>body{margin:0}</style><input style='width:300px;height:40px;border:0;padding:0;font:32px monospace' aria-label=Inner>"></iframe>
  <script>window.seen = 0; new MutationObserver(() => seen++).observe(document, { subtree: true, childList: true, attributes: true });
    document.querySelector("[aria-label=Shown]").oninput = ({ target: { value } }) => { one.textContent = value.slice(0, 4); two.textContent = value.slice(4) }</script>`;

/** The part of each place that is black in the picture. */
async function blackness(picture: string, type: string): Promise<number[]> {
  const script = `(async () => {
    const image = await createImageBitmap(await (await fetch("data:${type};base64,${picture}")).blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
    context.drawImage(image, 0, 0);
    return [0, 100, 200, 300].map((top) => {
      const { data } = context.getImageData(0, top, 180, 34);
      let black = 0;
      for (let at = 0; at < data.length; at += 4) if (data[at] + data[at + 1] + data[at + 2] < 24) black++;
      return black / (data.length / 4);
    });
  })()`;
  return (await freely("eval", script)).result;
}

async function freely(...words: string[]) {
  const { command, args } = fixture.runner.read(words);
  const outcome = await fixture.runner.run(command, args);
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.data as { result: number[]; screenshot: string };
}

test("a picture shows nothing of a secret, and the page notices nothing", async () => {
  await using run = await guardedCommands(fixture, { secrets: [secret({ value: "MMMMMMMMMM" })] });
  await run.does("open", `${site.origin}/shown`);
  await run.does("input", "--label", "Plain", "MMMMMMMMMM");
  await run.does("input", "--label", "Shown", "<secret>token</secret>");
  await run.does("input", "--label", "Inner", "<secret>token</secret>");
  const seen = (await freely("eval", "seen")).result;
  for (const [type, words] of [
    ["image/png", ["screenshot"]],
    ["image/webp", ["screenshot", "--format", "webp", "--quality", "90", "--full"]],
    ["image/png", ["screenshot", "--annotate"]],
  ] as const) {
    const { data } = (await run.does(...words)) as unknown as { data: { screenshot: string } };
    // What was typed as a word of its own is the same value: nobody can tell it from the secret.
    for (const part of await blackness(data.screenshot, type)) expect(part).toBeGreaterThan(0.85);
  }
  expect((await freely("eval", "seen")).result).toEqual(seen);
  await run.guard.end();
  const parts = await blackness((await freely("screenshot")).screenshot, "image/png");
  for (const part of parts) expect(part).toBeLessThan(0.6);
});
