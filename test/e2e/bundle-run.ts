/**
 * Runs in the network of `bundle.test.ts`: installs the bundle, uses what it installed, and prints a JSON report.
 * Arguments: the test's folder, and the command that installs.
 */
import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { client } from "../mcp/client.ts";
import { serverProcess } from "../platform/process.ts";
import { localServer } from "../support/server.ts";

const [, , folder = "", install = ""] = process.argv;
const home = join(homedir(), ".svc");
const svc = join(home, "bin", "svc");

async function run(...command: string[]): Promise<{ code: number; out: string }> {
  const child = Bun.spawn(command, { cwd: folder, stdin: "ignore", stdout: "pipe", stderr: "inherit" });
  return { out: await child.stdout.text(), code: await child.exited };
}

async function json(...argv: string[]) {
  return JSON.parse((await run(svc, "--json", ...argv)).out);
}

/**
 * Counts connections and name lookups that failed for lack of a route, from the kernel's counters. IPv4 only: Chrome asks the
 * kernel for a route to an IPv6 address to detect IPv6, which sends nothing but is counted.
 */
function attempts(): number {
  const lines = readFileSync("/proc/net/snmp", "utf8").split("\n");
  const [names = "", values = ""] = lines.filter((one) => one.startsWith("Ip:"));
  return Number(values.split(" ")[names.split(" ").indexOf("OutNoRoutes")]);
}

async function mcp(): Promise<string> {
  using site = localServer(() => new Response("<title>Offline</title>", { headers: { "content-type": "text/html" } }));
  await using c = await client([], {}, { executable: svc });
  return (await c.call("browser_navigate", { url: `http://127.0.0.1:${site.port}/` })).data.title;
}

/** Signs in to the dashboard and runs a browser of the server. */
async function serve(): Promise<{ dashboard: string; hosted: number }> {
  await using server = await serverProcess(home, { HOME: homedir() }, [svc]);
  await run(svc, "open", `${server.url}/dashboard/`);
  await run(svc, "input", "--label", "API key", server.key);
  await run(svc, "click", "--role", "button", "--name", "Sign in");
  await run(svc, "wait", "text", "No browser has run yet");
  const { out } = await run(svc, "state");
  const { status } = await server.call("POST", "/v3/browsers", {});
  await server.end("SIGTERM");
  return { dashboard: out, hosted: status };
}

/** Makes one attempt by address and one by name. */
async function control(): Promise<number> {
  const before = attempts();
  for (const host of ["192.0.2.1", "far.example"]) await fetch(`http://${host}/`).catch(() => {});
  return attempts() - before;
}

const report = {
  installed: await run("sh", "-c", install),
  doctor: (await json("doctor")).data,
  demo: await run(process.execPath, join(import.meta.dir, "../../scripts/demo.ts"), svc),
  mcp: await mcp(),
  ...(await serve()),
  full: await json("bundle", "--output", join(folder, "small", "svc-offline.tar.gz")),
};
await run(svc, "close", "--all");
process.stdout.write(`${JSON.stringify({ ...report, attempts: attempts(), control: await control() })}\n`);
