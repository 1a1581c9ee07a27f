/** Endpoint for the configured language models, identical in both versions. Extension of this server. */
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
    requiredTool: z.boolean().openapi({ description: "Can be forced to call a tool" }),
    jsonSchema: z.boolean(),
    vision: z.boolean(),
    usage: z.boolean().openapi({ description: "Reports its token usage; otherwise usage is estimated" }),
  })
  .openapi("ModelCapabilities", { description: "Detected capabilities. Missing ones are emulated." });

const ModelView = z
  .object({
    name: z.string().openapi({ description: "Value for `model` and `llm`" }),
    provider: z.enum(["openai", "anthropic"]).openapi({ description: "Protocol of the model server" }),
    isDefault: z.boolean(),
    isFallback: z.boolean().openapi({ description: "Used when another model fails" }),
    contextTokens: integer(),
    prices: orNull(ModelPrices),
    capabilities: orNull(ModelCapabilities).openapi({ description: "Null until the model is used for the first time" }),
  })
  .openapi("ModelView");

export const listModels = endpoint({
  versions: VERSIONS,
  tag: "Models",
  method: "get",
  path: "/models",
  id: "listModels",
  summary: "List the language models of this server",
  description: "Sessions and tasks accept their names. The list is empty if the operator has configured no model.",
  status: 200,
  answer: z.object({ items: z.array(ModelView) }).openapi("ModelListResponse"),
  handle({ platform }) {
    return { status: 200, body: { items: platform.models().map(view) } };
  },
});

function view({ prices, capabilities, ...model }: OfferedModel) {
  const { input = 0, cachedInput = input, output = 0 } = prices ?? {};
  const amounts = { input: amount(input), cachedInput: amount(cachedInput), output: amount(output) };
  return { ...model, prices: prices ? amounts : null, capabilities: capabilities ?? null };
}

/** Dollars without an exponent and without trailing zeros. */
function amount(dollars: number): string {
  return dollars.toFixed(9).replace(/\.?0+$/, "");
}
