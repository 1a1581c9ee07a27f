import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identify } from "../../../src/lib/process.ts";
import { lives } from "../../e2e/home-fixture.ts";
import { type Data, type Fixture, fixture } from "../../fixture.ts";
import { localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { cloudflaredIn } from "../../tunnel/stand-in.ts";

interface Ground extends Fixture {
  /** Port of a local server that says by which name it was asked. */
  port: number;
  /** Paths of the files of the port's tunnel. */
  file(ending: "json" | "log" | "lock"): string;
  metadata(): Data;
}

/** A local server, settings in the environment, and the stand-in of cloudflared on the PATH; all tunnels stopped after it. */
async function ground(env: Record<string, string> = {}): Promise<Ground> {
  const t = await fixture();
  const all = { PATH: `${cloudflaredIn(t.folder)}:${process.env.PATH}`, ...env };
  const held = Object.keys(all).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, all);
  const server = localServer((request) => new Response(`here is ${request.headers.get("host")}`));
  const port = server.port ?? 0;
  const file = (ending: string) => join(t.home, "tunnels", `${port}.${ending}`);
  return {
    ...t,
    port,
    file,
    metadata: () => JSON.parse(readFileSync(file("json"), "utf8")),
    async [Symbol.asyncDispose]() {
      try {
        await t.svc("tunnel", "stop", "--all");
      } finally {
        for (const [name, value] of held) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
        server.stop(true);
        await t[Symbol.asyncDispose]();
      }
    },
  };
}

async function body(url: string): Promise<string> {
  return await (await fetch(url)).text();
}

/** What lies in the folder of tunnels: after a failure nothing. */
function left(t: Ground): string[] {
  const folder = join(t.home, "tunnels");
  return existsSync(folder) ? readdirSync(folder) : [];
}

test("tunnel makes a local server public, tells the tunnel that runs already, lists and stops it", async () => {
  await using t = await ground();
  const started = await t.svc("tunnel", String(t.port));
  expect(started).toEqual({ url: expect.stringMatching(/^http:/), port: t.port, provider: "cloudflared" });
  expect(await body(started.url)).toBe(`here is ${new URL(started.url).host}`);
  expect(await t.svc("tunnel", String(t.port))).toEqual({ ...started, existing: true });
  expect(await t.text("tunnel", String(t.port))).toBe(`url: ${started.url} (existing)`);
  const { pid, start, startedAt } = t.metadata();
  const metadata = { port: t.port, pid, start, url: started.url, provider: "cloudflared", startedAt };
  expect(t.metadata()).toEqual(metadata);
  expect(new Date(startedAt).getTime()).toBeLessThanOrEqual(Date.now());
  expect(await t.svc("tunnel", "list")).toEqual({
    tunnels: [{ port: t.port, url: started.url, provider: "cloudflared", pid, startedAt, state: "up" }],
    count: 1,
  });
  expect(await t.text("tunnel", "list")).toBe(`  port ${t.port}: ${started.url}`);
  expect(await t.svc("tunnel", "stop", String(t.port))).toEqual({ stopped: t.port, url: started.url });
  expect(lives(pid)).toBe(false);
  expect(left(t)).toEqual([]);
  expect(await t.text("tunnel", "list")).toBe("No active tunnels");
});

test("tunnel keeps its files from others, and asks the address only when it is connected", async () => {
  await using t = await ground();
  await t.svc("tunnel", String(t.port));
  const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);
  expect([mode(join(t.home, "tunnels")), mode(t.file("json")), mode(t.file("log"))]).toEqual(["700", "600", "600"]);
  expect(readFileSync(t.file("log"), "utf8")).not.toContain("asked too soon");
  expect(existsSync(t.file("lock"))).toBe(false);
});

test("tunnel --host-header lets the local server be asked by a name that it knows", async () => {
  await using t = await ground();
  const { url } = await t.svc("tunnel", String(t.port), "--host-header", "localhost:5173");
  expect(await body(url)).toBe("here is localhost:5173");
  expect(await t.svc("tunnel", String(t.port), "--host-header", "localhost:5173")).toMatchObject({ existing: true });
  expect(await t.fails("tunnel", String(t.port), "--host-header", "other")).toMatchObject({
    code: "conflict",
    message: `the tunnel on port ${t.port} already runs with cloudflared and --host-header localhost:5173: ${url}`,
    hint: `Run \`svc tunnel stop ${t.port}\` first.`,
  });
  expect(await t.fails("tunnel", String(t.port), "--provider", "command")).toMatchObject({ code: "conflict" });
  expect(await t.fails("tunnel", String(t.port), "--host-header", "a\r\nb: c")).toMatchObject({ code: "usage" });
});

