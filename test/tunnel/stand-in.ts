/**
 * A replacement for cloudflared, which needs the network: takes the same arguments, prints to stderr in the same
 * format, and forwards through a listener on this machine. Run by the script that `cloudflaredIn` writes.
 */

import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { localServer } from "../support/server.ts";

/** Writes a program `cloudflared` into a folder, which the test adds to the PATH. Returns the folder. */
export function cloudflaredIn(folder: string): string {
  const bin = join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  // The folder is on the command line, so that a remaining process can be found.
  const script = `#!/bin/sh\nexec "${process.execPath}" "${import.meta.path}" "${folder}" "$@"\n`;
  writeFileSync(join(bin, "cloudflared"), script);
  chmodSync(join(bin, "cloudflared"), 0o755);
  return bin;
}

function say(level: string, text: string): void {
  process.stderr.write(`${new Date().toISOString().slice(0, 19)}Z ${level} ${text}\n`);
}

async function main(argv: string[]): Promise<void> {
  const given = (name: string) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : undefined);
  const target = given("--url") ?? "";
  const host = given("--http-host-header");
  say("INF", "Thank you for trying Cloudflare Tunnel. Terms: (https://www.cloudflare.com/website-terms/)");
  say("INF", "Requesting new quick Tunnel on trycloudflare.com...");
  if (process.env.STAND_IN === "unreachable") {
    say("ERR", 'failed to request quick Tunnel: Post "https://api.trycloudflare.com/tunnel": dial tcp: no such host');
    process.exit(1);
  }
  let isConnected = false;
  const edge = localServer(async (request) => {
    if (!isConnected) {
      say("ERR", "asked too soon");
      return new Response("error code: 1033", { status: 530 });
    }
    const { pathname, search } = new URL(request.url);
    const headers = new Headers(request.headers);
    if (host !== undefined) headers.set("host", host);
    return await fetch(`${target}${pathname}${search}`, { method: request.method, headers });
  });
  const address = `http://127.0.0.1:${edge.port}`;
  say("INF", `+${"-".repeat(92)}+`);
  say(
    "INF",
    `|  ${"Your quick Tunnel has been created! Visit it at (it may take some time to be reachable):".padEnd(90)}|`,
  );
  say("INF", `|  ${address.padEnd(90)}|`);
  say("INF", `+${"-".repeat(92)}+`);
  process.on("SIGTERM", () => {
    say("INF", "Initiating graceful shutdown due to signal terminated ...");
    process.exit(0);
  });
  await Bun.sleep(300);
  isConnected = true;
  say("INF", "Registered tunnel connection connIndex=0 ip=198.51.100.7 location=fra01 protocol=quic");
}

if (import.meta.main) await main(process.argv.slice(3));
