/** Billing: costs of sessions and browsers, and limits that stop work before they are exceeded. */

import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../../src/commands/index.ts";
import { agentParts } from "../../../src/platform/agents/runs/parts.ts";
import { nanoOf } from "../../../src/platform/billing/money.ts";
import { type Data, fixture } from "../../fixture.ts";
import { call, scriptedModel } from "../../models/server.ts";
import { until } from "../../support/until.ts";
import { read, type Script, scripted } from "../agents/agents.ts";
import { agentProcess, serverHome } from "../process.ts";
import { served } from "../served.ts";

/** $0.60 per hour: one cent per minute. */
const PRICES = { browserHour: nanoOf("0.60"), proxyGigabyte: nanoOf("1") };

const forever: Script = async ({ act, step }) => {
  for (;;) {
    await act(["get", "url"]);
    await step({ costUsd: 0.001 });
  }
};
const twice: Script = async ({ step }) => {
  await step({ costUsd: 0.0015 });
  await step({ costUsd: 0.0000000015 });
  return { output: "two" };
};

/** A server in this process, or one that can be killed. */
interface Caller {
  call(method: string, path: string, body?: object): Promise<{ body: Data }>;
}

async function ended(p: Caller, id: string): Promise<Data> {
  let now: Data;
  await until(async () => {
    now = (await p.call("GET", `/v3/sessions/${id}`)).body;
    return ["stopped", "error", "timed_out"].includes(now.status);
  });
  return now;
}

test("a session reports costs of model and browser, the account its balance", async () => {
  await using p = await served({ prices: PRICES, rateLimit: 4_000 }, scripted({ twice }));
  const { ledger } = p.server.platform;
  const projectId = await p.server.keys.project();
  const account = async (version = "v3") => (await p.call("GET", `/${version}/billing/account`)).body;
  expect(await account("v2")).toEqual({
    name: expect.any(String),
    ...{ totalCreditsBalanceUsd: 0, monthlyCreditsBalanceUsd: 0, additionalCreditsBalanceUsd: 0, isUnlimited: true },
    ...{ rateLimit: 4_000, isFreeTier: false, tracingDisabled: true, projectId },
    planInfo: {
      planName: "Self-hosted",
      ...{ subscriptionStatus: null, subscriptionId: null },
      ...{ subscriptionCurrentPeriodEnd: null, subscriptionCanceledAt: null },
    },
  });
  await ledger.credit(projectId, nanoOf("5"), null);
  await ledger.setBudget(projectId, nanoOf("2"));
  const made = await p.call("POST", "/v3/sessions", { task: "twice", proxyCountryCode: null });
  const over = await ended(p, made.body.id);
  expect(over).toMatchObject({
    ...{ llmCostUsd: "0.001500002", browserCostUsd: "0.01", proxyCostUsd: "0", totalCostUsd: "0.011500002" },
    proxyUsedMb: "0.000",
  });
  const { items } = (await p.call("GET", "/v2/browsers")).body;
  expect(items).toMatchObject([{ browserCost: "0.01", proxyCost: "0", agentSessionId: over.id }]);
  expect(await account()).toMatchObject({
    ...{ totalCreditsBalanceUsd: 1.988499998, monthlyCreditsBalanceUsd: 1.988499998 },
    ...{ additionalCreditsBalanceUsd: 4.988499998, isUnlimited: false, planInfo: { planName: "Self-hosted, prepaid" } },
  });
  expect((await p.browser({ proxyCountryCode: null })).browserCost).toBe("0.01");
});