test("tunnel reaches a server that listens on [::1] alone", async () => {
  await using t = await ground();
  let server: Bun.Server<undefined>;
  try {
    server = localServer({ hostname: "::1", fetch: () => new Response("six") });
  } catch {
    console.log("left out: a server on [::1], for want of IPv6");
    return;
  }
  try {
    expect(await body((await t.svc("tunnel", String(server.port))).url)).toBe("six");
  } finally {
    server.stop(true);
  }
});

test("tunnel refuses a port on which nothing listens, and what is no port", async () => {
  await using t = await ground();
  const closed = localServer(() => new Response());
  const { port } = closed;
  await closed.stop(true);
  expect(await t.fails("tunnel", String(port))).toMatchObject({
    code: "refused",
    message: `no server listens on port ${port} of this machine (127.0.0.1 and [::1])`,
    hint: `Start your server first, then run \`svc tunnel ${port}\`.`,
  });
  const usage = { code: "usage", hint: "Run `svc tunnel 3000`, `svc tunnel list` or `svc tunnel stop 3000`." };
  for (const word of ["abc", "0", "65536", "lst"]) {
    const message = `port: expected a port from 1 to 65535, got '${word}'`;
    expect(await t.fails("tunnel", word)).toMatchObject({ ...usage, message });
    expect(await t.fails("tunnel", "stop", word)).toMatchObject({ ...usage, message });
  }
  expect(await t.fails("tunnel")).toMatchObject({ code: "usage", message: "missing port: svc tunnel <port>" });
  expect(await t.fails("tunnel", "stop")).toMatchObject({ code: "usage", message: "no port given" });
  expect(await t.fails("tunnel", "stop", "1", "--all")).toMatchObject({ code: "usage" });
  expect(await t.fails("tunnel", "1", "--provider", "ngrok")).toMatchObject({ code: "usage" });
  expect(left(t)).toEqual([]);
});

test("tunnel tells what the provider said when it does not come up, and leaves nothing", async () => {
  await using t = await ground({ STAND_IN: "unreachable" });
  expect(await t.fails("tunnel", String(t.port))).toMatchObject({
    code: "tunnel",
    message: expect.stringMatching(/^cloudflared ended \(exit code 1\); its last lines: .*dial tcp: no such host$/),
    hint: expect.stringContaining("svc config set tunnel_provider ssh"),
  });
  expect(left(t)).toEqual([]);
});

test("two at once start one", async () => {
  await using t = await ground();
  const both = await Promise.all([t.svc("tunnel", String(t.port)), t.svc("tunnel", String(t.port))]);
  expect(new Set(both.map(({ url }) => url)).size).toBe(1);
  expect(both.filter(({ existing }) => existing).length).toBe(1);
});

test("tunnel stop --all stops them all, and one that is not there is not found", async () => {
  await using t = await ground();
  const other = Number(new URL(t.site("the other")).port);
  await Promise.all([t.svc("tunnel", String(t.port)), t.svc("tunnel", String(other))]);
  const ports = [t.port, other].sort((a, b) => a - b);
  expect(await t.fails("tunnel", "stop", "1")).toMatchObject({
    code: "not_found",
    message: `no tunnel runs on port 1; tunnels run on ${ports.join(", ")}`,
    hint: "Run `svc tunnel list` to see them.",
  });
  expect(await t.text("tunnel", "list")).toMatch(new RegExp(`^  port ${ports[0]}: \\S+\n  port ${ports[1]}: \\S+$`));
  expect(await t.svc("tunnel", "stop", "--all")).toEqual({ stopped: ports, count: 2 });
  expect(await t.text("tunnel", "stop", "--all")).toBe("No tunnels to stop");
  expect(await t.fails("tunnel", "stop", "1")).toMatchObject({
    code: "not_found",
    message: "no tunnel runs on port 1",
    hint: "Run `svc tunnel 1` to start it.",
  });
});

