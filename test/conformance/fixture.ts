/** What the rows stand on: `svc serve` as a process, a scripted model behind it, and a site. */

import { type Data, EXECUTABLE, MODE } from "../fixture.ts";
import { type Conversation, call, scriptedModel, type Turn } from "../models/server.ts";
import { serverHome, serverProcess } from "../platform/process.ts";
import { isDrafting } from "../platform/skills/skill-fixture.ts";
import { temporaryFolder } from "../support/folder.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import type { ApiVersion, Driven } from "./driven.ts";

const BILL = "day,amount\n1,12.50\n";

/** What the model does, by the word that the task has in brackets. `turn` counts from 0. */
const TASKS: Record<string, (site: string, turn: number, asked: Conversation) => Turn> = {
  title: (site, turn) => [call("open", { url: site }), done("Kettles")][turn] ?? done("Kettles"),
  structured: (site, turn) => [call("open", { url: site })][turn] ?? done({ title: "Kettles" }),
  file: (site, turn) =>
    [call("open", { url: site }), call("write_file", { path: "price.txt", text: "12.50 EUR" })][turn] ??
    done("Kettles"),
  read: (site, turn, asked) =>
    [call("open", { url: site }), call("read_file", { path: "in.csv" })][turn] ??
    done(asked.last.includes("12.50") ? "Kettles" : "nothing"),
  fail: (site, turn) =>
    [call("open", { url: site })][turn] ?? call("done", { success: false, output: "The shop has no red kettle." }),
  // Until it is stopped.
  slow: (site, turn) => [call("open", { url: site })][turn] ?? { silentMs: 600_000 },
};

function done(output: unknown): Turn {
  return call("done", { success: true, output, evidence: "Blue kettle: 12.50 EUR" });
}

/** A task that the scripted model knows. */
export function taskOf(name: keyof typeof TASKS & string): string {
  return `Look at the shop [${name}]`;
}

/** What the model writes when it is to make a skill of what an agent did. */
function skillOf(site: string): Turn {
  const script = `await open({ url: ${JSON.stringify(site)} });
    const { result } = await extract({ schema: '{"heading":"h1"}' });
    return result;`;
  return call("skill", {
    ...{
      title: "Heading of the shop",
      description: "Reads its heading",
      categories: ["search"],
      parameters: [],
      script,
    },
    output_schema: { type: "object", properties: { heading: { type: "string" } }, required: ["heading"] },
  });
}

function turnOf(site: string, asked: Conversation): Turn {
  if (isDrafting(asked)) return skillOf(site);
  const isTask = ({ role, text }: Conversation["messages"][number]) => role === "user" && /\[(\w+)\]/.test(text);
  const at = asked.messages.findLastIndex((one) => isTask(one) && nameIn(one.text) !== undefined);
  const name = nameIn(asked.messages[at]?.text ?? "") ?? "title";
  const turn = asked.messages.slice(at + 1).filter(({ role }) => role === "assistant").length;
  return TASKS[name]?.(site, turn, asked) ?? done("Kettles");
}

function nameIn(text: string): string | undefined {
  return [...text.matchAll(/\[(\w+)\]/g)].map(([, name = ""]) => name).findLast((name) => Object.hasOwn(TASKS, name));
}

/** What a row has to do with. */
export interface Ground {
  readonly site: string;
  readonly bill: string;
  /** A folder of its own. */
  folder(): string;
  call: Driven["call"];
  run: Driven["run"];
  follow: Driven["follow"];
  /** A task of v2, or a session of v3 with its task, until it has ended. */
  ended(version: ApiVersion, id: string): Promise<Data>;
}

const OVER = ["finished", "failed", "stopped", "idle", "timed_out", "error"];

export async function ground(library: (url: string, key: string) => Driven) {
  const site = localServer(({ url }) =>
    url.endsWith("/bill.csv")
      ? new Response(BILL, { headers: { "content-type": "text/csv", "content-disposition": "attachment" } })
      : htmlResponse("<title>Kettles</title><h1>Blue kettle: 12.50 EUR</h1><a href=/bill.csv>Bill</a>"),
  );
  const model = scriptedModel((asked) => turnOf(site.url.href, asked));
  const home = serverHome();
  const env = {
    SVC_LLM_BASE_URL: `${model.url}/v1`,
    SVC_LLM_MODEL: "scripted-1",
    SVC_LLM_API_KEY: "sk-scripted",
    SVC_SERVE_KEY_HEADERS: "X-Browser-Use-API-Key",
    // Rows run one after the other, and leave their browsers to the end of the server.
    SVC_SERVE_CONCURRENCY: "40",
  };
  const server = await serverProcess(home.path, env, MODE === "executable" ? [EXECUTABLE] : undefined);
  const driven = library(server.url, server.key);
  const { call: ask, run, follow } = driven;
  const one: Ground = {
    site: site.url.href,
    bill: BILL,
    folder: () => temporaryFolder(home.path).path,
    ...{ call: ask, run, follow },
    async ended(version, id) {
      const path = version === "v2" ? `/v2/tasks/${id}` : `/v3/sessions/${id}`;
      return await until(async () => {
        const record = (await server.call("GET", path)).body;
        return OVER.includes(record.status) ? record : undefined;
      }, `the end of ${path}`);
    },
  };
  return {
    ...{ ground: one, driven, said: server.said },
    async [Symbol.asyncDispose]() {
      await server.end("SIGTERM");
      model[Symbol.dispose]();
      await site.stop(true);
      home[Symbol.dispose]();
    },
  };
}
