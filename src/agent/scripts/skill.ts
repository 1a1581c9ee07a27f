/** What a skill is to an agent: a script with parameters that did a task before, and a schema that its output fits. Pure. */
import { misfit } from "../../extract/fits.ts";
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
  /** What calls name it by. */
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly SkillParameter[];
  /** JavaScript over the tools of the agent, with `params`. */
  readonly script: string;
  readonly schema: JsonObject;
}

export interface ParameterFault {
  readonly name: string;
  readonly why: string;
}

/** The parameters with their defaults, or each fault of them. */
export function parametersOf(
  declared: readonly SkillParameter[],
  given: Readonly<Record<string, unknown>>,
): { values: Record<string, unknown> } | { faults: ParameterFault[] } {
  const faults: ParameterFault[] = [];
  const values: Record<string, unknown> = {};
  for (const { name, type, required, default: fallback } of declared) {
    const value = given[name] ?? fallback ?? undefined;
    if (value === undefined) {
      if (required) faults.push({ name, why: "Field required" });
    } else if (typeOf(value) === (type === "cookie" ? "string" : type)) values[name] = value;
    else faults.push({ name, why: `Input should be of type ${type}` });
  }
  const known = declared.map(({ name }) => name);
  for (const name of Object.keys(given))
    if (!known.includes(name))
      faults.push({ name, why: `Unknown parameter. The parameters are: ${known.join(", ") || "none"}` });
  return faults.length > 0 ? { faults } : { values };
}

function typeOf(value: unknown): string {
  return Array.isArray(value) ? "array" : typeof value;
}

/** Why what a script returned is no output of the skill; undefined where it is one. */
export function outputFault(value: unknown, schema: JsonObject | undefined): string | undefined {
  if (isEmpty(value)) return "the script returned nothing";
  return schema && misfit(value, schema);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === "") return true;
  return typeof value === "object" && Object.values(value).every(isEmpty);
}

/** All skills as one tool: each costs every turn its tokens. */
export function skillTool(skills: readonly Skill[]): ToolSpec {
  const lines = skills.map(({ name, description, parameters }) => {
    const told = parameters.map(({ name, type, required }) => `${name}${required ? "" : "?"}: ${type}`);
    return `${name}(${told.join(", ")}): ${description}`;
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
