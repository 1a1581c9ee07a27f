/** Tunnels through any SSH server that allows remote port forwarding, with the system's ssh and the user's settings. */
import { Failure } from "../errors.ts";
import { setting } from "../lib/settings.ts";
import { runToEnd } from "../lib/subprocess.ts";
import { inUrl, type Plan, type PlanRequest } from "./provider.ts";

interface Server {
  user: string | undefined;
  host: string;
  port: string | undefined;
  /** Public address of a port, with `{port}` in it. */
  address: string | undefined;
}

/**
 * Format of the setting: `user@host:22`, optionally followed by `=https://{port}.host`. A host never begins with a
 * hyphen, because ssh would read it as an option.
 */
const SERVER_FORMAT =
  /^(?:([^@\s=-][^@\s=]*)@)?(?:\[([\da-fA-F:.]+)\]|([^@:=\s[\]-][^@:=\s[\]]*))(?::(\d{1,5}))?(?:=(https?:\/\/\S+))?$/;

export async function ssh({ home, target, hostHeader, signal }: PlanRequest): Promise<Plan> {
  if (hostHeader !== undefined)
    throw new Failure(
      "usage",
      "--host-header works only with cloudflared: ssh does not change HTTP headers",
      "Allow the public host name in the settings of your local server, or add --provider cloudflared.",
    );
  const server = serverOf(home);
  const program = Bun.which("ssh", { PATH: process.env.PATH ?? "" });
  if (program === null) throw new Failure("missing_program", "ssh is not on the PATH", `${installHint()}.`);
  const destination = server.user === undefined ? server.host : `${server.user}@${server.host}`;
  const port = server.port === undefined ? [] : ["-p", server.port];
  const where = [...port, "--", destination];
  const publicAddress = server.address ?? `http://${await hostName(program, where, server.host, signal)}:{port}`;
  return {
    command: [program, ...OPTIONS, "-R", `*:0:${inUrl(target)}:${target.port}`, ...where],
    address: (output) => {
      const chosen = allocated(output, target.port);
      return chosen === undefined ? undefined : publicAddress.replaceAll("{port}", chosen);
    },
    silentHint: "Set `GatewayPorts clientspecified` in the server's sshd_config and open its ports, or add --no-wait.",
    hint: (output) => hintFor(output, [...port, destination].join(" ")),
  };
}

const OPTIONS = [
  // No command, no terminal, and no questions, which nobody could answer.
  ...["-N", "-T", "-o", "BatchMode=yes"],
  ...["-o", "ExitOnForwardFailure=yes"],
  // A broken connection ends after a minute.
  ...["-o", "ConnectTimeout=15", "-o", "ServerAliveInterval=20", "-o", "ServerAliveCountMax=3"],
  // With a shared connection the forwarding would outlive this process and end with another one.
  ...["-o", "ControlMaster=no", "-o", "ControlPath=none"],
  // The port is printed at this level.
  ...["-o", "LogLevel=INFO"],
];

/** The setting. Throws `not_found` when it is not set, and `usage` when it is invalid. */
function serverOf(home: string): Server {
  const written = setting(home, "tunnel_ssh_host");
  if (written === undefined) throw new Failure("not_found", "tunnel_ssh_host is not set", EXAMPLE);
  return parseServer(String(written));
}

const EXAMPLE = "Run `svc config set tunnel_ssh_host user@example.com`.";

export function parseServer(written: string): Server {
  const [matched, user, six, name, port, address] = SERVER_FORMAT.exec(written) ?? [];
  if (matched === undefined || Number(port ?? 22) > 65_535 || (address !== undefined && !address.includes("{port}")))
    throw new Failure(
      "usage",
      `tunnel_ssh_host: expected user@host:port, or user@host:port=https://{port}.host, got '${written}'`,
      EXAMPLE,
    );
  return { user, host: six ?? name ?? "", port, address };
}

/** The server's name after the user's ssh settings, which may define aliases. */
async function hostName(program: string, where: string[], alias: string, signal: AbortSignal): Promise<string> {
  const { output } = await runToEnd([program, "-G", ...where], signal);
  const name = /^hostname (\S+)$/m.exec(output)?.[1] ?? alias;
  return name.includes(":") ? `[${name}]` : name;
}

/** The port that the server chose: `Allocated port 4711 for remote forward to 127.0.0.1:3000`. */
function allocated(output: string, port: number): string | undefined {
  return new RegExp(`Allocated port (\\d+) for remote forward to \\S+:${port}\\b`).exec(output)?.[1];
}

function hintFor(output: string, connection: string): string {
  if (/Host key verification failed/.test(output)) return `Run \`ssh ${connection}\` once and check the server's key.`;
  if (/Permission denied/.test(output)) return `Run \`ssh-copy-id ${connection}\` to log in with a key.`;
  if (/forwarding failed|administratively prohibited/.test(output))
    return "Set `AllowTcpForwarding yes` in the server's sshd_config.";
  return `Run \`ssh ${connection}\` to see the problem.`;
}

function installHint(): string {
  const hints: Record<string, string> = {
    win32: "Run `winget install --id Microsoft.OpenSSH.Beta`",
    darwin: "Add /usr/bin to the PATH",
  };
  return (
    hints[process.platform] ?? "Install the OpenSSH client, for example with `sudo apt-get install -y openssh-client`"
  );
}
