/** A draft is an unverified version of a skill, submitted by a model through a tool call. Defines the tool and validates the draft. */
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
  /** Parameter values of the verification run. */
  example: Record<string, unknown>;
  outputSchema: Record<string, unknown>;
  script: string;
}

/** Parameters and schema that the model must not change. */
export interface FixedParameters {
  parameters: StoredParameter[];
  example: Record<string, unknown>;
  outputSchema?: Record<string, unknown> | undefined;
}

const MAX_SCRIPT = 50_000;

const TYPES = ["string", "number", "boolean", "object", "array"] as const;

/** The tool by which a model submits a draft. */
export const SKILL_TOOL: ToolSpec = {
  name: "skill",
  description: "Submit the script",
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

/** The validated draft, or a fault: an error message for the model. */
export async function draftOf(
  args: Readonly<Record<string, unknown>>,
  fixed: FixedParameters | undefined,
): Promise<{ draft: Draft } | { fault: string }> {
  const { title, description, script } = args;
  if (typeof script !== "string" || script.trim() === "") return { fault: "script: expected JavaScript as a string" };
  if (script.length > MAX_SCRIPT) return { fault: `script: longer than ${MAX_SCRIPT} characters` };
  const outputSchema = fixed?.outputSchema ?? objectOf(args.output_schema);
  if (!outputSchema) return { fault: "output_schema: expected a JSON Schema object" };
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
    return "script: an element is addressed by index, which changes between runs. Use role and name, text or label";
  const unused = parameters.find(
    ({ name }) =>
      !new RegExp(`\\bparams\\b[^\\n]*\\b${name}\\b|\\{[^}]*\\b${name}\\b[^}]*\\}\\s*=\\s*params`).test(script),
  );
  return unused && `script: does not use the parameter ${unused.name}`;
}

function parametersIn(value: unknown): Omit<FixedParameters, "outputSchema"> | { fault: string } {
  const example: Record<string, unknown> = {};
  const parameters: StoredParameter[] = [];
  for (const one of Array.isArray(value) ? value : []) {
    const fields = objectOf(one) ?? {};
    const parameter = parameterOf(fields);
    if ("fault" in parameter) return parameter;
    const { name } = parameter;
    if (parameters.some((other) => other.name === name)) return { fault: `parameters: duplicate name ${name}` };
    parameters.push(parameter);
    if (fields.example !== undefined && fields.example !== null) example[name] = fields.example;
  }
  const checked = parametersOf(parameters, example);
  if ("values" in checked) return { parameters, example };
  return { fault: checked.faults.map(({ name, why }) => `parameters: the example of ${name}: ${why}`).join("; ") };
}

function parameterOf(fields: Record<string, unknown>): StoredParameter | { fault: string } {
  const { name, type, required, description, default: fallback } = fields;
  if (typeof name !== "string" || !/^[A-Za-z_]\w{0,63}$/.test(name))
    return { fault: `parameters: ${JSON.stringify(name)} is not a camelCase name` };
  const known = TYPES.find((other) => other === type);
  if (!known) return { fault: `parameters: the type of ${name} must be one of ${TYPES.join(", ")}` };
  return {
    ...{ name, type: known, required: required !== false },
    description: typeof description === "string" ? description : null,
    ...(fallback === undefined ? {} : { default: fallback }),
  };
}

/** The value as an object. Accepts JSON text, which some models send instead. */
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
