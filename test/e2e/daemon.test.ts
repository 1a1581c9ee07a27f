/** The life cycle of a session's daemon, through the executable: start, reuse, crash and end. */

import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { stringify } from "devalue";
import { decode, encode, Lines, PROTOCOL, type Reply, type RunRequest } from "../../src/daemon/wire.ts";
import type { Outcome } from "../../src/outcome.ts";
import { EXECUTABLE, execute, noteCovered } from "../fixture.ts";
import { Program } from "../support/program.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { type HomeFixture, homeFixture, lives, processesWith } from "./home-fixture.ts";

test("50 clients on a cold session share one daemon and one browser and get right answers", async () => {
  await using h = homeFixture();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => h.json("eval", `${n} * 2`)));
  expect(answers.map(({ data }) => data?.result)).toEqual(Array.from({ length: 50 }, (_, n) => n * 2));
  expect(processesWith(h.home).filter((line) => line.includes("__daemon")).length).toBe(1);
  expect(
    processesWith(h.home).filter((line) => line.includes("--remote-debugging-pipe") && !line.includes("--type="))
      .length,
  ).toBe(1);
  expect(readdirSync(h.home).sort()).toEqual([
    "cli.log",
    "default.pid",
    "default.sock",
    "default.state.json",
    "history",
    "run",
  ]);
});

test("the files of a session are readable by their owner only", async () => {
  await using h = homeFixture();
  await h.json("get", "url");
  expect(statSync(h.home).mode & 0o777).toBe(0o700);
  for (const name of ["cli.log", "default.pid", "default.sock", "default.state.json"])
    expect([name, statSync(join(h.home, name)).mode & 0o777]).toEqual([name, 0o600]);
  const state = h.state();
  expect(state).toMatchObject({ phase: "running", config: {}, idleTimeoutMs: 1_800_000 });
  expect(String(state.pid)).toBe(readFileSync(join(h.home, "default.pid"), "utf8").trim());
  await h.json("close");
  expect(readdirSync(h.home).sort()).toEqual(["cli.log", "history", "run"]);
});

test("after kill -9 of the daemon, no browser and no profile remain", async () => {
  await using h = homeFixture();
  await h.json("open", "about:blank");
  const { pid, browser } = h.state();
  const [profile] = readdirSync(join(h.home, "run", "default"));
  process.kill(pid, "SIGKILL");
  await until(() => !lives(browser.pid), "the browser is gone");
  expect(await h.json("open", "about:blank")).toMatchObject({ success: true });
  expect(readdirSync(join(h.home, "run", "default"))).not.toContain(profile);
  expect(processesWith(h.home).filter((line) => line.includes("__daemon")).length).toBe(1);
});

test("commands of other sessions clean up a dead session", async () => {
  await using h = homeFixture();
  await h.json("--session", "one", "get", "url");
  const { pid } = h.state("one");
  process.kill(pid, "SIGKILL");
  // The process may live for a moment after the signal.
  await until(() => !lives(pid), "the daemon is gone");
  expect((await h.json("sessions")).data.sessions).toEqual([]);
  // The reason is kept for the session's own next command.
  expect(readdirSync(h.home).filter((name) => name.startsWith("one"))).toEqual(["one.lost"]);
  expect(existsSync(join(h.home, "run", "one"))).toBe(false);
});

test("the daemon ends when its browser dies, and open starts a new one", async () => {
  await using h = homeFixture();
  await h.json("get", "url");
  const { pid, browser } = h.state();
  process.kill(-browser.pid, "SIGKILL");
  await until(() => !lives(pid), "the daemon is gone");
  expect((await h.json("sessions")).data.sessions).toEqual([]);
  expect((await h.json("open", "about:blank")).success).toBe(true);
});