test("a process that got the PID of a dead tunnel is left alone", async () => {
  await using t = await ground();
  await using other = Bun.spawn(["sleep", "600"]);
  mkdirSync(join(t.home, "tunnels"), { mode: 0o700 });
  const stale = { port: t.port, url: "https://gone.example", provider: "cloudflared", startedAt: "" };
  const record = () => writeFileSync(t.file("json"), JSON.stringify({ ...stale, pid: other.pid, start: "1" }));
  record();
  expect(await t.svc("tunnel", "list")).toEqual({ tunnels: [], count: 0 });
  expect(left(t)).toEqual([]);
  record();
  expect(await t.fails("tunnel", "stop", String(t.port))).toMatchObject({ code: "not_found" });
  record();
  expect((await t.svc("tunnel", String(t.port))).existing).toBeUndefined();
  expect(lives(other.pid)).toBe(true);
});

test("what a start that was killed has left is ended by the next one; metadata that is none is replaced", async () => {
  await using t = await ground();
  await using half = Bun.spawn(["sleep", "600"], { detached: true });
  mkdirSync(join(t.home, "tunnels"), { mode: 0o700 });
  const recorded = { port: t.port, ...identify(half.pid), provider: "cloudflared", startedAt: "" };
  writeFileSync(t.file("json"), JSON.stringify(recorded));
  expect(await t.svc("tunnel", "list")).toEqual({ tunnels: [], count: 0 });
  const { url } = await t.svc("tunnel", String(t.port));
  expect(await body(url)).toContain("here is");
  await until(() => !lives(half.pid), "it has ended");
  await t.svc("tunnel", "stop", String(t.port));
  writeFileSync(t.file("json"), "[1, 2");
  expect((await t.svc("tunnel", String(t.port))).existing).toBeUndefined();
});

test("stopping what a start that was killed has left removes its lock, too", async () => {
  await using t = await ground();
  await using half = Bun.spawn(["sleep", "600"], { detached: true });
  mkdirSync(join(t.home, "tunnels"), { mode: 0o700 });
  const recorded = { port: t.port, ...identify(half.pid), provider: "cloudflared", startedAt: "" };
  writeFileSync(t.file("json"), JSON.stringify(recorded));
  writeFileSync(t.file("lock"), JSON.stringify({ pid: half.pid, start: "1", nonce: "n" }));
  expect(await t.svc("tunnel", "stop", String(t.port))).toEqual({ stopped: t.port });
  expect(left(t)).toEqual([]);
  await until(() => !lives(half.pid), "it has ended");
});

test("the process ends, and so does the tunnel", async () => {
  await using t = await ground();
  const first = await t.svc("tunnel", String(t.port));
  process.kill(t.metadata().pid, "SIGKILL");
  await until(async () => (await t.svc("tunnel", "list")).count === 0, "it is gone");
  await until(
    () =>
      fetch(first.url).then(
        () => false,
        () => true,
      ),
    "nobody reaches the port",
  );
  const second = await t.svc("tunnel", String(t.port));
  expect(second.existing).toBeUndefined();
  expect(second.url).not.toBe(first.url);
});

test("cloudflared is fetched where there is none, and refused when it is not the one that is trusted", async () => {
  using mirror = localServer(() => new Response("#!/bin/sh\necho hello\n"));
  const address = `http://127.0.0.1:${mirror.port}`;
  await using t = await ground({ PATH: "/nowhere", SVC_CLOUDFLARED_MIRROR: address });
  const failed = await t.fails("tunnel", String(t.port));
  expect(failed).toMatchObject({ code: "download", message: expect.stringContaining("does not match its checksum") });
  expect(failed.hint).toContain("svc config set tunnel_provider ssh");
  expect(existsSync(join(t.home, "bin"))).toBe(false);
  expect(left(t)).toEqual([]);
  expect(await t.fails("tunnel", String(t.port))).toMatchObject({ code: "download" });
});

/** A command that prints an address and stays. */
const says = (...lines: string[]) =>
  `${lines.map((line) => `echo "${line}"; `).join("")}exec sleep 600 # ${process.env.SVC_TEST_ROOT ?? ""} {port}`;

