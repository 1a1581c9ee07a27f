/** Addresses of webhooks: the network rules apply to every attempt. */

import { expect, test } from "bun:test";
import type { GuardSetup } from "../../../src/platform/egress/guard.ts";
import { localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { onSqlite } from "../databases.ts";
import { SELF_SIGNED } from "../egress/self-signed.ts";
import { dispatcher, ground } from "./outboxes.ts";
import { receiver } from "./receivers.ts";

test("a delivery goes only to checked addresses, and follows no redirect", async () => {
  await using at = await onSqlite();
  const { deliveries, hook, add } = await ground(at);
  using inside = receiver();
  using moved = receiver(() => new Response("", { status: 307, headers: { location: inside.url } }));
  using tls = localServer({ tls: SELF_SIGNED, fetch: () => new Response("ok") });
  let asked = 0;
  // A name that resolves to a public address at the check, then to loopback.
  const lookup = async (host: string) => {
    if (host === "moves.test") return asked++ === 0 ? ["127.0.0.1"] : ["127.0.0.2"];
    if (host === "self-signed.test" || host === "other.test") return ["127.0.0.1"];
    throw new Error("no such name");
  };
  const outcome = async (url: string, guard: Partial<GuardSetup> = {}) => {
    const webhookId = await hook(url);
    const id = await add(webhookId);
    await using _ = dispatcher(deliveries, { pausesMs: [], lookup, ...guard });
    await until(async () => ((await deliveries.get(webhookId, id))?.state ?? "waiting") !== "waiting");
    return await deliveries.get(webhookId, id);
  };
  expect(await outcome(moved.url)).toMatchObject({ state: "dead", statusCode: 307 });
  expect(inside.received).toHaveLength(0);
  const refused = await outcome(inside.url, { isPrivateOpen: false });
  expect(refused).toMatchObject({ statusCode: null, error: expect.stringContaining("allow_private_network is off") });
  expect((await outcome(inside.url, { ownPorts: () => [inside.port] }))?.error).toContain("a port of this server");
  expect((await outcome("http://169.254.169.254/latest"))?.error).toContain("link-local");
  expect(inside.received).toHaveLength(0);
  expect(await outcome(`http://moves.test:${inside.port}/`)).toMatchObject({ state: "delivered" });
  expect(asked).toBe(1);
  expect(inside.received[0]?.headers.get("host")).toBe(`moves.test:${inside.port}`);
  expect((await outcome("http://nobody.test/"))?.error).toBe("the host nobody.test does not exist");
  expect((await outcome("http://127.0.0.1:1/"))?.error).toContain("the connection was refused");
  // TLS verifies the name, not the address.
  expect((await outcome(`https://self-signed.test:${tls.port}/`))?.error).toContain("is not trusted");
});

test("limits the time and length of a response", async () => {
  await using at = await onSqlite();
  const { deliveries, hook, add } = await ground(at);
  const { promise: forever, resolve } = Promise.withResolvers<void>();
  using silent = receiver(() => forever.then(() => new Response("late")));
  using endless = receiver(
    () =>
      new Response(new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(10_000).fill(97)) })),
  );
  const [slow, long] = [await hook(silent.url), await hook(endless.url)];
  const [one, other] = [await add(slow), await add(long)];
  await using _ = dispatcher(deliveries, { pausesMs: [], attemptMs: 2_000 });
  await until(async () => (await deliveries.get(slow, one))?.state === "dead");
  expect((await deliveries.get(slow, one))?.error).toContain("no response within the timeout");
  expect(await deliveries.get(long, other)).toMatchObject({ state: "delivered", response: "a".repeat(1_000) });
  resolve();
});
