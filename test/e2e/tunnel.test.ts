/** Tunnels and their processes: the shell that started them, interrupts, restarts and failures. */

import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { identify } from "../../src/lib/process.ts";
import { EXECUTABLE } from "../fixture.ts";
import { temporaryFolder } from "../support/folder.ts";
import { Program } from "../support/program.ts";
import { localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { cloudflaredIn } from "../tunnel/stand-in.ts";
import { type HomeFixture, homeFixture, lives, processesWith } from "./home-fixture.ts";

interface TunnelFixture extends HomeFixture {
  port: string;
  [Symbol.asyncDispose](): Promise<void>;
}

function tunnelFixture(env: Record<string, string> = {}): TunnelFixture {
  const server = localServer(() => new Response("from here"));
  const h = homeFixture(env);
  h.env.PATH = `${cloudflaredIn(join(h.home, ".."))}:${process.env.PATH}`;
  return {
    ...h,
    port: String(server.port),
    async [Symbol.asyncDispose]() {
      await h.run("tunnel", "stop", "--all");
      await server.stop(true);
      await h[Symbol.asyncDispose]();
    },
  };
}

test("a tunnel survives the shell that started it", async () => {
  await using t = tunnelFixture();
  const shell = Bun.spawn(["sh", "-c", `"${EXECUTABLE}" tunnel ${t.port}; exec sleep 600`], {
    env: { ...process.env, ...t.env },
    stdout: "pipe",
    stderr: "ignore",
    detached: true,
  });
  const reader = shell.stdout.getReader();
  const { value } = await reader.read();
  const url = /^url: (\S+)\n/.exec(new TextDecoder().decode(value))?.[1] ?? "";
  process.kill(-shell.pid, "SIGHUP");
  await shell.exited;
  // The reader of its output is gone as well.
  await reader.cancel();
  expect(await (await fetch(url)).text()).toBe("from here");
  expect(await t.json("tunnel", "list")).toMatchObject({
    data: { tunnels: [{ url, port: Number(t.port) }], count: 1 },
  });
});

test("interrupting a start leaves no process and no file", async () => {
  await using t = tunnelFixture({
    SVC_TUNNEL_PROVIDER: "command",
    SVC_TUNNEL_COMMAND: "echo http://127.0.0.1:1/; exec sleep 987654 # {port}",
  });
  await using child = new Program([EXECUTABLE, "tunnel", t.port], { env: t.env });
  const metadata = join(t.home, "tunnels", `${t.port}.json`);
  await until(async () => {
    return (
      existsSync(metadata) &&
      (
        (await Bun.file(metadata)
          .json()
          .catch(() => ({}))) as { url?: string }
      ).url !== undefined
    );
  }, "the address is recorded");
  const { pid } = (await Bun.file(metadata).json()) as { pid: number };
  expect(await child.kill("SIGINT")).toMatchObject({ code: 130, stderr: expect.stringContaining("interrupted") });
  await until(() => !lives(pid), "the process has ended");
  expect(readdirSync(join(t.home, "tunnels"))).toEqual([]);
  expect(processesWith("sleep 987654")).toEqual([]);
});

test("doctor shows which provider makes tunnels", async () => {
  await using t = tunnelFixture();
  const check = async (env: Record<string, string | undefined>) => {
    Object.assign(t.env, { SVC_TUNNEL_PROVIDER: undefined, ...env });
    const { data, error } = await t.json("doctor");
    if (!data) throw new Error(error);
    return data.checks.find(({ name }: { name: string }) => name === "tunnels");
  };
  expect(await check({})).toMatchObject({
    status: "ok",
    message: expect.stringMatching(/^cloudflared: .*cloudflared$/),
  });
  expect(await check({ SVC_TUNNEL_PROVIDER: "ssh" })).toEqual({
    name: "tunnels",
    status: "warning",
    message: "ssh, but tunnel_ssh_host is not set",
    fix: "svc config set tunnel_ssh_host <value>",
  });
  expect(await check({ SVC_TUNNEL_PROVIDER: "command", SVC_TUNNEL_COMMAND: "x {port}" })).toMatchObject({
    status: "ok",
    message: "the command in tunnel_command",
  });
});

test("a tunnel whose program ends restarts, is listed as reconnecting, and keeps its log small", async () => {
  using folder = temporaryFolder();
  const [starts, go] = [join(folder.path, "starts"), join(folder.path, "go")];
  // The second start blocks, so that the state in between can be read.
  const waits = `if [ -s ${starts} ]; then while [ ! -e ${go} ]; do sleep 0.02; done; fi; echo $$ >> ${starts}`;
  await using t = tunnelFixture({
    SVC_TUNNEL_PROVIDER: "command",
    SVC_TUNNEL_COMMAND: `${waits}; echo http://127.0.0.1:1/$$; yes {port} | head -c 2000000; exec sleep 987653`,
  });
  const { url } = (await t.json("tunnel", t.port, "--no-wait")).data;
  const pids = () => readFileSync(starts, "utf8").trim().split("\n").map(Number);
  const listed = async () => (await t.json("tunnel", "list")).data.tunnels[0];
  expect(await listed()).toMatchObject({ url, state: "up" });
  const log = join(t.home, "tunnels", `${t.port}.log`);
  await until(() => statSync(log).size < 300_000 && readFileSync(log, "utf8").includes(t.port), "the log was cut");
  process.kill(pids()[0] ?? 0, "SIGKILL");
  await until(async () => (await listed()).state === "reconnecting", "it reconnects");
  expect(await listed()).toMatchObject({ url, attempt: 1 });
  expect((await t.run("tunnel", "list")).stdout).toContain("(reconnecting, attempt 1)");
  writeFileSync(go, "");
  await until(async () => {
    const one = await listed();
    return one.state === "up" && one.url !== url && one.url.endsWith(`/${pids()[1]}`);
  }, "it is up again, at another address");
  await t.run("tunnel", "stop", t.port);
  for (const pid of pids()) await until(() => !lives(pid), "its program is gone");
});

test("a tunnel whose restarts are used up is listed as failed, leaves no process, and can be started again or stopped", async () => {
  await using t = tunnelFixture({
    SVC_TUNNEL_PROVIDER: "command",
    // The program leaves a child that outlives it.
    SVC_TUNNEL_COMMAND: "echo http://127.0.0.1:1/; yes {port} | head -c 400000; (exec sleep 987652) & exit 3",
  });
  const folder = join(t.home, "tunnels");
  mkdirSync(folder, { recursive: true });
  const record = join(folder, `${t.port}.json`);
  // The same request as `tunnel` sends, with shorter pauses.
  const target = { host: "127.0.0.1", port: Number(t.port) };
  const request = { home: t.home, provider: "command", target, pausesMs: Array.from({ length: 10 }, () => 1) };
  const keeper = Bun.spawn([EXECUTABLE, "__tunnel", t.home, t.port], {
    stdio: [Buffer.from(JSON.stringify(request)), "ignore", "ignore"],
    env: { ...process.env, ...t.env },
    detached: true,
  });
  const url = "http://127.0.0.1:1/";
  const started = { port: Number(t.port), ...identify(keeper.pid), provider: "command", startedAt: "", url };
  writeFileSync(record, JSON.stringify(started));
  await keeper.exited;
  await until(() => processesWith("sleep 987652").length === 0, "nothing is left of it");
  const log = join(folder, `${t.port}.log`);
  const listed = {
    port: Number(t.port),
    url,
    provider: "command",
    startedAt: "",
    state: "failed",
    failed: "exit code 3",
  };
  // Every call of `tunnel list` reports it.
  for (let n = 0; n < 2; n++)
    expect((await t.json("tunnel", "list")).data).toEqual({ tunnels: [{ ...listed, log }], count: 1 });
  const output = (await t.run("tunnel", "list")).stdout;
  expect(output).toContain(`port ${t.port}: failed. Its program kept exiting (last: exit code 3)`);
  expect(output).toContain(`svc tunnel ${t.port}`);
  expect(statSync(log).size).toBeLessThan(300_000);
  expect(readFileSync(log, "utf8")).toEndWith(
    "svc: the program ended (exit code 3); no more restarts after 10 attempts\n",
  );
  expect(await t.json("tunnel", "stop", t.port)).toMatchObject({ data: { stopped: Number(t.port) } });
  expect(readdirSync(folder)).toEqual([]);
  writeFileSync(record, JSON.stringify({ ...started, failed: "exit code 3" }));
  t.env.SVC_TUNNEL_COMMAND = "echo http://127.0.0.1:1/again; exec sleep 987652 # {port}";
  const again = (await t.json("tunnel", t.port, "--no-wait")).data;
  expect(again).toEqual({ url: "http://127.0.0.1:1/again", port: Number(t.port), provider: "command" });
  expect((await t.json("tunnel", "list")).data.tunnels).toMatchObject([{ url: again.url, state: "up" }]);
});
