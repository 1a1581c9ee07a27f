/** A session that ended without `close`: the next command fails once with the reason, and no blank page replaces it silently. */

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";
import { debuggedBrowser } from "../browser/profiles/desktop.ts";
import { write } from "../fixture.ts";
import { client } from "../mcp/client.ts";
import { until } from "../support/until.ts";
import { type HomeFixture, homeFixture, lives } from "./home-fixture.ts";

/** Ends the session's daemon with `how` and waits until it is gone. */
async function lose(h: HomeFixture, how: (state: { pid: number; browser: { pid: number } }) => unknown): Promise<void> {
  const state = h.state();
  how(state);
  await until(() => !lives(state.pid), "the daemon is gone");
}

const PAGE = "data:text/html,<title>mine</title>";

/** How each kind of end is reported. */
const ENDS: [name: string, how: Parameters<typeof lose>[1], why: string][] = [
  ["a daemon that was killed", ({ pid }) => process.kill(pid, "SIGKILL"), "its daemon was killed"],
  ["a daemon that was asked to end", ({ pid }) => process.kill(pid, "SIGTERM"), "its daemon got SIGTERM"],
  [
    "a browser that was killed",
    ({ browser }) => process.kill(-browser.pid, "SIGKILL"),
    "its browser was killed (signal SIGKILL)",
  ],
  [
    "a browser that crashed",
    ({ browser }) => process.kill(browser.pid, "SIGSEGV"),
    "its browser crashed (signal SIGSEGV)",
  ],
];

for (const [name, how, why] of ENDS) {
  test(`${name} is reported once, and storage save does not overwrite a file with empty data`, async () => {
    await using h = homeFixture();
    const file = join(h.home, "..", "login.json");
    writeFileSync(file, "precious");
    await h.run("open", PAGE);
    await lose(h, how);
    expect(await h.json("storage", "save", file)).toMatchObject({
      success: false,
      code: "closed",
      exit: 6,
      error: `the session 'default' has ended: ${why}. Its pages are gone, and the command did not run`,
      hint: "Run `svc open <url>` to start again. Any other command starts with an empty page.",
    });
    expect(readFileSync(file, "utf8")).toBe("precious");
    const next = await h.run("get", "url");
    expect(next).toMatchObject({ code: 0, stdout: "url: about:blank\n" });
    expect(next.stderr).toBe(
      "Session 'default' was not running. A new browser is started, with an empty page (headless).\n",
    );
  });
}

test.each([
  ["--connect", "svc connect", () => ["--connect"]],
  ["--cdp-url with http", "svc open <url> --cdp-url <url>", ({ http }: { http: string }) => ["--cdp-url", http]],
  ["--cdp-url with ws", "svc open <url> --cdp-url <url>", ({ ws }: { ws: string }) => ["--cdp-url", ws]],
])("a browser attached by %s that was killed is reported once", async (_, again, options) => {
  await using h = homeFixture();
  const file = join(h.home, "..", "login.json");
  writeFileSync(file, "precious");
  const home = join(h.home, "..");
  const { child: browser, ...at } = await debuggedBrowser(join(home, ".config", "chromium"), home);
  try {
    expect(await h.json(...options(at), "open", PAGE)).toMatchObject({ success: true });
    await lose(h, () => browser.kill("SIGKILL"));
    expect(await h.json("storage", "save", file)).toMatchObject({
      code: "closed",
      exit: 6,
      error:
        "the session 'default' has ended: its browser was closed, or the connection to it was lost. Its pages are gone, and the command did not run",
      hint: `Run \`${again}\` to start again. Any other command starts with an empty page.`,
    });
    expect(readFileSync(file, "utf8")).toBe("precious");
    // The browser is gone: connecting again fails and starts nothing else.
    const failed = await h.run(...options(at), "get", "url");
    expect(failed.code).toBe(6);
    expect(failed.stderr).toStartWith("Session 'default' was not running. It connects to a running browser (");
    // The daemon that found no browser may still be ending.
    await until(async () => (await h.run("close")).stdout === "No active browser session\n");
    expect((await h.run("get", "url")).stdout).toBe("url: about:blank\n");
  } finally {
    browser.kill("SIGKILL");
    await browser.exited;
  }
});

test("an idle timeout is reported with its duration", async () => {
  await using h = homeFixture({ SVC_IDLE_TIMEOUT: "300ms" });
  await h.run("open", PAGE);
  const { pid } = h.state();
  await until(() => !lives(pid), "the daemon is gone");
  expect((await h.json("state")).error).toContain("it had no command for 300 ms (setting idle_timeout)");
});

