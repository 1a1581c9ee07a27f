/** A version of a skill that was written and not proved yet: how a model hands it in, and what is wrong with it. */
import { scriptFault } from "../../agent/scripts/script.ts";
import { parametersOf } from "../../agent/scripts/skill.ts";
import type { ToolSpec } from "../../models/model.ts";
import type { StoredParameter } from "../store/records/skills.ts";

export const CATEGORIES = [
  ...["search", "e_commerce", "financial", "news", "real_estate", "social_media", "travel", "marketplace"],
  ...["lead_generation", "seo", "jobs", "developer", "media", "automation", "integration", "other"],
] as const;

export interface Draft {
  title?: string | undefined;
  description?: string | undefined;
  categories: string[];
  parameters: StoredParameter[];
  /** Values with which the script is proved. */
  example: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  script: string;
}

/** Parameters that are given and not the model's to choose. */
export interface Fixed {
  parameters: StoredParameter[];
  example: Record<string, unknown>;
  outputSchema?: Record<string, unknown> | undefined;
}

const MAX_SCRIPT = 50_000;

const TYPES = ["string", "number", "boolean", "object", "array"] as const;

/** The one tool with which a model hands a draft in. */
export const SKILL_TOOL: ToolSpec = {
  name: "skill",
  description: "Hand the script in",
  schema: {
    type: "object",
    properties: {
      title: { type: "string", description: "A few words" },
      description: { type: "string", description: "What it does, in one sentence" },
      categories: { type: "array", items: { type: "string", enum: CATEGORIES } },
      parameters: {
        type: "array",
        description: "What differs from run to run",
        items: {
          type: "object",
          properties: {
            name: { type: "string", description: "In camelCase: params.name in the script" },
            type: { type: "string", enum: TYPES },
            required: { type: "boolean" },
            description: { type: "string" },
            example: { description: "The value that the recording used" },
          },
          required: ["name", "type", "example"],
        },
      },
      output_schema: { type: "object", description: "JSON Schema of what the script returns" },
      script: { type: "string", description: "Body of an async function" },
    },
    required: ["parameters", "output_schema", "script"],
  },
};

/** The draft, or what is wrong with it in words for the model. */
export async function draftOf(
  args: Readonly<Record<string, unknown>>,
  fixed: Fixed | undefined,
): Promise<{ draft: Draft } | { fault: string }> {
  const { title, description, script } = args;
  if (typeof script !== "string" || script.trim() === "") return { fault: "script: expected JavaScript as a text" };
  if (script.length > MAX_SCRIPT) return { fault: `script: it is longer than ${MAX_SCRIPT} characters` };
  const outputSchema = fixed?.outputSchema ?? objectOf(args.output_schema);
  if (!outputSchema) return { fault: "output_schema: expected a JSON Schema: an object" };
  const named = fixed ?? parametersIn(args.parameters);
  if ("fault" in named) return named;
  const { parameters, example } = named;
  const fault = faultOf(script, parameters) ?? (await scriptFault(script));
  if (fault !== undefined) return { fault };
  const known: readonly string[] = CATEGORIES;
  const draft = {
    title: typeof title === "string" ? title.slice(0, 100) : undefined,
    description: typeof description === "string" ? description.slice(0, 1_000) : undefined,
    categories: [args.categories ?? []].flat().filter((one): one is string => known.includes(String(one))),
    ...{ parameters, example, outputSchema, script },
  };
  return { draft };
}

function faultOf(script: string, parameters: readonly StoredParameter[]): string | undefined {
  if (/\bindex\s*:\s*\d/.test(script))
    return "script: an element is named by its number, which means nothing in another run. Use role and name, text or label";
  const unused = parameters.find(
    ({ name }) =>
      !new RegExp(`\\bparams\\b[^\\n]*\\b${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\}\\s*=\\s*params`).test(script),
  );
  return unused && `script: it does not use the parameter ${unused.name}`;
}

function parametersIn(given: unknown): Omit<Fixed, "outputSchema"> | { fault: string } {
  const example: Record<string, unknown> = {};
  const parameters: StoredParameter[] = [];
  for (const one of Array.isArray(given) ? given : []) {
    const { name, type, required, description, example: value, default: fallback } = objectOf(one) ?? {};
    if (typeof name !== "string" || !/^[A-Za-z_]\w{0,63}$/.test(name))
      return { fault: `parameters: ${JSON.stringify(name)} is no name in camelCase` };
    if (parameters.some((other) => other.name === name))
      return { fault: `parameters: there are two of the name ${name}` };
    const known = TYPES.find((other) => other === type);
    if (!known) return { fault: `parameters: the type of ${name} is none of ${TYPES.join(", ")}` };
    parameters.push({
      ...{ name, type: known, required: required !== false },
      description: typeof description === "string" ? description : null,
      ...(fallback === undefined ? {} : { default: fallback }),
    });
    if (value !== undefined && value !== null) example[name] = value;
  }
  const checked = parametersOf(parameters, example);
  if ("values" in checked) return { parameters, example };
  return { fault: checked.faults.map(({ name, why }) => `parameters: the example of ${name}: ${why}`).join("; ") };
}

/** Also where a model wrote it as text. */
function objectOf(value: unknown): Record<string, unknown> | undefined {
  if (typeof value === "string" && value.trim().startsWith("{")) {
    try {
      return objectOf(JSON.parse(value));
    } catch {
      return undefined;
    }
  }
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}
