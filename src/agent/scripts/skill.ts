/** Skills as an agent uses them: saved scripts with parameters and an output schema. */
import { schemaError } from "../../extract/fits.ts";
import type { JsonObject } from "../../extract/schema.ts";
import type { ToolSpec } from "../../models/model.ts";

export type ParameterType = "string" | "number" | "boolean" | "object" | "array" | "cookie";

export interface SkillParameter {
  readonly name: string;
  readonly type: ParameterType;
  readonly required: boolean;
  readonly description?: string | null | undefined;
  readonly default?: unknown;
  readonly cookieDomain?: string | null | undefined;
}

export interface Skill {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly SkillParameter[];
  /** JavaScript over the tools of the agent; it reads its parameters from `params`. */
  readonly script: string;
  readonly schema: JsonObject;
}

export interface ParameterFault {
  readonly name: string;
  readonly why: string;
}

/** Returns the parameters with their defaults, or all faults. */
export function parametersOf(
  declared: readonly SkillParameter[],
  given: Readonly<Record<string, unknown>>,
): { values: Record<string, unknown> } | { faults: ParameterFault[] } {
  const values = declared.map((one) => ({ ...one, value: given[one.name] ?? one.default ?? undefined }));
  const known = declared.map(({ name }) => name);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  const faults = [
    ...values.flatMap((one) => parameterFault(one, one.value)),
    ...unknown.map((name) => ({ name, why: `Unknown parameter. The parameters are: ${known.join(", ") || "none"}` })),
  ];
  if (faults.length > 0) return { faults };
  return {
    values: Object.fromEntries(values.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]]))),
  };
}

function parameterFault({ name, type, required }: SkillParameter, value: unknown): ParameterFault[] {
  if (value === undefined) return required ? [{ name, why: "Field required" }] : [];
  const expected = type === "cookie" ? "string" : type;
  const actual = Array.isArray(value) ? "array" : typeof value;
  return actual === expected ? [] : [{ name, why: `Input should be of type ${type}` }];
}

/** Why the value of a script is not a valid output of the skill; undefined when it is valid. */
export function outputFault(value: unknown, schema: JsonObject | undefined): string | undefined {
  if (isEmpty(value)) return "the script returned nothing";
  return schema && schemaError(value, schema);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isEmpty);
}

/** One tool for all skills: each tool costs tokens in every turn. */
export function skillTool(skills: readonly Skill[]): ToolSpec {
  const lines = skills.map(({ name, description, parameters }) => {
    const types = parameters.map(({ name, type, required }) => `${name}${required ? "" : "?"}: ${type}`);
    return `${name}(${types.join(", ")}): ${description}`;
  });
  return {
    name: "skill",
    description: `Run a saved script that does such a task, if one fits: it is faster than working step by step. The answer is the script's output. Scripts:\n${lines.join("\n")}`,
    schema: {
      type: "object",
      properties: {
        name: { type: "string", enum: skills.map(({ name }) => name) },
        parameters: { type: "object", description: "By their names" },
      },
      required: ["name", "parameters"],
    },
  };
}