test("refuses new work when credits or a budget are used up", async () => {
  await using p = await served({ prices: PRICES }, scripted({ twice }));
  const { ledger } = p.server.platform;
  const projectId = await p.server.keys.project();
  const idle = (await p.call("POST", "/v3/sessions", { keepAlive: true, proxyCountryCode: null })).body;
  await ledger.setBudget(projectId, 0);
  const refused = [
    await p.call("POST", "/v3/sessions", { task: "twice" }),
    await p.call("POST", "/v3/sessions", { task: "twice", sessionId: idle.id }),
    await p.call("POST", "/v2/sessions", {}),
    await p.call("POST", "/v2/tasks", { task: "twice" }),
    await p.call("POST", "/v2/browsers", {}),
    await p.call("POST", "/v3/browsers", {}),
    await p.call("POST", "/v2/skills", { goal: "Read a price", agentPrompt: "Read the price of the kettle" }),
  ];
  for (const { status, body } of refused) {
    expect(status).toBe(402);
    expect(body).toEqual({
      detail: "Insufficient credits",
      hint: "The monthly budget of the project is used up. The operator can raise the limit with `svc serve billing budget`.",
    });
  }
  // Running work ends with a reason.
  expect(await ended(p, idle.id)).toMatchObject({
    status: "stopped",
    endReason: "The credits of the project or a monthly budget are used up.",
  });
  expect(p.server.platform.fleet.stats()).toMatchObject({ running: 0, ended: { budget: 1 } });
  // Another key is not limited.
  await ledger.setBudget(projectId, null);
  const { key, record } = await p.server.keys.create(projectId, "poor");
  await ledger.setKeyBudget(record.id, nanoOf("0.005"));
  const poor = await p.call("POST", "/v3/browsers", {}, { "X-Svc-API-Key": key });
  expect(poor).toMatchObject({ status: 402, body: { hint: expect.stringContaining("this API key") } });
  expect((await p.call("POST", "/v3/browsers", { proxyCountryCode: null })).status).toBe(201);
});

test("concurrent runs share the balance and end with an answer before it is exceeded", async () => {
  const usage = { input: 1_000, output: 0 };
  using model = scriptedModel((asked) => {
    const isLast = asked.last.includes("This is the last turn");
    return isLast
      ? { text: "So far I saw a blank page.", usage }
      : { calls: [call("note", { text: crypto.randomUUID() })], usage };
  });
  using home = serverHome();
  const { baseUrl } = model.config;
  const models = [
    { name: "ours", model: "scripted", baseUrl, provider: "openai", prices: { input: 1_000, output: 0 } },
  ];
  writeFileSync(join(home.path, "models.json"), JSON.stringify({ models }));
  await using p = await served({ home: home.path, prices: PRICES }, agentParts(home.path, { commands, read }));
  const { ledger } = p.server.platform;
  const projectId = await p.server.keys.project();
  // Each question costs a dollar; three browsers cost three cents.
  await ledger.setBudget(projectId, nanoOf("14"));
  const made = await Promise.all(
    Array.from({ length: 3 }, () => p.call("POST", "/v3/sessions", { task: "Look around", proxyCountryCode: null })),
  );
  const over = await Promise.all(made.map(({ body }) => ended(p, body.id)));
  for (const one of over) {
    expect(one).toMatchObject({ status: "stopped", isTaskSuccessful: false });
    expect(Number(one.llmCostUsd)).toBeGreaterThanOrEqual(2);
  }
  const { spentNano } = await ledger.limits({ projectId, keyId: null });
  expect(spentNano).toBeLessThanOrEqual(nanoOf("14"));
  expect(spentNano).toBe(over.reduce((sum, { totalCostUsd }) => sum + nanoOf(totalCostUsd), 0));
  expect(over.some(({ endReason }) => endReason.includes("monthly budget of the project is used up"))).toBe(true);
}, 120_000);