/** Serves a page through which a command reports that it has begun, so that no test depends on a pause. */
async function reporting(h: HomeFixture) {
  let begun = 0;
  const site = localServer(({ url }) => {
    if (url.endsWith("/begun")) begun++;
    return htmlResponse("<title>0</title><body>");
  });
  await h.json("open", site.url.href);
  return {
    endless: ["eval", "fetch('/begun') && new Promise(() => {})", "--timeout", "60000"],
    begun: () => until(() => begun > 0, "the command is under way"),
    [Symbol.dispose]: () => void site.stop(true),
  };
}

test("a running command fails as closed when the browser dies", async () => {
  await using h = homeFixture();
  using page = await reporting(h);
  const waiting = h.json(...page.endless);
  await page.begun();
  process.kill(-h.state().browser.pid, "SIGKILL");
  expect(await waiting).toMatchObject({ success: false, code: "closed", exit: 6 });
});

test("launch options that match the session are accepted, others are refused", async () => {
  await using h = homeFixture();
  await h.json("get", "url");
  expect(await h.json("--profile", "Work", "get", "url")).toMatchObject({
    code: "conflict",
    exit: 2,
    error: "session 'default' already runs (headless), and --profile can only be given when it starts",
  });
  expect(await h.json("--headed", "get", "url")).toMatchObject({
    code: "conflict",
    error: "session 'default' already runs (headless), and --headed can only be given when it starts",
    hint: "Run `svc close`, which closes its pages, then this command again; or add `--session <name>` for a second browser.",
  });
  expect(await h.json("--session", "default", "get", "url")).toMatchObject({ success: true });
});

test("each session has its own daemon, browser and files", async () => {
  await using h = homeFixture({ SVC_SESSION: "fromenv" });
  await h.json("open", "data:text/html,<title>env</title>");
  await h.json("-s", "other", "open", "data:text/html,<title>other</title>");
  expect((await h.json("get", "title")).data).toEqual({ title: "env" });
  expect((await h.json("get", "title", "--session=other")).data).toEqual({ title: "other" });
  const { sessions } = (await h.json("sessions")).data;
  expect(sessions.map(({ name, config }: { name: string; config: string }) => [name, config])).toEqual([
    ["fromenv", "headless"],
    ["other", "headless"],
  ]);
  expect((await h.json("close", "--all")).data).toMatchObject({ closed: 2 });
  expect((await h.json("sessions")).data.sessions).toEqual([]);
  expect(processesWith(h.home)).toEqual([]);
});

test("close returns when the session has ended, and closing nothing succeeds", async () => {
  await using h = homeFixture();
  expect(await h.run("close")).toEqual({ code: 0, stdout: "No active browser session\n", stderr: "" });
  await h.json("get", "url");
  const { pid, browser } = h.state();
  expect(await h.run("close")).toEqual({ code: 0, stdout: "Browser closed (session default)\n", stderr: "" });
  expect([lives(pid), lives(browser.pid)]).toEqual([false, false]);
  expect(readdirSync(join(h.home, "run")).length).toBe(0);
});

test("writes run in order, and a wait blocks neither reads nor writes", async () => {
  await using h = homeFixture();
  await h.json("open", "data:text/html,<title>0</title><body>");
  // A wait that only a later write ends.
  const wait = { command: "wait text", args: { text: "finished" } };
  const write = (n: number) => `new Promise(r => setTimeout(r, ${80 - n * 10})).then(() => document.title += ${n})`;
  const writes = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({ command: "eval", args: { js: write(n) } }));
  const answers = await sendAll(h, [wait, ...writes, FINISH]);
  expect(answers.map(({ ok }) => ok)).toEqual(Array(10).fill(true));
  expect((await h.json("get", "title")).data).toEqual({ title: "012345678" });
});

const FINISH = { command: "eval", args: { js: "document.body.append('finished')" } };

