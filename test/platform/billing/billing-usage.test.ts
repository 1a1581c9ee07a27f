/** Usage over time, and the export of the ledger. */
import { expect, test } from "bun:test";
import { csvLine } from "../../../src/platform/billing/csv.ts";
import { nanoOf } from "../../../src/platform/billing/money.ts";
import { openDatabase } from "../../../src/platform/store/database/database.ts";
import { type Charge, Ledger } from "../../../src/platform/store/records/ledger.ts";
import { ground, neighbour } from "../api/api-fixture.ts";

const DAY_MS = 86_400_000;
const FIRST = Date.parse("2026-10-01T10:00:00Z");
const SESSIONS = ["0f8fad5b-d9cb-469f-a165-70867728950e", "7c9e6679-7425-40de-944b-e07fc1f90ae7"];

/** Three days of charges in one project, and one in another. */
async function charged() {
  const g = await ground();
  const database = await openDatabase(`sqlite://${g.p.home}/server/svc.db`);
  const ledger = new Ledger(database);
  const projectId = await g.p.server.keys.project();
  const other = await neighbour(g);
  const add = (day: number, set: Partial<Charge> & Pick<Charge, "kind" | "quantity" | "nano">) =>
    database.transaction((tx) => ledger.charge({ projectId, keyId: null, ...set }, tx, FIRST + day * DAY_MS));
  const [one, two] = SESSIONS;
  await add(0, { kind: "tokens", quantity: 1_000, nano: nanoOf("0.5"), sessionId: one, taskId: "t", model: "small" });
  await add(0, { kind: "browser", quantity: 3, nano: nanoOf("0.03"), sessionId: one, browserId: "b" });
  await add(1, { kind: "tokens", quantity: 500, nano: nanoOf("2"), sessionId: two, model: "=large" });
  await add(1, { kind: "tokens", quantity: 1, nano: 1, sessionId: one, model: "small" });
  await add(2, { kind: "proxy", quantity: 1_500_000, nano: 7, browserId: "alone" });
  await add(2, { kind: "tokens", quantity: 99, nano: 99, projectId: other.id });
  await database.close();
  return { g, ledger: g.p.server.platform.ledger, projectId };
}

const USED = {
  tokens: 0,
  browserMinutes: 0,
  proxyUsedMb: "0.000",
  llmCostUsd: "0",
  browserCostUsd: "0",
  proxyCostUsd: "0",
};

test("reports usage of a period by day, model and session", async () => {
  const { g } = await charged();
  await using _ = g;
  const read = async (query: string) =>
    (await g.ask("GET", `/v3/billing/usage?from=2026-10-01&to=2026-10-03${query}`)).body;
  const days = await read("");
  expect(days).toMatchObject({ from: "2026-10-01", to: "2026-10-03", totalItems: 3, pageNumber: 1 });
  expect(days.items).toEqual([
    {
      ...USED,
      group: "2026-10-01",
      tokens: 1_000,
      browserMinutes: 3,
      llmCostUsd: "0.5",
      browserCostUsd: "0.03",
      totalCostUsd: "0.53",
    },
    { ...USED, group: "2026-10-02", tokens: 501, llmCostUsd: "2.000000001", totalCostUsd: "2.000000001" },
    { ...USED, group: "2026-10-03", proxyUsedMb: "1.500", proxyCostUsd: "0.000000007", totalCostUsd: "0.000000007" },
  ]);
  expect(days.totals).toMatchObject({ tokens: 1_501, browserMinutes: 3, totalCostUsd: "2.530000008" });
  const brief = ({ items }: typeof days) =>
    items.map(({ group, totalCostUsd }: (typeof items)[number]) => `${group} ${totalCostUsd}`);
  expect(brief(await read("&by=model"))).toEqual(["=large 2", "small 0.500000001", "null 0.030000007"]);
  expect(brief(await read("&by=session"))).toEqual([
    `${SESSIONS[1]} 2`,
    `${SESSIONS[0]} 0.530000001`,
    "null 0.000000007",
  ]);
  const second = await read("&by=session&pageSize=2&pageNumber=2");
  expect([brief(second), second.totalItems]).toEqual([["null 0.000000007"], 3]);
  const one = (await g.ask("GET", "/v3/billing/usage?from=2026-10-02&to=2026-10-02")).body;
  expect([brief(one), one.totals.totalCostUsd]).toEqual([["2026-10-02 2.000000001"], "2.000000001"]);
  expect((await g.ask("GET", "/v3/billing/usage")).body).toMatchObject({ items: [], totals: { tokens: 0 } });
  expect((await g.ask("GET", "/v3/billing/usage?from=2026-10-02&to=2026-10-01")).status).toBe(422);
  expect((await g.ask("GET", "/v3/billing/usage?from=yesterday")).status).toBe(422);
});

test("exports the ledger as CSV without formulas", async () => {
  const { g, ledger, projectId } = await charged();
  await using _ = g;
  await ledger.credit(projectId, nanoOf("-1.5"), '=HYPERLINK("x"), twice', FIRST + 2 * DAY_MS + 1);
  const url = `${g.p.url}/api/v3/billing/ledger.csv?from=2026-10-01&to=2026-10-03`;
  const response = await fetch(url, { headers: { "X-Svc-API-Key": g.p.key } });
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="ledger-2026-10-01-2026-10-03.csv"');
  const text = await response.text();
  expect(text.endsWith("\r\n")).toBe(true);
  const [header, ...lines] = text.trimEnd().split("\r\n");
  expect(header).toBe("time,kind,session_id,task_id,browser_id,key_id,model,note,quantity,unit,usd");
  expect(lines).toHaveLength(6);
  expect(lines).toContain(`2026-10-01T10:00:00.000Z,tokens,${SESSIONS[0]},t,,,small,,1000,tokens,0.5`);
  expect(lines).toContain(`2026-10-02T10:00:00.000Z,tokens,${SESSIONS[1]},,,,'=large,,500,tokens,2`);
  expect(lines).toContain("2026-10-03T10:00:00.000Z,proxy,,,alone,,,,1500000,bytes,0.000000007");
  expect(lines.at(-1)).toBe(`2026-10-03T10:00:00.001Z,credit,,,,,,"'=HYPERLINK(""x""), twice",0,,-1.5`);
});

test("exports a ledger with more rows than one query reads, each once", async () => {
  await using g = await ground();
  const { ledger } = g.p.server.platform;
  const projectId = await g.p.server.keys.project();
  // Many entries at the same time: a page must not split them.
  for (let n = 0; n < 2_050; n++) await ledger.credit(projectId, n, `n${n}`, FIRST + Math.floor(n / 700));
  const url = `${g.p.url}/api/v3/billing/ledger.csv?from=2026-10-01&to=2026-10-01`;
  const text = await (await fetch(url, { headers: { "X-Svc-API-Key": g.p.key } })).text();
  const notes = text.match(/,n\d+,/g) ?? [];
  expect([notes.length, new Set(notes).size]).toEqual([2_050, 2_050]);
});

test("CSV quotes special characters, and text that starts like a formula", () => {
  expect(csvLine([null, 1, -2, "a b", 'say "x"', "a,b", "a\nb"])).toBe(',1,-2,a b,"say ""x""","a,b","a\nb"\r\n');
  expect(csvLine(["=1+1", "+1", "-x", "@x", "\tx", "\rx", "-1.5"])).toBe(`'=1+1,'+1,'-x,'@x,'\tx,"'\rx",-1.5\r\n`);
});
