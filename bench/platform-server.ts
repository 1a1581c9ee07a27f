/** A server of the platform for measuring: the executable, in a folder of its own, with everything below it ended. Knows no figure. */
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { attachTo } from "../src/browser/launch/attach.ts";
import { Connection } from "../src/cdp/connection.ts";
import { runFolder } from "../src/platform/engine/lifecycle/start.ts";
import { SVC } from "./bench.ts";

export interface Made {
  id: string;
  cdpUrl: string;
}

export interface PlatformServer {
  readonly url: string;
  readonly pid: number;
  readonly folder: string;
  readonly key: string;
  /** A call with the key; the answer must be a good one. */
  call(method: string, path: string, body?: object): Promise<unknown>;
  create(): Promise<Made>;
  stop(id: string): Promise<void>;
  connect(made: Made): Promise<Connection>;
  /**
   * Processes of its browsers, all that they started included; those of the folder `but` left out. Ones whose browser died
   * are known by their group, when it was seen before.
   */
  processes(but?: string): number[];
  /** Names of what lies in the folder of running browsers. */
  folders(): string[];
  end(): Promise<void>;
}

const STARTS_WITHIN_MS = 20_000;

export async function startPlatform(folder: string, settings: Record<string, string> = {}): Promise<PlatformServer> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const env = { ...process.env, SVC_HOME: folder, HOME: folder, SVC_SERVE_RATE_LIMIT: "0", ...settings };
  const child = Bun.spawn([SVC, "serve", "--port", "0"], { env, stdin: "ignore", stdout: "ignore", stderr: "pipe" });
  const { url, key } = await greeting(child.stderr, folder);
  const groups = new Map<string, string>();
  const headers = { "x-svc-api-key": key, "content-type": "application/json" };
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
    const response = await fetch(`${url}/api${path}`, init);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: HTTP ${response.status} ${text.slice(0, 200)}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  return {
    url,
    pid: child.pid,
    folder,
    key,
    call,
    create: async () => (await call("POST", "/v3/browsers", {})) as Made,
    stop: async (id) => void (await call("PATCH", `/v3/browsers/${id}`, { action: "stop" })),
    connect: async ({ cdpUrl }) => new Connection(await attachTo(cdpUrl, AbortSignal.timeout(30_000))),
    processes: (but) => processesIn(runFolder(folder), groups, but),
    folders: () => readdirSync(runFolder(folder)),
    async end() {
      child.kill("SIGTERM");
      await child.exited;
    },
  };
}

/** What the server says at its first start, and the key that it made; the rest is read and forgotten, so that it never waits for us. */
async function greeting(stderr: ReadableStream<Uint8Array>, home: string): Promise<{ url: string; key: string }> {
  let said = "";
  const found = Promise.withResolvers<{ url: string; key: string }>();
  void (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of stderr) {
      if (said === "done") continue;
      said += decoder.decode(chunk, { stream: true });
      const url = /Listening on ([^\s"]+)"/.exec(said)?.[1];
      if (!url) continue;
      const key = readFileSync(join(home, "server", "first-key"), "utf8").trim();
      said = "done";
      found.resolve({ url, key });
    }
    found.reject(new Error(`the server did not start: ${said.slice(0, 300)}`));
  })();
  const late = Bun.sleep(STARTS_WITHIN_MS).then(() => Promise.reject(new Error("the server does not say where it is")));
  return await Promise.race([found.promise, late]);
}

/** Only the first process of a browser tells its folder in its line: it leads the group of all others. */
function processesIn(folder: string, groups: Map<string, string>, but: string | undefined): number[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
        const [state, , group = ""] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        if (state === "Z" || state === "X") return [];
        const line = group === pid ? readFileSync(`/proc/${pid}/cmdline`, "utf8") : "";
        if (line.includes(folder)) groups.set(group, line);
        return [{ pid: Number(pid), group }];
      } catch {
        return [];
      }
    });
  const isMeant = (line: string | undefined) => line !== undefined && !(but !== undefined && line.includes(but));
  return all.filter(({ group }) => isMeant(groups.get(group))).map(({ pid }) => pid);
}