test("a killed server charges everything exactly once", async () => {
  using home = serverHome();
  const costs = async (p: Caller) => {
    const { sessions } = (await p.call("GET", "/v3/sessions?page_size=100")).body;
    return sessions.reduce((sum: number, one: Data) => sum + nanoOf(one.totalCostUsd), 0);
  };
  const spent = async (p: Caller) => {
    const { additionalCreditsBalanceUsd } = (await p.call("GET", "/v3/billing/account")).body;
    return nanoOf("100") - nanoOf(additionalCreditsBalanceUsd);
  };
  await using t = await fixture();
  const line = ["--database-url", `sqlite://${home.path}/server/svc.db`];
  await (await agentProcess(home.path, { prices: PRICES })).end("SIGTERM");
  await t.svc("serve", "billing", "credit", "100", ...line);
  for (let kill = 0; kill < 2; kill++) {
    await using p = await agentProcess(home.path, { prices: PRICES });
    for (let n = 0; n < 2; n++) await p.call("POST", "/v3/sessions", { task: "forever", proxyCountryCode: null });
    await until(async () => (await costs(p)) > nanoOf("0.03") * (kill + 1));
    await p.end("SIGKILL");
  }
  await using after = await agentProcess(home.path, { prices: PRICES });
  // A task without actions restarts.
  const { sessions } = (await after.call("GET", "/v3/sessions")).body;
  for (const { id } of sessions) await after.call("POST", `/v3/sessions/${id}/stop`, {});
  for (const { id } of sessions) await ended(after, id);
  expect(await spent(after)).toBe(await costs(after));
}, 120_000);

test("serve billing adds credits and sets budgets of a running server", async () => {
  await using p = await served({ prices: PRICES }, scripted({ forever }));
  await using t = await fixture();
  const line = ["--database-url", `sqlite://${p.home}/server/svc.db`];
  const svc = (...words: string[]) => t.svc("serve", "billing", ...line, ...words);
  const { key, record } = await p.server.keys.create(await p.server.keys.project(), "ci");
  // Keys of the same millisecond have any order.
  const ci = (budgetUsd: string | null) => expect.arrayContaining([expect.objectContaining({ name: "ci", budgetUsd })]);
  expect(await svc()).toMatchObject({ creditsUsd: null, budgetUsd: null, spentUsd: "0", keys: ci(null) });
  expect(await svc("credit", "25", "--note", "invoice 7")).toMatchObject({ creditsUsd: "25" });
  expect(await svc("credit", "--", "-24.5")).toMatchObject({ creditsUsd: "0.5" });
  expect(await svc("budget", "100")).toMatchObject({ budgetUsd: "100" });
  expect(await svc("budget", "0.02", "--key", record.start)).toMatchObject({ keys: ci("0.02") });
  const asCi = { "X-Svc-API-Key": key };
  expect((await p.call("GET", "/v3/billing/account", undefined, asCi)).body).toMatchObject({
    ...{ totalCreditsBalanceUsd: 0.02, monthlyCreditsBalanceUsd: 0.02, additionalCreditsBalanceUsd: 0.5 },
  });
  expect((await p.call("POST", "/v3/browsers", { proxyCountryCode: null }, asCi)).status).toBe(201);
  const text = await t.text("serve", "billing", ...line);
  expect(text).toMatch(/^credits left: \$0\.49\nmonthly budget: \$100\nspent in \d{4}-\d\d \(UTC\): \$0\.01\n\nKEY /);
  expect(text).toMatch(/\$0\.01 +\$0\.02 +[0-9a-f-]{36} +ci$/m);
  expect(await svc("credit", "none")).toMatchObject({ creditsUsd: null, budgetUsd: "100" });
  expect(await svc("budget", "none", "--key", record.id)).toMatchObject({ keys: ci(null) });
  const { audit } = await t.svc("serve", "keys", "audit", ...line);
  expect(audit.map(({ action, target }: Data) => `${action} ${target}`)).toContain("billing.credit $25, invoice 7");
  for (const line of [
    ["credit"],
    ["credit", "much"],
    ["budget", "--", "-1"],
    ["show", "5"],
    ["credit", "5", "--key", record.id],
  ])
    expect(await t.fails("serve", "billing", ...line)).toMatchObject({ code: "usage" });
  expect(await t.fails("serve", "billing", "budget", "5", "--key", "nobody")).toMatchObject({ code: "not_found" });
});
