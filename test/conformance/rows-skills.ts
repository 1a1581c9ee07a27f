/** Rows of skills and the marketplace. Learning one takes a while: rows that need a finished one share it. */

import { expect } from "bun:test";
import type { Data } from "../fixture.ts";
import { until } from "../support/until.ts";
import { type Ground, taskOf } from "./fixture.ts";
import { refusal, rowsOf } from "./row.ts";

const ASKED = { title: "Name of the shop", goal: "Tells what the shop is called", agentPrompt: taskOf("title") };

const create = (g: Ground) => g.call("v2", "skills.create", ASKED);

async function finished(g: Ground): Promise<Data> {
  const { id } = await create(g);
  const over = await until(async () => {
    const skill = await g.call("v2", "skills.get", id);
    return !["recording", "generating"].includes(skill.status) && skill;
  }, "the skill");
  expect(over).toMatchObject({ status: "finished" });
  return over;
}

const shared = new WeakMap<Ground, Promise<Data>>();

/** Asked one after the other: a project learns one skill at a time. */
function skill(g: Ground): Promise<Data> {
  const held = shared.get(g) ?? finished(g);
  shared.set(g, held);
  return held;
}

const run = { parameters: {} };

/** A skill for everybody. `isPublic` is an addition: the published API has no call for it. */
async function published(g: Ground): Promise<Data> {
  const { id } = await skill(g);
  return await g.call("v2", "skills.update", id, { isPublic: true });
}

export const skillRows = rowsOf("v2", {
  "skills.create": async (g) => {
    expect((await skill(g)).id).toEqual(expect.any(String));
    expect((await refusal(g.call("v2", "skills.create", { ...ASKED, agentPrompt: "short" }))).status).toBe(422);
  },
  "skills.list": async (g) => {
    const { id } = await skill(g);
    const { items } = await g.call("v2", "skills.list", { pageSize: 100, query: "shop" });
    expect(items.map((one: Data) => one.id)).toContain(id);
  },
  "skills.get": async (g) => {
    expect(await skill(g)).toMatchObject({
      ...{ title: ASKED.title, status: "finished", isEnabled: true, isPublic: false, currentVersion: 1 },
      ...{ parameters: expect.any(Array), outputSchema: expect.any(Object) },
    });
    expect((await refusal(g.call("v2", "skills.get", crypto.randomUUID()))).message).toBe("Skill not found");
  },
  "skills.execute": async (g) => {
    const { id } = await skill(g);
    const executed = await g.call("v2", "skills.execute", id, run);
    expect(executed).toMatchObject({ success: true, latencyMs: expect.any(Number) });
    expect(JSON.stringify(executed.result)).toContain("Blue kettle");
  },
  "skills.executions": async (g) => {
    const { id } = await skill(g);
    await g.call("v2", "skills.execute", id, run);
    const { items } = await g.call("v2", "skills.executions", id, { pageSize: 1 });
    expect(items).toMatchObject([{ skillId: id, status: "completed", success: true, hasOutput: true }]);
  },
  "skills.executionOutput": async (g) => {
    const { id } = await skill(g);
    await g.call("v2", "skills.execute", id, run);
    const { items } = await g.call("v2", "skills.executions", id);
    const { downloadUrl } = await g.call("v2", "skills.executionOutput", id, items[0].id);
    expect(await (await fetch(downloadUrl)).text()).toContain("Blue kettle");
  },
  "skills.update": async (g) => {
    const { id } = await skill(g);
    const title = "What it is called in the shop";
    expect(await g.call("v2", "skills.update", id, { title, categories: ["search"] })).toMatchObject({ title });
    await g.call("v2", "skills.update", id, { title: ASKED.title });
  },
  "skills.refine": async (g) => {
    const { id } = await skill(g);
    expect(await g.call("v2", "skills.refine", id, { feedback: "Tell it in fewer words." })).toEqual({ id });
    await until(async () => (await g.call("v2", "skills.get", id)).status === "finished", "the refined skill");
  },
  "skills.rollback": async (g) => {
    const { id } = await skill(g);
    const { currentVersion } = await g.call("v2", "skills.get", id);
    if (currentVersion === 1) {
      await g.call("v2", "skills.refine", id, { feedback: "Tell it in fewer words." });
      await until(async () => (await g.call("v2", "skills.get", id)).currentVersion === 2, "the refined skill");
    }
    expect(await g.call("v2", "skills.rollback", id)).toMatchObject({ id, currentVersion: 1 });
  },
  "skills.cancel": async (g) => {
    await skill(g);
    const { id } = await g.call("v2", "skills.create", { ...ASKED, agentPrompt: taskOf("slow") });
    expect(await g.call("v2", "skills.cancel", id)).toMatchObject({ id, status: "cancelled" });
    expect((await refusal(g.call("v2", "skills.cancel", id))).status).toBe(400);
  },
  "skills.delete": async (g) => {
    await skill(g);
    const { id } = await g.call("v2", "skills.create", { ...ASKED, agentPrompt: taskOf("slow") });
    expect((await refusal(g.call("v2", "skills.delete", id))).status).toBe(400);
    await g.call("v2", "skills.cancel", id);
    expect(await g.call("v2", "skills.delete", id)).toBeUndefined();
    expect((await refusal(g.call("v2", "skills.get", id))).status).toBe(404);
  },
});

export const marketplaceRows = rowsOf("v2", {
  "marketplace.list": async (g) => {
    const { id } = await published(g);
    const { items } = await g.call("v2", "marketplace.list", { query: "shop", pageSize: 100 });
    expect(items.map((one: Data) => one.id)).toContain(id);
  },
  "marketplace.get": async (g) => {
    const { id, slug } = await published(g);
    expect(await g.call("v2", "marketplace.get", slug)).toMatchObject({ id, slug, isOfficial: false });
    expect((await refusal(g.call("v2", "marketplace.get", "no-such-skill"))).message).toBe("Skill not found");
  },
  "marketplace.clone": async (g) => {
    const { id } = await published(g);
    expect(await g.call("v2", "marketplace.clone", id)).toMatchObject({ clonedFromSkillId: id, status: "finished" });
  },
  "marketplace.execute": async (g) => {
    const { id } = await published(g);
    expect(await g.call("v2", "marketplace.execute", id, run)).toMatchObject({ success: true });
  },
});
