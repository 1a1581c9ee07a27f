/** A real sshd on a loopback port, and an `ssh` that runs the system's ssh with settings of the test. */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { until } from "../support/until.ts";

/** Paths of the programs. Undefined when sshd is not installed. */
export function findSshd(): string | undefined {
  const path = `${process.env.PATH}:/usr/sbin:/usr/local/sbin`;
  return Bun.which("ssh") ? (Bun.which("sshd", { PATH: path }) ?? undefined) : undefined;
}

export interface Sshd {
  /** In the format of `tunnel_ssh_host`: an alias in the ssh settings of the test. */
  host: string;
  /** Folder of the `ssh` that knows the alias. */
  bin: string;
  pid: number;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Starts it. `more` are further lines of sshd_config; `known` says whether ssh knows the server's key. */
export async function sshd(folder: string, { more = "", known = true, key = true } = {}): Promise<Sshd> {
  const program = findSshd();
  if (program === undefined) throw new Error("sshd is not installed");
  const at = (name: string) => join(folder, name);
  const bin = at("bin");
  mkdirSync(bin, { recursive: true });
  // sshd as root needs the folder that its service would create.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });
  for (const name of ["host_key", "user_key"]) run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", at(name)]);
  writeFileSync(at("authorized"), key ? await Bun.file(at("user_key.pub")).text() : "");
  writeFileSync(join(bin, "ssh"), `#!/bin/sh\nexec ${Bun.which("ssh")} -F ${at("ssh_config")} "$@"\n`);
  chmodSync(join(bin, "ssh"), 0o755);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const port = await freePort();
    await configure(folder, port, { more, known });
    const log = at("sshd.log");
    const child = Bun.spawn([program, "-D", "-e", "-f", at("sshd_config")], {
      stdin: "ignore",
      stdout: "ignore",
      stderr: Bun.file(log),
    });
    const isUp = async () => (await Bun.file(log).text()).includes(`listening on 127.0.0.1 port ${port}`);
    await until(async () => child.exitCode !== null || (await isUp()), "sshd listens, or ends");
    if (child.exitCode !== null) continue;
    return {
      host: "box",
      bin,
      pid: child.pid,
      async [Symbol.asyncDispose]() {
        child.kill("SIGKILL");
        await child.exited;
      },
    };
  }
  throw new Error(`sshd does not start: ${await Bun.file(at("sshd.log")).text()}`);
}

/** sshd cannot choose a port, and another program may take a free one first. */
const ATTEMPTS = 5;

async function configure(folder: string, port: number, { more, known }: { more: string; known: boolean }) {
  const at = (name: string) => join(folder, name);
  const hostKey = (await Bun.file(at("host_key.pub")).text()).split(" ").slice(0, 2).join(" ");
  writeFileSync(at("known"), known ? `[127.0.0.1]:${port} ${hostKey}\n` : "");
  writeFileSync(
    at("sshd_config"),
    [
      ...[`Port ${port}`, "ListenAddress 127.0.0.1", `HostKey ${at("host_key")}`, "PidFile none", "StrictModes no"],
      ...[`AuthorizedKeysFile ${at("authorized")}`, "PasswordAuthentication no", "KbdInteractiveAuthentication no"],
      ...["PermitRootLogin yes", "UsePAM no", more || "GatewayPorts clientspecified"],
    ].join("\n"),
  );
  writeFileSync(
    at("ssh_config"),
    [
      ...["Host box", "HostName 127.0.0.1", `Port ${port}`],
      ...[`IdentityFile ${at("user_key")}`, "IdentitiesOnly yes", `UserKnownHostsFile ${at("known")}`],
      "GlobalKnownHostsFile /dev/null",
    ].join("\n"),
  );
}

function run(command: string[]): void {
  const { success, stderr } = Bun.spawnSync(command);
  if (!success) throw new Error(`${command.join(" ")}: ${stderr}`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
