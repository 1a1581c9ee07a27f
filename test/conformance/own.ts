/** An SDK of this repository as the rows drive it: methods of the published client by the names and arguments of ours. */

import { basename, join } from "node:path";
import type { Data } from "../fixture.ts";
import { type Sdk, Thrown } from "../sdk/sdks.ts";
import { until } from "../support/until.ts";
import type { ApiVersion, Driven, RunAsked } from "./driven.ts";

type Ask = (method: string, ...args: unknown[]) => Promise<Data>;
type Method = (ask: Ask, ...args: Data[]) => Promise<Data>;

/** Methods with another name. */
const NAMES: Readonly<Record<string, string>> = {
  "billing.account": "billing.getAccount",
  "browsers.downloads": "browsers.downloads.list",
  "files.browserUrl": "files.browsers.createPresignedUrl",
  "files.sessionUrl": "files.sessions.createPresignedUrl",
  "files.taskOutput": "files.tasks.outputFiles.get",
  "marketplace.clone": "marketplace.skills.clone",
  "marketplace.execute": "marketplace.skills.execute",
  "marketplace.get": "marketplace.skills.get",
  "marketplace.list": "marketplace.skills.list",
  "sessions.createShare": "sessions.createPublicShare",
  "sessions.deleteShare": "sessions.deletePublicShare",
  "sessions.getShare": "sessions.getPublicShare",
  "sessions.messages": "sessions.messages.list",
  "skills.executionOutput": "skills.executions.getOutput",
  "skills.executions": "skills.executions.list",
  "tasks.logs": "tasks.getLogs",
  "tasks.status": "tasks.getStatus",
  "workspaces.files": "workspaces.files.list",
  "workspaces.size": "workspaces.getSize",
};

const FINAL = ["finished", "failed", "stopped"];

const finished: Method = async (ask, id) => {
  await until(async () => FINAL.includes((await ask("tasks.getStatus", id)).status), "the end of the task");
  return await ask("tasks.get", id);
};

/** Methods with other arguments, and helpers that ours do not have. */
const METHODS: Record<ApiVersion, Readonly<Record<string, Method>>> = {
  v2: {
    "browsers.stop": (ask, id) => ask("browsers.update", id, { action: "stop" }),
    "sessions.stop": (ask, id) => ask("sessions.update", id, { action: "stop" }),
    "tasks.stop": (ask, id) => ask("tasks.update", id, { action: "stop" }),
    "tasks.stopTaskAndSession": (ask, id) => ask("tasks.update", id, { action: "stop_task_and_session" }),
    "tasks.wait": finished,
  },
  v3: {
    "sessions.list": (ask, { page_size: pageSize, ...query } = {}) => ask("sessions.list", { pageSize, ...query }),
    "sessions.waitForRecording": async (ask, id, { timeout = 30_000 } = {}) => {
      const deadline = performance.now() + timeout;
      while (true) {
        const { recordingUrls } = await ask("sessions.get", id);
        if (recordingUrls.length > 0 || performance.now() > deadline) return recordingUrls;
        await Bun.sleep(200);
      }
    },
    "workspaces.deleteFile": (ask, id, path) => ask("workspaces.files.delete", id, { path }),
    "workspaces.download": async (ask, id, path, { to } = { to: basename(path) }) => {
      await ask("workspaces.download", id, path, to);
      return to;
    },
    // Ours cuts the prefix off: what uploadFolder has sent comes back as it was.
    "workspaces.downloadAll": (ask, id, { to, prefix }) =>
      ask("workspaces.downloadFolder", id, join(to, prefix), { prefix }),
    "workspaces.upload": async (ask, id, file, { prefix = "" } = {}) => [
      await ask("workspaces.upload", id, file, { path: prefix + basename(file) }),
    ],
    "workspaces.uploadFiles": (ask, id, body, query = {}) => ask("workspaces.files.upload", id, { ...body, ...query }),
  },
};

const SCHEMA = { type: "object", properties: { title: { type: "string" } }, required: ["title"] };

export function own(sdk: Sdk): (url: string, apiKey: string) => Driven {
  return (url, apiKey) => {
    const askOf =
      (version: ApiVersion): Ask =>
      (method, ...given) =>
        asked(sdk, { apiKey, baseUrl: url }, version === "v2" ? `v2.${method}` : method, given);
    return {
      name: sdk.name,
      methods: () => [],
      async call(version, method, ...args) {
        const other = METHODS[version][method];
        const ask = askOf(version);
        return other ? await other(ask, ...(args as Data[])) : await ask(NAMES[method] ?? method, ...args);
      },
      run: async (version, wanted) => (await RUN[version](askOf(version), wanted)).result,
      follow: (version, wanted) =>
        version === "v3" ? followOfV3(askOf(version), wanted) : runOfV2(askOf(version), wanted),
    };
  };
}

/** One call; an object at the end of its arguments are the parameters. */
async function asked(sdk: Sdk, client: object, method: string, given: unknown[]): Promise<Data> {
  const last = given.at(-1);
  const params = typeof last === "object" && last !== null ? { params: last } : {};
  const args = "params" in params ? given.slice(0, -1) : given;
  const page = method.endsWith(".list") ? { as: "page" as const } : {};
  const value = await sdk.call({ client, method: method.split("."), args, ...params, ...page }).catch(refused);
  return value ?? undefined;
}

/** The published client keeps the status and the words of a refusal apart. */
function refused(error: unknown): never {
  if (!(error instanceof Thrown)) throw error;
  const { status, message } = error.told;
  throw Object.assign(new Error(message.replace(/^\d{3} /, "")), { statusCode: status });
}

interface Ran {
  items: Data[];
  result: Data;
}

async function runOfV3(ask: Ask, { task, options, isStructured }: RunAsked): Promise<Ran> {
  const { output, session } = await ask("run", task, { ...options, ...(isStructured ? { schema: SCHEMA } : {}) });
  return { items: [], result: { ...session, output } };
}

async function followOfV3(ask: Ask, { task, options }: RunAsked): Promise<Ran> {
  const events = await ask("stream", task, { ...options });
  const items = events.flatMap(({ message }: Data) => (message ? [message] : []));
  return { items, result: await ask("sessions.get", items[0].sessionId) };
}

async function runOfV2(ask: Ask, { task, options, isStructured }: RunAsked): Promise<Ran> {
  const structured = isStructured ? { structuredOutput: JSON.stringify(SCHEMA) } : {};
  const { id } = await ask("tasks.create", { task, ...options, ...structured });
  const record = await finished(ask, id);
  return {
    items: record.steps,
    result: { ...record, output: isStructured ? JSON.parse(record.output) : record.output },
  };
}

const RUN = { v2: runOfV2, v3: runOfV3 };