test("a command of the user's makes the tunnel; the first address that is not the local one counts", async () => {
  await using t = await ground({ SVC_TUNNEL_PROVIDER: "command" });
  process.env.SVC_TUNNEL_COMMAND = says(
    "forwarding to {url} at http://localhost:{port}",
    "$(tput bold)see <http://127.0.0.1:1/x>.",
  );
  try {
    expect(await t.svc("tunnel", String(t.port), "--no-wait")).toMatchObject({
      url: "http://127.0.0.1:1/x",
      provider: "command",
    });
    await t.svc("tunnel", "stop", String(t.port));
    // Nothing answers there.
    expect(await t.fails("tunnel", String(t.port), "--timeout", "2500")).toMatchObject({
      code: "tunnel",
      message: expect.stringContaining(
        "the program in tunnel_command printed http://127.0.0.1:1/x, which did not respond in time: ",
      ),
      hint: `Run \`svc tunnel ${t.port} --no-wait\` to keep the tunnel even if this machine cannot reach it.`,
    });
    expect(left(t)).toEqual([]);
    process.env.SVC_TUNNEL_COMMAND = says("no address here, port {port}");
    expect(await t.fails("tunnel", String(t.port), "--timeout", "2500")).toMatchObject({
      code: "tunnel",
      message: `the program in tunnel_command printed no URL in time; its last lines: no address here, port ${t.port}`,
    });
    // Programs that tell only what they forward to have told no public address.
    process.env.SVC_TUNNEL_COMMAND = says("forwarding to http://localhost:{port}");
    expect((await t.fails("tunnel", String(t.port), "--timeout", "2500")).hint).toBe(
      `The program printed the local address http://localhost:${t.port}. Change tunnel_command so that it prints the public URL; \`svc config get tunnel_command\` shows it.`,
    );
    process.env.SVC_TUNNEL_COMMAND = "exit 3 # {port}";
    expect(await t.fails("tunnel", String(t.port))).toMatchObject({
      code: "tunnel",
      message: "the program in tunnel_command ended (exit code 3); it printed nothing",
      hint: "Run the command yourself; `svc config get tunnel_command` shows it.",
    });
    process.env.SVC_TUNNEL_COMMAND = "bore local 3000";
    expect(await t.fails("tunnel", String(t.port))).toMatchObject({ code: "usage" });
    expect(await t.fails("tunnel", String(t.port), "--host-header", "x")).toMatchObject({
      code: "usage",
      hint: "Add `--provider cloudflared`, or make the program in tunnel_command set the header.",
    });
    delete process.env.SVC_TUNNEL_COMMAND;
    expect(await t.fails("tunnel", String(t.port))).toMatchObject({
      code: "not_found",
      message: "tunnel_command is not set",
    });
    expect(left(t)).toEqual([]);
  } finally {
    delete process.env.SVC_TUNNEL_COMMAND;
  }
});

test("the program that makes the tunnel is told no key of svc", async () => {
  await using t = await ground({
    SVC_TUNNEL_COMMAND: says("http://127.0.0.1:1/$" + "{SVC_API_KEY:-none}/$" + "{TOKEN_OF_MINE:-none}"),
    SVC_API_KEY: "svc_secret",
    TOKEN_OF_MINE: "mine",
  });
  const { url } = await t.svc("tunnel", String(t.port), "--provider", "command", "--no-wait");
  expect(url).toBe("http://127.0.0.1:1/none/mine");
});

test("a process that does not want to end is ended, with what it started", async () => {
  await using t = await ground({
    SVC_TUNNEL_COMMAND: "trap '' TERM; sleep 600 & echo http://127.0.0.1:1/$!; wait # {port}",
  });
  const { url } = await t.svc("tunnel", String(t.port), "--provider", "command", "--no-wait");
  const child = Number(new URL(url).pathname.slice(1));
  const { pid } = t.metadata();
  expect([lives(pid), lives(child)]).toEqual([true, true]);
  await t.svc("tunnel", "stop", String(t.port));
  await until(() => !lives(pid) && !lives(child), "both have ended");
});

test("a tunnel that comes up can be stopped", async () => {
  await using t = await ground({ SVC_TUNNEL_COMMAND: says("no address, port {port}") });
  const starting = t.fails("tunnel", String(t.port), "--provider", "command");
  await until(() => existsSync(t.file("json")), "it is recorded");
  expect(await t.svc("tunnel", "stop", String(t.port))).toEqual({ stopped: t.port });
  expect(await starting).toMatchObject({ code: "tunnel" });
  expect(left(t)).toEqual([]);
});
