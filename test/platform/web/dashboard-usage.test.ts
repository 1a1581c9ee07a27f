/** Usage in the dashboard: amounts and costs by day, model and session, as a chart, a table and a file. */

import { expect, test } from "bun:test";
import { nanoOf } from "../../../src/platform/billing/money.ts";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import { type Charge, Ledger } from "../../../src/platform/store/records/ledger.ts";
import { type Data, type Fixture, fixture } from "../../fixture.ts";
import { until } from "../../support/until.ts";
import { scripted } from "../agents/agents.ts";
import { served, type TestPlatform } from "../served.ts";
import { click, index, signIn } from "./dashboards.ts";

const DAY_MS = 86_400_000;
const evaluated = async (t: Fixture, expression: string): Promise<Data> => (await t.svc("eval", expression)).result;

/** Writes charges of earlier days directly into the database. */
async function charge(
  p: TestPlatform,
  charges: readonly (Pick<Charge, "kind" | "quantity" | "nano"> & { day: number } & Partial<Charge>)[],
) {
  const database = await openDatabase(`sqlite://${p.home}/server/svc.db`);
  const ledger = new Ledger(database);
  const projectId = await p.server.keys.project();
  for (const { day, ...one } of charges)
    await database.transaction((tx) =>
      ledger.charge({ projectId, keyId: null, ...one }, tx, Date.now() - day * DAY_MS),
    );
  await database.close();
}

/** The rows of the table below the heading, as texts. */
const rowsOf = (heading: string) => `(() => {
  const title = [...document.querySelectorAll("h2")].find((one) => one.textContent === ${JSON.stringify(heading)});
  const table = (title.closest(".card") ?? title.nextElementSibling).querySelector("table");
  return [...table.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent));
})()`;

test("usage shows cost by day, model and session for the chosen period, and the remaining budget", async () => {
  await using p = await served({}, scripted({ look: async () => ({ output: "looked" }) }));
  await using t = await fixture();
  const { id } = (await p.call("POST", "/v3/sessions", { task: "look <b>here</b>", proxyCountryCode: null })).body;
  await until(async () => (await p.call("GET", `/v3/sessions/${id}`)).body.status === "stopped");
  const tokens = { kind: "tokens", quantity: 1_500, nano: nanoOf("0.5"), sessionId: id, model: "large" } as const;
  const gone = crypto.randomUUID();
  await charge(p, [
    { ...tokens, day: 1 },
    { ...tokens, day: 1, model: "<i>small</i>", nano: nanoOf("0.25"), sessionId: gone },
    { day: 40, kind: "proxy", quantity: 2_500_000, nano: nanoOf("3") },
  ]);
  await p.server.platform.ledger.credit(await p.server.keys.project(), nanoOf("25"), null);
  await signIn(t, p.url, p.key);
  await click(t, "link", "Usage");
  await t.svc("wait", "selector", "figure");
  const cards = `[...document.querySelectorAll(".cards .card")].map((one) => one.innerText.split("\\n").map((line) => line.trim()))`;
  const [cost, left, plan] = await evaluated(t, cards);
  expect(cost).toEqual(["Cost", "$0.75", "Language models $0.75"]);
  expect(left).toEqual(["Remaining budget", "$25.00", "$25.00 in credits"]);
  expect(plan[1]).toBe("Self-hosted, prepaid");
  const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
  const days = await evaluated(t, rowsOf("By day"));
  expect(days.find(([day]: string[]) => day === yesterday)?.slice(0, 3)).toEqual([yesterday, "$0.75", "3,000"]);
  expect((await evaluated(t, rowsOf("By model"))).slice(0, 2).map((row: string[]) => row.slice(0, 2))).toEqual([
    ["large", "$0.50"],
    ["<i>small</i>", "$0.25"],
  ]);
  const sessions = await evaluated(t, rowsOf("Sessions by cost"));
  expect(sessions.slice(0, 2).map(([name, cost]: string[]) => `${name} ${cost}`)).toEqual([
    "look <b>here</b> $0.50",
    `Deleted session ${gone.slice(0, 8)} $0.25`,
  ]);
  const bars = `[...document.querySelectorAll("figure g")].map((bar) => bar.querySelector("title").textContent)`;
  expect(await evaluated(t, bars)).toHaveLength(30);
  expect((await evaluated(t, bars)).at(-2)).toBe(`${yesterday}: $0.75`);
  await t.svc("select", await index(t, "combobox", "Data of the chart"), "Tokens");
  await until(async () => (await evaluated(t, bars)).at(-2) === `${yesterday}: 3K`);
  await t.svc("select", await index(t, "combobox", "Period"), "Last 90 days");
  await t.svc("wait", "text", "$3.75");
  expect(await evaluated(t, bars)).toHaveLength(90);
  const [first] = await evaluated(t, rowsOf("Sessions by cost"));
  expect(first.slice(0, 2)).toEqual(["Browsers without a session, purged sessions", "$3.00"]);
  await click(t, "link", "look <b>here</b>");
  await t.svc("wait", "text", "looked");
});

test("usage exports the ledger of the period as CSV, and an empty server explains how to start", async () => {
  await using p = await served();
  await using t = await fixture();
  await signIn(t, p.url, p.key);
  await click(t, "link", "Usage");
  await t.svc("wait", "text", "Nothing was used in this period");
  await t.svc("wait", "text", "Unlimited");
  await charge(p, [{ day: 0, kind: "tokens", quantity: 10, nano: 7, model: "=small" }]);
  await t.svc(
    "eval",
    `void (() => { const real = URL.createObjectURL; URL.createObjectURL = (blob) => {
    window.file = blob.text(); return real.call(URL, blob); }; })()`,
  );
  await click(t, "button", "Export as CSV");
  await until(() => evaluated(t, `typeof window.file === "object"`));
  const lines = (await evaluated(t, "window.file")).trim().split("\n");
  expect(lines[0]).toStartWith("time,kind,session_id");
  expect(lines[1]).toContain("tokens,,,,,'=small");
  expect(lines).toHaveLength(2);
});