test("a restart of the machine is reported as the reason", async () => {
  await using h = homeFixture();
  await h.run("open", PAGE);
  await lose(h, ({ pid }) => process.kill(pid, "SIGKILL"));
  const before = new Date(Date.now() - uptime() * 1_000 - 60_000).toISOString();
  writeFileSync(join(h.home, "default.state.json"), JSON.stringify({ ...h.state(), startedAt: before }));
  expect((await h.json("state")).error).toContain("the machine was restarted");
});

test("open continues in a new browser and reports why the session ended", async () => {
  await using h = homeFixture();
  await h.run("open", PAGE);
  await lose(h, ({ pid }) => process.kill(pid, "SIGKILL"));
  const opened = await h.run("open", PAGE);
  expect(opened.code).toBe(0);
  expect(opened.stderr).toBe("The earlier session 'default' has ended: its daemon was killed. A new one is started.\n");
  expect((await h.json("get", "title")).data).toEqual({ title: "mine" });
});

test("one of many concurrent clients gets the report", async () => {
  await using h = homeFixture();
  await h.run("open", PAGE);
  await lose(h, ({ pid }) => process.kill(pid, "SIGKILL"));
  const answers = await Promise.all(Array.from({ length: 8 }, () => h.json("get", "title")));
  expect(answers.filter(({ success }) => !success).map(({ code, exit }) => [code, exit])).toEqual([["closed", 6]]);
});

test("a session that was closed or never started reports only its start", async () => {
  await using h = homeFixture();
  expect((await h.run("open", PAGE)).stderr).toBe("");
  await h.run("close");
  const answer = await h.run("get", "url");
  expect(answer.code).toBe(0);
  expect(answer.stderr).toContain("Session 'default' was not running.");
  // `close` answers the loss, so nothing more is reported.
  await lose(h, ({ pid }) => process.kill(pid, "SIGKILL"));
  await h.run("close");
  expect((await h.run("get", "url")).code).toBe(0);
  expect(readdirSync(h.home).filter((name) => name.endsWith(".lost"))).toEqual([]);
});

test("a lost session is reported to its own next command only, and not after a week", async () => {
  await using h = homeFixture();
  await h.run("open", PAGE);
  await h.run("--session", "other", "open", PAGE);
  await lose(h, ({ pid }) => process.kill(pid, "SIGKILL"));
  await h.run("sessions");
  expect((await h.run("--session", "other", "get", "url")).code).toBe(0);
  expect(await h.json("state")).toMatchObject({ code: "closed" });
  const old = join(h.home, "long-ago.lost");
  writeFileSync(old, JSON.stringify({ why: "its daemon was killed", config: {} }));
  const days = (count: number) => new Date(Date.now() - count * 24 * 3_600_000);
  utimesSync(old, days(8), days(8));
  expect((await h.run("--session", "long-ago", "get", "url")).code).toBe(0);
  expect(existsSync(old)).toBe(false);
});

test("the hint names the command that connects again", async () => {
  await using h = homeFixture();
  const lost = { why: "its browser was closed", config: { connect: true } };
  mkdirSync(h.home, { recursive: true });
  writeFileSync(join(h.home, "work.lost"), JSON.stringify(lost));
  expect((await h.json("--session", "work", "state")).hint).toContain("`svc connect --session work`");
});

test("batch and python fail for a lost session until one of their lines opens a page", async () => {
  await using h = homeFixture();
  const file = write(join(h.home, ".."), "login.json", "precious");
  const batch = (lines: string) => h.json("batch", write(join(h.home, ".."), "lines", lines));
  const fresh = async () => {
    await h.run("open", PAGE);
    await lose(h, ({ pid }) => process.kill(pid, "SIGKILL"));
  };
  await fresh();
  const all = await batch(`get title\nstorage save ${file}`);
  expect(all).toMatchObject({ code: "closed", exit: 6, data: { ran: 2, failed: 2 } });
  expect(readFileSync(file, "utf8")).toBe("precious");
  await fresh();
  const begun = await batch(`get title\nopen ${PAGE}\nget title`);
  expect(begun).toMatchObject({ code: "closed", data: { ran: 3, failed: 1 } });
  await lose(h, ({ pid }) => process.kill(pid, "SIGKILL"));
  expect(await h.json("python", "1 + 1")).toMatchObject({ code: "closed", exit: 6 });
});

test("an MCP tool reports a lost session once, then the server works on", async () => {
  await using h = homeFixture();
  await using mcp = await client([], h.env as Record<string, string>);
  const first = await mcp.call("browser_get_state", {});
  expect(first.text).toContain("Session 'default' was not running.");
  await lose(h, ({ pid }) => process.kill(pid, "SIGKILL"));
  const lost = await mcp.call("browser_get_state", {});
  expect(lost).toMatchObject({ isError: true, data: { code: "closed" } });
  expect(lost.text).toContain("its daemon was killed");
  expect(lost.data.hint).toContain("browser_navigate");
  expect((await mcp.call("browser_get_state", {})).isError).toBeFalsy();
});
