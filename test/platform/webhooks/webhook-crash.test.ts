/** Servers that are killed while deliveries wait: no event is lost. */

import { expect, test } from "bun:test";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import { until } from "../../support/until.ts";
import { agentProcess, serverHome } from "../process.ts";
import { served } from "../served.ts";
import { receiver, statuses } from "./receivers.ts";

test("delivers events after a kill, each once", async () => {
  using home = serverHome();
  using seen = receiver();
  {
    await using first = await agentProcess(home.path);
    await first.call("POST", "/v3/webhooks", { url: seen.url });
    await first.call("POST", "/v3/sessions", { task: "forever", proxyCountryCode: null });
    await until(() => seen.received.length === 1);
    await first.end("SIGKILL");
  }
  await using _second = await served({ home: home.path });
  // The first one may be sent again, because its response may be lost.
  await until(() => statuses(seen.received).includes("stopped"));
  const first = seen.received[0]?.id;
  expect(statuses(seen.received.filter(({ id }) => id !== first))).toEqual(["stopped"]);
});

test("ends a session whose server was killed after its task had ended", async () => {
  using home = serverHome();
  using seen = receiver();
  let id = "";
  {
    await using first = await agentProcess(home.path);
    await first.call("POST", "/v3/webhooks", { url: seen.url });
    id = (await first.call("POST", "/v3/sessions", { task: "wait", proxyCountryCode: null })).body.id;
    await until(() => seen.received.length === 1);
    await first.end("SIGKILL");
  }
  const database = await openDatabase(`sqlite://${home.path}/server/svc.db`);
  await database.sql`update tasks set status = 'finished', end_reason = 'done' where session_id = ${id}`;
  await database.close();
  await using second = await served({ home: home.path });
  await until(async () => (await second.call("GET", `/v3/sessions/${id}`)).body.status === "stopped");
});
