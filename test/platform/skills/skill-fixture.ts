/** A shop, a scripted model, and a server with both, for tests of skills. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commands } from "../../../src/commands/index.ts";
import { agentParts } from "../../../src/platform/agents/runs/parts.ts";
import type { ServerOptions } from "../../../src/platform/serve-options.ts";
import type { Data } from "../../fixture.ts";
import type { Conversation } from "../../models/conversation.ts";
import { call, type ScriptedCall, type ScriptedServer, scriptedModel, type Turn } from "../../models/server.ts";
import { htmlResponse, localServer } from "../../support/server.ts";
import { until } from "../../support/until.ts";
import { read } from "../agents/agents.ts";
import { serverHome } from "../process.ts";
import { served, type TestPlatform } from "../served.ts";

export interface Shop extends Disposable {
  url: string;
  host: string;
  /** Label of its button, which can change. */
  button: string;
  /** Received searches. */
  asked: string[];
}

const PRICES: Record<string, string> = { "blue kettle": "12.50 EUR", "red pot": "31.00 EUR" };

export function openShop(): Shop {
  const shop = { button: "Search", asked: [] as string[] };
  const server = localServer(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    const html = (body: string) => htmlResponse(body);
    if (pathname === "/")
      return html(
        `<title>Shop</title><form action="/found"><label>Product <input name="q"></label><button>${shop.button}</button></form>`,
      );
    if (pathname !== "/found") return new Response("nothing here", { status: 404 });
    const product = searchParams.get("q") ?? "";
    shop.asked.push(product);
    const price = PRICES[product];
    return html(
      `<title>Found</title><h1>${price ? product : "Nothing found"}</h1>${price ? `<p class="price">${price}</p>` : ""}`,
    );
  });
  return Object.assign(shop, {
    url: server.url.href,
    host: server.url.host,
    [Symbol.dispose]: () => void server.stop(true),
  });
}

/** True if the model is asked for a script, not for a task. */
export function isDrafting({ system }: Conversation): boolean {
  return system.startsWith("You turn");
}

/** The turns of an agent that looks up a product. */
export function lookUp(shop: Shop, product = "blue kettle"): (asked: Conversation) => Turn {
  return (asked) => {
    const turn = asked.messages.filter(({ role }) => role === "assistant").length;
    const turns: ScriptedCall[] = [
      call("open", { url: shop.url }),
      call("type", { index: 1, text: product }),
      call("click", { index: 2 }),
      call("extract", { schema: '{"price":".price"}' }),
      call("done", { success: true, output: `It costs ${PRICES[product]}`, evidence: PRICES[product] }),
    ];
    return turns[turn] ?? "no more turns";
  };
}

export function scriptOf(shop: Shop, button = shop.button): string {
  return `await open({ url: ${JSON.stringify(shop.url)} });
    await type({ label: "Product", text: params.product });
    await click({ role: "button", name: ${JSON.stringify(button)} });
    const { result } = await extract({ schema: '{"price":".price"}' });
    print("looked for " + params.product);
    if (!result.price) throw new Error("there is no such product");
    return result;`;
}

export function handIn(script: string, more: object = {}): ScriptedCall {
  return call("skill", {
    title: "Prices",
    description: "The price of a product",
    categories: ["e_commerce", "no such"],
    parameters: [{ name: "product", type: "string", required: true, description: "Its name", example: "blue kettle" }],
    output_schema: { type: "object", properties: { price: { type: "string" } }, required: ["price"] },
    script,
    ...more,
  });
}

export interface SkillFixture extends AsyncDisposable {
  p: TestPlatform;
  model: ScriptedServer;
  /** Creates a skill and waits for the outcome. */
  made(body?: object): Promise<Data>;
  /** Resolves with the skill when no generation runs. */
  settled(id: string): Promise<Data>;
}

export const ASKED = {
  goal: "The price of a product of the shop, by its name",
  agentPrompt: "Look up the price of the blue kettle",
};

/** `turn` is the model. */
export async function skillFixture(
  turn: (asked: Conversation) => Turn | Promise<Turn>,
  options: Partial<ServerOptions> = {},
): Promise<SkillFixture> {
  const model = scriptedModel(turn);
  const home = serverHome();
  writeModels(home.path, model);
  const p = await served({ home: home.path, ...options }, agentParts(home.path, { commands, read }));
  const settled = async (id: string) => {
    let skill: Data;
    await until(async () => {
      skill = (await p.call("GET", `/v2/skills/${id}`)).body;
      return skill.status !== "recording" && skill.status !== "generating";
    });
    return skill;
  };
  return {
    p,
    model,
    settled,
    async made(body = {}) {
      const reply = await p.call("POST", "/v2/skills", { ...ASKED, ...body });
      if (reply.status !== 202) throw new Error(`no skill: ${reply.status} ${JSON.stringify(reply.body)}`);
      return await settled(reply.body.id);
    },
    async [Symbol.asyncDispose]() {
      await p[Symbol.asyncDispose]();
      home[Symbol.dispose]();
      model[Symbol.dispose]();
    },
  };
}

export function writeModels(home: string, { config }: ScriptedServer): void {
  const prices = { input: 1, output: 10 };
  const models = [{ name: "ours", model: "scripted", baseUrl: config.baseUrl, provider: "openai", prices }];
  writeFileSync(join(home, "models.json"), JSON.stringify({ models }));
}
