/** Secrets of skills: scripts and models know only their names, and they are not stored. */

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Conversation } from "../../models/conversation.ts";
import { call, type Turn } from "../../models/server.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { handIn, isDrafting, skillFixture } from "./skill-fixture.ts";

test("a password is typed in demonstration, verification and runs, and appears nowhere", async () => {
  const posted: string[] = [];
  const page = `<title>In</title><form method="post" action="/"><label>Password <input type="password" name="p"></label><button>Go</button></form>`;
  using at = localServer(async (request) => {
    if (request.method === "POST") posted.push(await request.text());
    const body = request.method === "POST" ? "<h1>Your balance: 42.17 EUR</h1>" : page;
    return htmlResponse(body);
  });
  const agent = ({ turns }: Conversation): Turn =>
    [
      call("open", { url: at.url.href }),
      call("type", { label: "Password", text: "<secret>pin</secret>" }),
      call("click", { role: "button", name: "Go" }),
      call("done", { success: true, output: "42.17 EUR", evidence: "Your balance: 42.17 EUR" }),
    ][turns] ?? "none";
  const script = `await open({ url: ${JSON.stringify(at.url.href)} });
    await type({ label: "Password", text: "<secret>pin</secret>" });
    await click({ role: "button", name: "Go" });
    return (await extract({ schema: '{"balance":"h1"}' })).result`;
  const output_schema = { type: "object", properties: { balance: { type: "string" } }, required: ["balance"] };
  await using t = await skillFixture((asked) =>
    isDrafting(asked) ? handIn(script, { parameters: [], output_schema }) : agent(asked),
  );
  const { p, model } = t;
  const secrets = { pin: "hunter2-4711" };
  const skill = await t.made({ goal: "My balance", agentPrompt: `Read the balance on ${at.url}`, secrets });
  expect(skill).toMatchObject({ status: "finished", parameters: [] });
  expect(posted).toEqual(["p=hunter2-4711", "p=hunter2-4711"]);
  const run = await p.call("POST", `/v2/skills/${skill.id}/execute`, { secrets: { pin: "another-0815" } });
  expect(run.body).toMatchObject({ success: true, result: { balance: "Your balance: 42.17 EUR" } });
  expect(posted.at(-1)).toBe("p=another-0815");
  // Without the secret nothing runs, and no agent heals the script.
  const asked = model.requests.length;
  const feedback = "Give the balance alone, please";
  for (const [end, body] of [
    ["execute", {}],
    ["refine", { feedback, secrets: { other: "x" } }],
  ] as const) {
    const without = await p.call("POST", `/v2/skills/${skill.id}/${end}`, body);
    expect(without.status).toBe(422);
    expect(without.body.detail).toMatchObject([{ loc: ["body", "secrets", "pin"], msg: "Field required" }]);
  }
  expect(model.requests).toHaveLength(asked);
  await p.call("POST", `/v2/skills/${skill.id}/refine`, { feedback, secrets });
  expect(await t.settled(skill.id)).toMatchObject({ status: "finished", currentVersion: 2, reason: null });
  expect(posted.at(-1)).toBe("p=hunter2-4711");
  expect(JSON.stringify(model.requests)).not.toMatch(/hunter2|another-/);
  const { sql } = p.server.platform.agents.records.database;
  const rows = [
    await sql`select * from skill_versions`,
    await sql`select * from tasks`,
    await sql`select * from messages`,
  ];
  expect(JSON.stringify(rows)).not.toMatch(/hunter2|another-/);
  for (const file of ["svc.db", "svc.db-wal"])
    expect(readFileSync(join(p.home, "server", file)).includes("hunter2")).toBe(false);
});
