/** Server-sent events of a session. */

import { expect, test } from "bun:test";
import type { Data } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { served, type TestPlatform } from "../served.ts";
import { type Script, scripted } from "./agents.ts";

interface Event {
  id?: string;
  event?: string;
  data: Data;
}

/** Reads events until `enough`, then disconnects. */
async function events(
  p: TestPlatform,
  id: string,
  enough: (seen: Event[]) => boolean,
  headers: Record<string, string> = {},
): Promise<Event[]> {
  const leaving = new AbortController();
  const response = await fetch(`${p.url}/api/v3/sessions/${id}/events`, {
    headers: { "X-Svc-API-Key": p.key, ...headers },
    signal: leaving.signal,
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  const seen: Event[] = [];
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const fields = Object.fromEntries(block.split("\n").map((line) => line.split(/: (.*)/s).slice(0, 2)));
      if (fields.data !== undefined) seen.push({ ...fields, data: JSON.parse(fields.data) });
    }
    if (enough(seen)) break;
  }
  leaving.abort();
  return seen;
}

/** Does one step per call. */
function stepwise() {
  const gates: PromiseWithResolvers<void>[] = [Promise.withResolvers(), Promise.withResolvers()];
  const script: Script = async ({ act, step }) => {
    for (const { promise } of gates) {
      await promise;
      await act(["get", "url"]);
      await step();
    }
    return { output: "both" };
  };
  return { script, gates };
}

const isEnd = (seen: Event[]) => seen.at(-1)?.event === "end";

test("streams events as they happen, and resumes after the last one", async () => {
  const { script, gates } = stepwise();
  await using p = await served({}, scripted({ script }));
  const { id } = (await p.call("POST", "/v3/sessions", { task: "script", proxyCountryCode: null })).body;
  const first = await events(p, id, (seen) => {
    if (seen.some(({ data }) => data.type === "user_message")) gates[0]?.resolve();
    return seen.some(({ event, data }) => event === "session" && data.stepCount === 1);
  });
  expect(first[0]).toMatchObject({ event: "session", data: { id } });
  const told = first.filter(({ event }) => event === "message");
  expect(told.map(({ data }) => data.type)).toEqual(["user_message", "browser_action", "browser_action_result"]);
  expect(told.every((one) => one.id === one.data.id)).toBe(true);
  gates[1]?.resolve();
  const rest = await events(p, id, isEnd, { "Last-Event-ID": told[1]?.id ?? "" });
  expect(rest.filter(({ event }) => event === "message").map(({ data }) => data.type)).toEqual([
    "browser_action_result",
    "browser_action",
    "browser_action_result",
    "completion",
  ]);
  expect(rest.at(-2)).toMatchObject({ event: "session", data: { status: "stopped", output: "both" } });
  const again = await events(p, id, isEnd, { "Last-Event-ID": rest.findLast((one) => one.id)?.id ?? "" });
  expect(again.map(({ event }) => event)).toEqual(["session", "end"]);
});

test("a stream ends when its key is revoked, and refuses an unknown event id", async () => {
  await using p = await served({}, scripted({}));
  const { id } = (await p.call("POST", "/v3/sessions", { proxyCountryCode: null })).body;
  const other = await p.server.keys.create(await p.server.keys.project(), "other");
  const headers = { "X-Svc-API-Key": other.key };
  const wrong = await fetch(`${p.url}/api/v3/sessions/${id}/events?lastEventId=${id}`, { headers });
  expect(wrong.status).toBe(400);
  const response = await fetch(`${p.url}/api/v3/sessions/${id}/events`, { headers });
  const read = response.text();
  await until(async () => (await p.call("GET", `/v3/sessions/${id}`)).status === 200);
  await p.server.keys.revoke(other.record.id);
  expect(await read).toContain("event: session");
});
