/** Tunnels through any server that allows reverse forwarding, by the system's ssh and the user's own ssh settings. */
import { Failure } from "../errors.ts";
import { setting } from "../lib/settings.ts";
import { runToEnd } from "../lib/subprocess.ts";
import { inUrl, type Plan, type PlanRequest } from "./provider.ts";

interface Server {
  user: string | undefined;
  host: string;
  port: string | undefined;
  /** Address under which the server shows a port, with `{port}` in it. */
  address: string | undefined;
}

/** How the setting is written: `user@host:22`, and perhaps `=https://{port}.host`. A host never begins with a dash: ssh would take it for an option. */
const WRITTEN =
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
  const shown = server.address ?? `http://${await hostName(program, where, server.host, signal)}:{port}`;
  return {
    command: [program, ...OPTIONS, "-R", `*:0:${inUrl(target)}:${target.port}`, ...where],
    address: (output) => {
      const chosen = allocated(output, target.port);
      return chosen === undefined ? undefined : shown.replaceAll("{port}", chosen);
    },
    silentHint: "Set `GatewayPorts clientspecified` in the server's sshd_config and open its ports, or add --no-wait.",
    hint: (output) => hintFor(output, [...port, destination].join(" ")),
  };
}

const OPTIONS = [
  // No command, no terminal, no question: nobody is there to answer.
  ...["-N", "-T", "-o", "BatchMode=yes"],
  ...["-o", "ExitOnForwardFailure=yes"],
  // A connection that died silently ends after a minute.
  ...["-o", "ConnectTimeout=15", "-o", "ServerAliveInterval=20", "-o", "ServerAliveCountMax=3"],
  // Shared with another ssh, the forwarding would outlive this process, and end with the other.
  ...["-o", "ControlMaster=no", "-o", "ControlPath=none"],
  // The port is told at this level.
  ...["-o", "LogLevel=INFO"],
];

/** The setting. Throws `not_found` where it is not set, `usage` where it cannot be read. */
function serverOf(home: string): Server {
  const written = setting(home, "tunnel_ssh_host");
  if (written === undefined) throw new Failure("not_found", "tunnel_ssh_host is not set", EXAMPLE);
  return parseServer(String(written));
}

const EXAMPLE = "Run `svc config set tunnel_ssh_host user@example.com`.";

export function parseServer(written: string): Server {
  const [matched, user, six, name, port, address] = WRITTEN.exec(written) ?? [];
  if (matched === undefined || Number(port ?? 22) > 65_535 || (address !== undefined && !address.includes("{port}")))
    throw new Failure(
      "usage",
      `tunnel_ssh_host: expected user@host:port, or user@host:port=https://{port}.host, got '${written}'`,
      EXAMPLE,
    );
  return { user, host: six ?? name ?? "", port, address };
}

/** The server's name after the user's ssh settings: what was given may be a name that they alone know. */
async function hostName(program: string, where: string[], given: string, signal: AbortSignal): Promise<string> {
  const { output } = await runToEnd([program, "-G", ...where], signal);
  const name = /^hostname (\S+)$/m.exec(output)?.[1] ?? given;
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
