/** Tunnels by a command of the user, which stays in the foreground and prints its address. */
import { Failure } from "../errors.ts";
import { setting } from "../lib/settings.ts";
import { inUrl, type Plan, type PlanRequest, type Target } from "./provider.ts";

export function command({ home, target, hostHeader }: PlanRequest): Plan {
  if (hostHeader !== undefined)
    throw new Failure(
      "usage",
      "--host-header works only with cloudflared",
      "Add `--provider cloudflared`, or make the program in tunnel_command set the header.",
    );
  const line = lineOf(home, target);
  return {
    command: process.platform === "win32" ? ["cmd", "/d", "/s", "/c", `"${line}"`] : ["sh", "-c", line],
    isVerbatim: true,
    address: (output) => firstAddress(output, target),
    hint: (output) => hintOf(output, target),
  };
}

/** The setting with the target filled in. Throws `not_found` when it is not set, and `usage` when it contains no port. */
function lineOf(home: string, target: Target): string {
  const template = setting(home, "tunnel_command");
  if (template === undefined) throw new Failure("not_found", "tunnel_command is not set", EXAMPLE);
  checkTemplate(String(template));
  const values: Record<string, string> = {
    "{port}": String(target.port),
    "{host}": inUrl(target),
    "{url}": `http://${inUrl(target)}:${target.port}`,
  };
  return String(template).replaceAll(PLACEHOLDERS, (placeholder) => values[placeholder] ?? placeholder);
}

const EXAMPLE = "Run `svc config set tunnel_command 'ssh -R 80:{host}:{port} nokey@localhost.run'`.";

const PLACEHOLDERS = /\{(?:port|host|url)\}/g;

/** Throws `usage` for a command without the port. */
export function checkTemplate(template: string): void {
  if (/\{(?:port|url)\}/.test(template)) return;
  throw new Failure("usage", "tunnel_command contains neither {port} nor {url}", EXAMPLE);
}

/** Many programs first print the local address, which is not the public one. */
function firstAddress(output: string, { port }: Target): string | undefined {
  return addressesIn(output).find((one) => !isLocalAddress(one, port));
}

function addressesIn(output: string): string[] {
  const found = output.match(/https?:\/\/[^\s"'<>|\\`\x1b]+/g) ?? [];
  return found.map((one) => one.replace(/[.,;:)\]]+$/, ""));
}

/** The command is not shown, because it may contain a token. */
function hintOf(output: string, { port }: Target): string {
  const local = addressesIn(output).find((one) => isLocalAddress(one, port));
  if (local === undefined) return "Run the command yourself; `svc config get tunnel_command` shows it.";
  return `The program printed the local address ${local}. Change tunnel_command so that it prints the public URL; \`svc config get tunnel_command\` shows it.`;
}

function isLocalAddress(address: string, port: number): boolean {
  const url = URL.parse(address);
  return !url || (/^(localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])$/.test(url.hostname) && url.port === String(port));
}
