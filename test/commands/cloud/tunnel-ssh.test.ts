/** Tunnels through a real sshd of the test's own. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type Fixture, fixture } from "../../fixture.ts";
import { findSshd, type Sshd, sshd } from "../../tunnel/sshd.ts";

const isThere = findSshd() !== undefined;
if (!isThere) console.log("left out: tunnels through ssh, for want of sshd");

interface Ground extends Fixture {
  port: string;
  left(): string[];
}

/** A local server, an sshd, and its settings in the environment. */
async function ground(options: Parameters<typeof sshd>[1] = {}, host = "box"): Promise<Ground> {
  const t = await fixture();
  const server: Sshd = await sshd(t.folder, options);
  const env = {
    PATH: `${server.bin}:${process.env.PATH}`,
    SVC_TUNNEL_PROVIDER: "ssh",
    SVC_TUNNEL_SSH_HOST: host,
  };
  const held = Object.keys(env).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, env);
  const port = new URL(t.site("<h1>From here</h1>")).port;
  return {
    ...t,
    port,
    left: () => (existsSync(join(t.home, "tunnels")) ? readdirSync(join(t.home, "tunnels")) : []),
    async [Symbol.asyncDispose]() {
      try {
        await t.svc("tunnel", "stop", "--all");
      } finally {
        for (const [name, value] of held) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
        await server[Symbol.asyncDispose]();
        await t[Symbol.asyncDispose]();
      }
    },
  };
}

test.if(isThere)(
  "a server that allows reverse forwarding makes the tunnel, under the name of the user's ssh settings",
  async () => {
    await using t = await ground();
    const { url, provider } = await t.svc("tunnel", t.port);
    expect([provider, new URL(url).hostname]).toEqual(["ssh", "127.0.0.1"]);
    expect(new URL(url).port).not.toBe(t.port);
    expect(await (await fetch(url)).text()).toContain("From here");
    expect(await t.svc("tunnel", "stop", t.port)).toMatchObject({ url });
    expect(t.left()).toEqual([]);
    await expect(fetch(url)).rejects.toThrow();
  },
);

test.if(isThere)("the server's own form of address takes the port it chose", async () => {
  await using t = await ground({}, "box=http://127.0.0.1:{port}/port-{port}");
  const { url } = await t.svc("tunnel", t.port, "--no-wait");
  const { port, pathname } = new URL(url);
  expect(pathname).toBe(`/port-${port}`);
});

test.if(isThere)("what keeps the tunnel from coming up is told in ssh's own words", async () => {
  {
    await using t = await ground({ known: false });
    expect(await t.fails("tunnel", t.port)).toMatchObject({
      code: "tunnel",
      message: expect.stringMatching(/^ssh ended \(exit code 255\); .*Host key verification failed/),
      hint: "Run `ssh box` once and check the server's key.",
    });
    expect(t.left()).toEqual([]);
  }
  {
    await using t = await ground({ key: false });
    expect(await t.fails("tunnel", t.port)).toMatchObject({
      code: "tunnel",
      message: expect.stringContaining("Permission denied (publickey)"),
      hint: "Run `ssh-copy-id box` to log in with a key.",
    });
  }
  {
    await using t = await ground({ more: "AllowTcpForwarding no" });
    expect(await t.fails("tunnel", t.port)).toMatchObject({
      code: "tunnel",
      message: expect.stringContaining("remote port forwarding failed for listen port 0"),
      hint: "Set `AllowTcpForwarding yes` in the server's sshd_config.",
    });
  }
});

test.if(isThere)("an address that does not answer ends the tunnel, unless nobody waits for it", async () => {
  await using t = await ground({}, "box=http://127.0.0.1:1/{port}");
  expect(await t.fails("tunnel", t.port, "--timeout", "2500")).toMatchObject({
    code: "tunnel",
    message: expect.stringMatching(
      /^ssh printed http:\/\/127\.0\.0\.1:1\/\d+, which did not respond in time: .*Allocated port/,
    ),
    hint: expect.stringContaining("GatewayPorts clientspecified"),
  });
  expect(t.left()).toEqual([]);
  await t.svc("tunnel", t.port, "--no-wait");
});

test("ssh that is missing, or not set up, is told", async () => {
  await using t = await fixture();
  const held = { PATH: process.env.PATH, SVC_TUNNEL_SSH_HOST: process.env.SVC_TUNNEL_SSH_HOST };
  const { port } = new URL(t.site("page"));
  const line = ["tunnel", port, "--provider", "ssh"];
  try {
    delete process.env.SVC_TUNNEL_SSH_HOST;
    expect(await t.fails(...line)).toMatchObject({
      code: "not_found",
      message: "tunnel_ssh_host is not set",
      hint: "Run `svc config set tunnel_ssh_host user@example.com`.",
    });
    for (const wrong of ["-oProxyCommand=touch x", "me@-l", "a b", "host:99999", "host=https://no-place.example"]) {
      process.env.SVC_TUNNEL_SSH_HOST = wrong;
      expect(await t.fails(...line)).toMatchObject({
        code: "usage",
        message: expect.stringContaining(`got '${wrong}'`),
      });
    }
    process.env.SVC_TUNNEL_SSH_HOST = "me@host:22";
    expect(await t.fails(...line, "--host-header", "x")).toMatchObject({ code: "usage" });
    process.env.PATH = t.folder;
    expect(await t.fails(...line)).toMatchObject({ code: "missing_program", message: "ssh is not on the PATH" });
  } finally {
    for (const [name, value] of Object.entries(held)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});