/** Sends all requests at once over one connection, which keeps their order. */
async function sendAll(h: HomeFixture, requests: { command: string; args: object }[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const over = Promise.withResolvers<void>();
  const lines = new Lines();
  const data = (_: unknown, chunk: Uint8Array) => {
    for (const line of lines.feed(chunk)) {
      const reply = decode<Reply>(line);
      if (reply.type === "outcome") outcomes[reply.id] = reply.outcome;
    }
    if (Object.keys(outcomes).length === requests.length) over.resolve();
  };
  const socket = await Bun.connect({
    unix: join(h.home, "default.sock"),
    socket: { data, close: () => over.reject(new Error("the daemon closed the connection")) },
  });
  const common = { timeoutMs: 30_000, spentMs: 0, environment: {}, callerRules: {}, cwd: "/", isInternal: false };
  const rest = { ...common, confirmed: false, streams: false };
  const messages = requests.map((one, id) => encode({ id, ...one, ...rest } as RunRequest));
  socket.write(`${JSON.stringify({ svc: PROTOCOL, build: h.state().build })}\n${messages.join("")}`);
  await over.promise;
  socket.end();
  return outcomes;
}

test("killing a client cancels its command", async () => {
  await using h = homeFixture();
  using page = await reporting(h);
  await using child = new Program([EXECUTABLE, ...page.endless], { env: h.env });
  await page.begun();
  await child.kill("SIGKILL");
  expect((await h.json("eval", "1", "--timeout", "5000")).data).toMatchObject({ result: 1 });
});

test("an interrupted client exits with 130", async () => {
  await using h = homeFixture();
  using page = await reporting(h);
  await using child = new Program([EXECUTABLE, "--json", ...page.endless], { env: h.env });
  await page.begun();
  const { code, stdout } = await child.kill("SIGINT");
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({ success: false, code: "interrupted" });
  noteCovered({ command: "", code: "interrupted" });
});

test("the client keeps the deadline when the daemon hangs", async () => {
  await using h = homeFixture();
  await h.json("get", "url");
  const { pid } = h.state();
  process.kill(pid, "SIGSTOP");
  try {
    expect(await h.json("get", "url", "--timeout", "500")).toMatchObject({ code: "timeout", exit: 5 });
  } finally {
    process.kill(pid, "SIGCONT");
  }
  expect(await h.json("get", "url")).toMatchObject({ success: true });
});

test("close ends a daemon that hangs", async () => {
  await using h = homeFixture();
  await h.json("get", "url");
  const { pid } = h.state();
  process.kill(pid, "SIGSTOP");
  expect(await h.json("close")).toMatchObject({ success: true });
  expect(lives(pid)).toBe(false);
  await until(() => processesWith(h.home).length === 0, "its browser is gone");
});

test("an idle session ends on its own", async () => {
  await using h = homeFixture({ SVC_IDLE_TIMEOUT: "300ms" });
  await h.json("get", "url");
  const { pid } = h.state();
  await until(() => !lives(pid), "the daemon is gone");
  expect(processesWith(h.home)).toEqual([]);
  expect(readFileSync(join(h.home, "cli.log"), "utf8")).toContain("it had no command for 300 ms");
});

test("a running command keeps a session from being idle", async () => {
  await using h = homeFixture({ SVC_IDLE_TIMEOUT: "200ms" });
  expect((await h.json("eval", "new Promise(r => setTimeout(() => r('done'), 700))")).data).toMatchObject({
    result: "done",
  });
});

test("garbage on the socket gets no answer and the session goes on", async () => {
  await using h = homeFixture();
  await h.json("get", "url");
  const say = (bytes: string | Uint8Array) =>
    new Promise<string>((resolve) => {
      let heard = "";
      const socket = connect(join(h.home, "default.sock"), () => socket.write(bytes));
      socket.on("data", (chunk) => (heard += chunk));
      socket.on("close", () => resolve(heard));
      socket.on("error", () => resolve(heard));
    });
  const garbage = [
    "GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    "{}\n",
    "null\n",
    "[1,2\n",
    '{"svc":1,"build":5}\n',
    new Uint8Array([0, 255, 254, 10]),
  ];
  expect(await Promise.all(garbage.map(say))).toEqual(garbage.map(() => ""));
  expect(await say('{"svc":999,"build":"other"}\n{}\n').then((heard) => heard.includes("mismatch"), String)).toBe(true);
  expect((await h.json("get", "url")).success).toBe(true);
}, 20_000);

test("a malformed message after the greeting is answered as malformed, and the session goes on", async () => {
  await using h = homeFixture();
  await h.json("open", "about:blank");
  const base = {
    id: 1,
    command: "get url",
    args: {},
    timeoutMs: 1_000,
    spentMs: 0,
    environment: {},
    callerRules: {},
  };
  const request = { ...base, cwd: "/", isInternal: false, confirmed: false, streams: false };
  const circle: Record<string, unknown> = {};
  circle.self = circle;
  const wrong: [key: string, value: unknown][] = [
    ["id", "one"],
    ["command", 7],
    ["args", undefined],
    ["args", [1]],
    ["args", { index: 10n }],
    ["args", { index: circle }],
    ["timeoutMs", -1],
    ["timeoutMs", 1e300],
    ["timeoutMs", Number.NaN],
    ["spentMs", null],
    ["environment", { A: 1 }],
    ["callerRules", "all"],
    ["cwd", 5],
    ["streams", "yes"],
  ];
  const lines = [
    "not a message",
    "{}",
    "null",
    '[{"id":1},1]',
    stringify(7),
    stringify({ cancel: "all" }),
    ...wrong.map(([key, value]) => stringify({ ...request, [key]: value })),
  ];
  for (const line of lines) {
    const answers = await new Promise<Reply[]>((resolve) => {
      const heard: Reply[] = [];
      const reader = new Lines();
      const socket = connect(join(h.home, "default.sock"), () =>
        socket.write(`${JSON.stringify({ svc: PROTOCOL, build: h.state().build })}\n${line}\n`),
      );
      socket.on("data", (chunk) => heard.push(...reader.feed(Buffer.from(chunk)).map((one) => decode<Reply>(one))));
      socket.on("close", () => resolve(heard));
    });
    expect([line, answers]).toEqual([
      line,
      [{ type: "malformed", error: expect.objectContaining({ code: "usage", hint: expect.any(String) }) }],
    ] as never);
  }
  expect((await h.json("get", "url")).success).toBe(true);
  expect(readFileSync(join(h.home, "cli.log"), "utf8")).not.toContain("uncaught");
});

test("a daemon rejects commands that run in the client", async () => {
  await using h = homeFixture();
  await h.json("open", "about:blank");
  const outcomes = await sendAll(h, [
    { command: "batch", args: {} },
    { command: "config list", args: {} },
    { command: "no such", args: {} },
  ]);
  expect(outcomes).toEqual(
    ["batch", "config list", "no such"].map((name) => ({
      ok: false,
      error: { code: "usage", message: `'${name}' is not a command of a session` },
    })),
  );
});

test("a client that is refused while still sending gets the reason", async () => {
  await using h = homeFixture();
  await h.json("open", "about:blank");
  const greetings = [
    `${JSON.stringify({ svc: PROTOCOL, build: h.state().build })}\n{}\n`,
    '{"svc":999,"build":"other"}\n',
  ];
  for (const greeting of greetings) {
    const heard = await new Promise<string>((resolve) => {
      let text = "";
      const socket = connect(join(h.home, "default.sock"), () => socket.write(greeting));
      socket.on("data", (chunk) => {
        // The client is refused already; these bytes follow like the rest of a large message.
        if (text === "") socket.write("x".repeat(1_000_000));
        text += chunk;
      });
      socket.on("error", (error) => (text += error.message));
      socket.on("close", () => resolve(text));
    });
    expect(heard).toMatch(/^.*"(malformed|mismatch)".*\n$/);
  }
});

test("a daemon of another version is reported on both paths of a command line and can be closed", async () => {
  await using h = homeFixture();
  await h.json("get", "url");
  const real = join(h.home, "default.sock");
  rmSync(real);
  const greetings: string[] = [];
  const other = Bun.listen({
    unix: real,
    socket: {
      data(socket, chunk) {
        const [greeting = ""] = chunk.toString().split("\n");
        if (greeting.includes('"svc"')) greetings.push(greeting);
        socket.write(
          greeting.includes('"line"') ? '{"type":"slow_path"}\n' : encode({ type: "mismatch", build: "9.9.9+future" }),
        );
      },
    },
  });
  const answer = await h.json("get", "url");
  expect(answer).toMatchObject({ code: "conflict", exit: 2, hint: "Run `svc close`, then the command again." });
  expect(answer.error).toContain("9.9.9+future");
  expect(greetings.length).toBe(2);
  other.stop(true);
});

test("removing the home ends its session", async () => {
  await using h = homeFixture();
  await h.json("get", "url");
  const { pid } = h.state();
  rmSync(h.home, { recursive: true, force: true });
  await until(() => !lives(pid), "the daemon is gone");
  await until(() => processesWith(h.home).length === 0, "the browser is gone");
}, 20_000);

test("a corrupt state file and a stale lock do not prevent a start", async () => {
  await using h = homeFixture();
  await h.json("get", "url");
  await h.json("close");
  writeFileSync(join(h.home, "default.state.json"), "{ not json");
  writeFileSync(join(h.home, "default.lock"), JSON.stringify({ pid: 999_999, start: "1", nonce: "x" }));
  writeFileSync(join(h.home, "default.sock"), "no socket");
  expect((await h.json("get", "url")).success).toBe(true);
  writeFileSync(join(h.home, "two.lock"), "");
  expect((await h.json("-s", "two", "get", "url")).success).toBe(true);
});

test("a PID that was reused by another process is not trusted", async () => {
  await using h = homeFixture();
  await h.json("get", "url");
  const state = h.state();
  await h.json("close");
  await using bystander = Bun.spawn(["sleep", "60"]);
  writeFileSync(
    join(h.home, "default.state.json"),
    JSON.stringify({ ...state, pid: bystander.pid, browser: { pid: bystander.pid, start: "1" } }),
  );
  expect((await h.json("sessions")).data.sessions).toEqual([]);
  expect((await h.json("open", "about:blank")).success).toBe(true);
  await h.json("close");
  expect(lives(bystander.pid)).toBe(true);
});

test("a session killed during its start is started again", async () => {
  await using h = homeFixture();
  const first = execute(["--json", "get", "url"], h.env);
  await until(() => existsSync(join(h.home, "default.pid")), "a daemon");
  process.kill(Number(readFileSync(join(h.home, "default.pid"), "utf8")), "SIGKILL");
  await first;
  expect((await h.json("get", "url")).success).toBe(true);
  expect(processesWith(h.home).filter((line) => line.includes("__daemon")).length).toBe(1);
});

test("a command whose daemon is killed is not repeated silently", async () => {
  await using h = homeFixture();
  const count = join(h.home, "..", "count");
  using site = localServer(() => {
    writeFileSync(count, "x", { flag: "a" });
    return new Promise<Response>(() => {});
  });
  // The slow path on a cold session, then the fast path on a warm one.
  for (const warm of [false, true]) {
    rmSync(count, { force: true });
    if (warm) await h.json("open", "about:blank");
    const opening = h.json("open", `http://127.0.0.1:${site.port}/`);
    await until(() => existsSync(count), "the page is requested");
    process.kill(h.state().pid, "SIGKILL");
    expect(await opening).toMatchObject({ success: false, code: "closed", exit: 6 });
    expect(readFileSync(count, "utf8")).toBe("x");
  }
});
