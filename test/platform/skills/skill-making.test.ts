/** Generation of skills: concurrency, cancellation, crashes. */

import { expect, test } from "bun:test";
import type { Data } from "../../fixture.ts";
import { scriptedModel } from "../../models/server.ts";
import { until } from "../../support/until.ts";
import { eachDatabase } from "../databases.ts";
import { serverHome, serverProcess } from "../process.ts";
import {
  ASKED,
  handIn,
  isDrafting,
  lookUp,
  openShop,
  type SkillFixture,
  scriptOf,
  skillFixture,
  writeModels,
} from "./skill-fixture.ts";

/** A promise that the test resolves. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, letGo: resolve };
}

async function begun({ p }: SkillFixture, status: string): Promise<string> {
  const { id } = (await p.call("POST", "/v2/skills", ASKED)).body;
  await until(async () => (await p.call("GET", `/v2/skills/${id}`)).body.status === status);
  return id;
}

async function sessions({ p }: SkillFixture): Promise<Data[]> {
  return (await p.call("GET", "/v3/sessions?page_size=100")).body.sessions;
}

eachDatabase((name, open) => {
  test(`${name}: generates one skill at a time, which can be cancelled and not be deleted`, async () => {
    await using at = await open({ bare: true });
    using shop = openShop();
    const gate = held();
    await using t = await skillFixture(
      async (asked) => {
        if (isDrafting(asked)) return handIn(scriptOf(shop));
        await gate.promise;
        return lookUp(shop)(asked);
      },
      { databaseUrl: at.address },
    );
    const { p } = t;
    const id = await begun(t, "recording");
    const second = await p.call("POST", "/v2/skills", ASKED);
    expect(second).toMatchObject({ status: 400, body: { detail: "Concurrent skill creations are not allowed" } });
    expect((await p.call("DELETE", `/v2/skills/${id}`)).body.detail).toBe(
      "Cannot delete a skill while it is being generated",
    );
    expect((await p.call("POST", `/v2/skills/${id}/execute`, {})).body.detail).toBe("Skill is not finished");
    await until(async () => (await sessions(t)).length === 1);
    const cancelled = await p.call("POST", `/v2/skills/${id}/cancel`);
    expect(cancelled.body).toMatchObject({ status: "cancelled", currentVersion: null, reason: "Cancelled." });
    await until(async () => (await sessions(t)).every(({ status }) => status === "stopped"));
    expect((await p.call("POST", `/v2/skills/${id}/cancel`)).status).toBe(400);
    expect((await p.call("DELETE", `/v2/skills/${id}`)).status).toBe(204);
    gate.letGo();
    expect(await t.made()).toMatchObject({ status: "finished" });
    expect((await p.call("GET", "/v2/skills")).body).toMatchObject({ totalItems: 1, items: [{ status: "finished" }] });
  });
});

test("a failed demonstration yields no skill, with a reason", async () => {
  await using t = await skillFixture(() => ({
    calls: [{ name: "done", args: { success: false, output: "There is no shop", evidence: "" } }],
  }));
  const skill = await t.made();
  expect(skill).toMatchObject({ status: "failed", currentVersion: null });
  expect(skill.reason).toContain("The agent could not do the task.");
  expect((await t.p.call("POST", `/v2/skills/${skill.id}/execute`, {})).status).toBe(400);
});

test("a killed server resumes a generation, and reports an interrupted demonstration", async () => {
  using shop = openShop();
  let isStuck: "drafting" | "agent" | undefined = "drafting";
  using model = scriptedModel(async (asked) => {
    const isStill = isStuck === (isDrafting(asked) ? "drafting" : "agent");
    if (isStill && (isDrafting(asked) || asked.turns === 2)) await Bun.sleep(120_000);
    return isDrafting(asked) ? handIn(scriptOf(shop)) : lookUp(shop)(asked);
  });
  using home = serverHome();
  writeModels(home.path, model);
  const outcome = async (status: string, asksBefore: () => boolean) => {
    await using first = await serverProcess(home.path);
    const { id } = (await first.call("POST", "/v2/skills", ASKED)).body;
    await until(async () => (await first.call("GET", `/v2/skills/${id}`)).body.status === status && asksBefore());
    await first.end("SIGKILL");
    isStuck = undefined;
    await using second = await serverProcess(home.path);
    let skill: Data;
    await until(async () => {
      skill = (await second.call("GET", `/v2/skills/${id}`)).body;
      return skill.status !== "recording" && skill.status !== "generating";
    });
    return skill;
  };
  const drafted = () => model.requests.some(isDrafting);
  expect(await outcome("generating", drafted)).toMatchObject({ status: "finished", currentVersion: 1 });
  expect(shop.asked).toEqual(["blue kettle", "blue kettle"]);
  isStuck = "agent";
  const acted = () => model.requests.filter((asked) => !isDrafting(asked) && asked.turns === 2).length > 1;
  const cut = await outcome("recording", acted);
  expect(cut).toMatchObject({ status: "failed", currentVersion: null });
  expect(cut.reason).toContain("The server that ran the task was killed.");
});

test("ends a generation and its session at the timeout", async () => {
  const gate = held();
  await using t = await skillFixture(
    async () => {
      await gate.promise;
      return "none";
    },
    { skillMs: 3_000 },
  );
  const skill = await t.made();
  expect(skill).toMatchObject({ status: "timed_out", currentVersion: null });
  expect(skill.reason).toContain("Not finished within");
  await until(async () => (await sessions(t)).every(({ status }) => status === "stopped"));
  gate.letGo();
});
