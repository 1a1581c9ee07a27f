/** Browsers of a server: creation, URLs, stop. */
import { expect, test } from "bun:test";
import { attachTo } from "../../../src/browser/launch/attach.ts";
import { Connection } from "../../../src/cdp/connection.ts";
import { served } from "../served.ts";

test("creates a browser, connects to its URL and stops it", async () => {
  await using p = await served();
  const made = await p.browser();
  expect(made).toMatchObject({ status: "active", finishedAt: null, agentSessionId: null });
  const connection = new Connection(await attachTo(made.cdpUrl, AbortSignal.timeout(10_000)));
  const { targetId } = await connection.root.send("Target.createTarget", { url: "about:blank" });
  expect(targetId).toBeString();
  connection.close();
  expect((await p.call("PATCH", `/v3/browsers/${made.id}`, { action: "stop" })).body).toMatchObject({
    id: made.id,
    status: "stopped",
    cdpUrl: null,
  });
});
