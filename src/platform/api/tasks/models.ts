/** The language models that the operator has configured: the same in both versions. An addition of this server. */
import type { OfferedModel } from "../../../models/offered.ts";
import { endpoint, VERSIONS } from "../http/endpoint.ts";
import { decimal, integer, orNull } from "../http/fields.ts";
import { z } from "../http/hono.ts";

const ModelPrices = z
  .object({ input: decimal(), cachedInput: decimal(), output: decimal() })
  .openapi("ModelPrices", { description: "US dollars per million tokens" });

const ModelCapabilities = z
  .object({
    tools: z.boolean(),
    streamedTools: z.boolean(),
    requiredTool: z.boolean().openapi({ description: "It can be made to call a tool" }),
    jsonSchema: z.boolean(),
    vision: z.boolean(),
    usage: z.boolean().openapi({ description: "It tells how many tokens it used; else they are estimated" }),
  })
  .openapi("ModelCapabilities", { description: "What it can do. What it cannot is worked around." });

const ModelView = z
  .object({
    name: z.string().openapi({ description: "What `model` and `llm` take" }),
    provider: z.enum(["openai", "anthropic"]).openapi({ description: "The protocol of its server" }),
    isDefault: z.boolean(),
    isFallback: z.boolean().openapi({ description: "It takes over where another one fails" }),
    contextTokens: integer(),
    prices: orNull(ModelPrices),
    capabilities: orNull(ModelCapabilities).openapi({ description: "Null until it was used for the first time" }),
  })
  .openapi("ModelView");

export const listModels = endpoint({
  versions: VERSIONS,
  tag: "Models",
  method: "get",
  path: "/models",
  id: "listModels",
  summary: "List the language models that this server has",
  description:
    "Their names are what sessions and tasks take. The list is empty where the operator has configured none.",
  status: 200,
  answer: z.object({ items: z.array(ModelView) }).openapi("ModelListResponse"),
  handle({ platform }) {
    return { status: 200, body: { items: platform.models().map(view) } };
  },
});

function view({ prices, capabilities, ...model }: OfferedModel) {
  const { input = 0, cachedInput = input, output = 0 } = prices ?? {};
  const told = { input: amount(input), cachedInput: amount(cachedInput), output: amount(output) };
  return { ...model, prices: prices ? told : null, capabilities: capabilities ?? null };
}

/** No exponent, and no more digits than were given. */
function amount(dollars: number): string {
  return dollars.toFixed(9).replace(/\.?0+$/, "");
}
