/**
 * The SDKs as their packages are: what loading them costs, and what they add to a call over what the language has. Each call is
 * made in turn with a plain one to the same server, in one process; both keep their connection where they can.
 */
import { join } from "node:path";
import { sdkPackages } from "../scripts/sdk/packages.ts";
import type { Bench } from "./bench.ts";
import { median, read } from "./measure.ts";
import { ms, note, reportFigure } from "./report.ts";

const ROOT = join(import.meta.dir, "..");
const PYTHON = join(ROOT, "sdk/python/src");
const PROCESSES = 15;

const ID = "0b0e7a3c-58d5-4c1f-9a55-1f6b0a6f2d11";

const loadingTypeScript = (entry: string) => `const began = performance.now();
await import(${JSON.stringify(entry)});
console.log(performance.now() - began);`;

const callingTypeScript = (entry: string) => `const { Svc } = await import(${JSON.stringify(entry)});
const [base] = process.argv.slice(-1);
const client = new Svc({ apiKey: "svc_bench", baseUrl: base });
const timed = async (work) => { const began = performance.now(); await work(); return performance.now() - began; };
const plain = async () => (await fetch(base + "/api/v3/sessions/${ID}", { headers: { "X-Svc-API-Key": "svc_bench" } })).json();
const added = [];
for (let at = 0; at < 600; at++) {
  const beside = await timed(plain);
  const own = await timed(() => client.sessions.get("${ID}"));
  if (at >= 100) added.push(own - beside);
}
console.log(added.sort((a, b) => a - b)[added.length >> 1]);`;

const loadingPython = (name: string) => `import time
began = time.perf_counter()
from svc_sdk import ${name}
print((time.perf_counter() - began) * 1000)`;

const CALLING_PYTHON = `import json, sys, time, urllib.request
from svc_sdk import Svc
base = sys.argv[1]
client = Svc(api_key="svc_bench", base_url=base)
asked = urllib.request.Request(base + "/api/v3/sessions/${ID}", headers={"X-Svc-API-Key": "svc_bench"})
def plain():
    with urllib.request.urlopen(asked) as answer:
        json.load(answer)
def timed(work):
    began = time.perf_counter()
    work()
    return (time.perf_counter() - began) * 1000
added = []
for at in range(600):
    beside = timed(plain)
    own = timed(lambda: client.sessions.get("${ID}"))
    if at >= 100:
        added.append(own - beside)
print(sorted(added)[len(added) // 2])`;

export async function sdkFigures({ folder }: Bench): Promise<void> {
  const env = { ...process.env, PYTHONPATH: PYTHON };
  const number = async (...command: string[]) => Number(await read(command, { env, cwd: folder }));
  const often = async (...command: string[]) => {
    const times: number[] = [];
    for (let at = 0; at < PROCESSES; at++) times.push(await number(...command));
    return median(times);
  };
  const session = {
    id: ID,
    status: "idle",
    createdAt: "2026-01-02T03:04:05.678Z",
    totalCostUsd: "0.25",
    recordingUrls: [],
  };
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => Response.json(session) });
  try {
    const entry = await installedEntry(folder);
    const node = ["node", "--input-type=module", "-e"];
    reportFigure("SDK for TypeScript: import, in Node", await often(...node, loadingTypeScript(entry)), ms, {
      limit: 10,
    });
    const base = `http://127.0.0.1:${server.port}`;
    reportFigure(
      "SDK for TypeScript: a call, over plain fetch",
      await number(...node, callingTypeScript(entry), base),
      ms,
      {
        limit: 0.3,
      },
    );
    for (const name of ["Svc", "AsyncSvc"])
      reportFigure(`SDK for Python: import of ${name}`, await often("python3", "-c", loadingPython(name)), ms, {
        limit: 60,
      });
    reportFigure("SDK for Python: a call, over urllib", await number("python3", "-c", CALLING_PYTHON, base), ms, {
      limit: 1,
    });
  } catch (error) {
    note(`the SDKs were not measured: ${error instanceof Error ? error.message : error}`);
  } finally {
    await server.stop(true);
  }
}

/** Unpacks the npm package into the folder, and returns the path of what it exports. */
async function installedEntry(folder: string): Promise<string> {
  const [tarball = ""] = await sdkPackages(join(folder, "sdk"));
  await read(["tar", "-xzf", tarball, "-C", folder], { env: process.env, cwd: folder });
  return join(folder, "package/dist/index.js");
}
