/** Agent sessions of `svc serve`: many at once, and cleanup after the server is killed. */

import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Data } from "../fixture.ts";
import { call, perTask, scriptedModel } from "../models/server.ts";
import { htmlResponse, localServer } from "../support/server.ts";
import { until } from "../support/until.ts";
import { homeFixture, lives } from "./home-fixture.ts";
import { type Hosted, host } from "./hosted.ts";

/** Number of concurrent sessions. Starting that many browsers takes long on a small machine. */
const MANY = 20;

function over({ status }: Data): boolean {
  return ["idle", "stopped", "timed_out", "error"].includes(status);
}

async function each(p: Hosted, ids: readonly string[]): Promise<Data[]> {
  const { sessions } = (await p.call("GET", "/v3/sessions?page_size=100")).body;
  return sessions.filter(({ id }: Data) => ids.includes(id));
}

async function begin(p: Hosted, task: string): Promise<string[]> {
  const made = Array.from({ length: MANY }, () => p.call("POST", "/v3/sessions", { task, proxyCountryCode: null }));
  return (await Promise.all(made)).map(({ status, body }) => {
    expect(status, JSON.stringify(body)).toBe(200);
    return body.id;
  });
}

/** PIDs of a server's browsers, from their folders. */
function browsersOf(home: string): number[] {
  const run = join(home, "server", "run");
  return readdirSync(run).flatMap((name) => {
    const { pid } = JSON.parse(readFileSync(join(run, name, "owner.json"), "utf8")).browser ?? {};
    return typeof pid === "number" ? [pid] : [];
  });
}

test(`${MANY} concurrent sessions complete their tasks, and a killed server leaves none of their browsers`, async () => {
  using site = localServer(() => htmlResponse("<h1>Blue kettle</h1><p>12.50 EUR</p>"));
  using model = scriptedModel(
    perTask(function* (asked) {
      yield call("open", { url: site.url.href });
      while (asked.last.includes("Wait")) yield call("wait", { time_ms: 200 });
      yield call("done", { success: true, output: "12.50 EUR", evidence: "12.50 EUR" });
    }),
  );
  await using h = homeFixture({ SVC_SERVE_WARM: "0", SVC_SERVE_CONCURRENCY: String(MANY) });
  const { baseUrl } = model.config;
  const models = [{ name: "ours", model: "scripted", baseUrl, provider: "openai" }];
  mkdirSync(h.home, { recursive: true, mode: 0o700 });
  writeFileSync(join(h.home, "models.json"), JSON.stringify({ models }));
  let key = "";
  const ids: string[] = [];
  {
    await using p = await host(h);
    key = p.key;
    const quick = await begin(p, "Find the price");
    await until(async () => (await each(p, quick)).every(over), "all are over");
    for (const session of await each(p, quick))
      expect(session).toMatchObject({ status: "stopped", isTaskSuccessful: true, output: "12.50 EUR" });
    ids.push(...(await begin(p, "Wait for the price")));
    await until(async () => (await each(p, ids)).every(({ stepCount }) => stepCount > 0), "all act");
    const browsers = browsersOf(h.home);
    expect(browsers).toHaveLength(MANY);
    await p.end("SIGKILL");
    await until(() => !browsers.some(lives), "their browsers are gone");
  }
  await using p = await host(h, key);
  await until(async () => (await each(p, ids)).every(over), "all are over");
  for (const session of await each(p, ids))
    expect(session).toMatchObject({
      status: "error",
      isTaskSuccessful: false,
      endReason: expect.stringMatching(/killed/),
    });
  expect((await p.call("GET", "/v3/browsers?filterBy=active")).body.totalItems).toBe(0);
  expect((await p.end("SIGTERM")).code).toBe(0);
  expect(readdirSync(join(h.home, "server", "run"))).toEqual([]);
}, 180_000);
