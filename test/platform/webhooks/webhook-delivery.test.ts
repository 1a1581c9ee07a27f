/** The outbox on both databases: nothing is lost or sent needlessly, and slow receivers delay nobody. */

import { expect, test } from "bun:test";
import { Deliveries } from "../../../src/platform/store/jobs/deliveries.ts";
import { Keys } from "../../../src/platform/store/records/keys.ts";
import { until } from "../../support/until.ts";
import { eachDatabase } from "../databases.ts";
import { dispatcher, ground } from "./outboxes.ts";
import { receiver } from "./receivers.ts";

eachDatabase((name, open) => {
  test(`${name}: loses and repeats no delivery to a receiver that fails half of the time`, async () => {
    await using at = await open();
    const { deliveries, hook, add } = await ground(at);
    const taken = new Map<string, number>();
    using flaky = receiver(({ id }, nth) => {
      if (nth % 2 === 1 && Number.parseInt(id.slice(-1), 16) % 2 === 0) return new Response("busy", { status: 503 });
      taken.set(id, (taken.get(id) ?? 0) + 1);
      return new Response("ok");
    });
    const webhookId = await hook(flaky.url);
    const ids = new Set(await Promise.all(Array.from({ length: 200 }, () => add(webhookId))));
    // Two servers share the database; a lease assigns each delivery to one.
    await using _first = dispatcher(deliveries);
    await using _second = dispatcher(new Deliveries(at.database), { node: "b" });
    await until(async () => (await deliveries.counts([webhookId])).get(webhookId)?.waiting === 0);
    expect(new Set(taken.keys())).toEqual(ids);
    expect([...taken.values()].filter((times) => times !== 1)).toEqual([]);
    expect((await deliveries.list(webhookId, { limit: 300, state: "delivered" })).length).toBe(200);
  });

  test(`${name}: gives up after the last attempt, and resends on request`, async () => {
    await using at = await open();
    const { deliveries, hook, add, state } = await ground(at);
    let isBroken = true;
    using broken = receiver(() => (isBroken ? new Response("no\0!", { status: 500 }) : new Response("ok")));
    const webhookId = await hook(broken.url);
    const [one, other] = [await add(webhookId), await add(webhookId)];
    await using _ = dispatcher(deliveries, { pausesMs: [1, 1] });
    await until(async () => (await state(webhookId, one)) === "dead" && (await state(webhookId, other)) === "dead");
    expect(await deliveries.get(webhookId, one)).toMatchObject({
      ...{ attempts: 3, statusCode: 500, error: "The receiver responded with HTTP 500.", response: "no!" },
    });
    expect(broken.received.filter(({ id }) => id === one)).toHaveLength(3);
    isBroken = false;
    await deliveries.resend(webhookId, one);
    await until(async () => (await state(webhookId, one)) === "delivered");
    expect(await state(webhookId, other)).toBe("dead");
    expect(await deliveries.resendDead(webhookId)).toBe(1);
    await until(async () => (await state(webhookId, other)) === "delivered");
    expect(await deliveries.get(webhookId, other)).toMatchObject({ attempts: 1, statusCode: 200, error: null });
  });

  test(`${name}: a receiver that never responds delays nobody else`, async () => {
    await using at = await open();
    const { deliveries, hook, add, state } = await ground(at);
    const { promise: forever, resolve } = Promise.withResolvers<void>();
    using slow = receiver(() => forever.then(() => new Response("late")));
    using quick = receiver();
    const [slowly, quickly] = [await hook(slow.url), await hook(quick.url)];
    for (let n = 0; n < 20; n++) await add(slowly);
    await using _ = dispatcher(deliveries);
    await until(() => slow.received.length === 5);
    const id = await add(quickly);
    await until(async () => (await state(quickly, id)) === "delivered");
    expect(slow.received).toHaveLength(5);
    resolve();
  });

  test(`${name}: delivers events of a task in order; a failing one delays the others only once`, async () => {
    await using at = await open();
    const { deliveries, hook, add } = await ground(at);
    const order: string[] = [];
    const { promise: gate, resolve: open_ } = Promise.withResolvers<void>();
    using careful = receiver(async ({ id }, nth) => {
      if (id === first && nth === 1) {
        await gate;
        return new Response("busy", { status: 503 });
      }
      order.push(id);
      return new Response("ok");
    });
    const webhookId = await hook(careful.url);
    const [first, second] = [await add(webhookId, "task"), await add(webhookId, "task")];
    await using _ = dispatcher(deliveries, { pausesMs: [60_000] });
    await until(() => careful.received.length === 1);
    const elsewhere = await add(webhookId, "another");
    await until(() => order.length === 1);
    expect(order).toEqual([elsewhere]);
    open_();
    await until(() => order.length === 2);
    expect(order).toEqual([elsewhere, second]);
  });

  test(`${name}: obeys Retry-After`, async () => {
    await using at = await open();
    const { deliveries, hook, add } = await ground(at);
    using busy = receiver(() => new Response("", { status: 429, headers: { "Retry-After": "1000" } }));
    using polite = receiver(() => {
      const date = new Date(Date.now() + 2_000_000).toUTCString();
      return new Response("", { status: 503, headers: { "Retry-After": date } });
    });
    const [inSeconds, atDate] = [await hook(busy.url), await hook(polite.url)];
    const [one, other] = [await add(inSeconds), await add(atDate)];
    await using _ = dispatcher(deliveries);
    const due = async (webhookId: string, id: string) => (await deliveries.get(webhookId, id))?.dueAt ?? 0;
    const before = Date.now();
    await until(async () => (await due(inSeconds, one)) > before + 990_000);
    await until(async () => (await due(atDate, other)) > before + 1_990_000);
    expect(await due(inSeconds, one)).toBeLessThan(before + 1_500_000);
  });

  test(`${name}: sends nothing to a disabled webhook until it is enabled`, async () => {
    await using at = await open();
    const { deliveries, webhooks, hook, add, state } = await ground(at);
    using both = receiver();
    const [off, on] = [await hook(both.url), await hook(both.url)];
    const { projectId } =
      (await webhooks.list(await new Keys(at.database).project(), { page: 1, size: 1 })).items[0] ?? {};
    await webhooks.change(projectId ?? "", off, { isEnabled: false });
    const [waits, goes] = [await add(off), await add(on)];
    await using _ = dispatcher(deliveries);
    await until(async () => (await state(on, goes)) === "delivered");
    expect(await deliveries.get(off, waits)).toMatchObject({ state: "waiting", attempts: 0 });
    await webhooks.change(projectId ?? "", off, { isEnabled: true });
    await until(async () => (await state(off, waits)) === "delivered");
  });

  test(`${name}: removes old finished deliveries, never waiting ones`, async () => {
    await using at = await open();
    const { deliveries, hook, add, state } = await ground(at);
    const webhookId = await hook("http://127.0.0.1:1/");
    const ids = [await add(webhookId), await add(webhookId), await add(webhookId), await add(webhookId)];
    const day = 86_400_000;
    const ages = [8 * day, 6 * day, 31 * day];
    for (const [n, ageMs] of ages.entries())
      await at.database.sql`
        update deliveries set state = ${n === 2 ? "dead" : "delivered"}, finished_at = ${Date.now() - ageMs} where id = ${ids[n]}`;
    await deliveries.prune({ delivered: 7 * day, dead: 30 * day });
    const left = await Promise.all(ids.map((id) => state(webhookId, id)));
    expect(left).toEqual([undefined, "delivered", undefined, "waiting"]);
  });
});
