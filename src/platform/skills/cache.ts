/** Templates of repeated tasks: `@{{value}}` marks a value that differs between repetitions. Pure. */
import { createHash } from "node:crypto";

/** A marked value in a task. */
const MARKED = /@\{\{([\s\S]*?)\}\}/g;

export interface Marked {
  /** The task without marks, for an agent. */
  task: string;
  /** The task with parameter names instead of values. */
  template: string;
  params: Record<string, string>;
}

/** Extracts the marked values of a task. */
export function marked(text: string): Marked {
  const params: Record<string, string> = {};
  const template = text.replace(MARKED, (_, value: string) => {
    const name = `value${Object.keys(params).length + 1}`;
    params[name] = value;
    return `<${name}>`;
  });
  return { task: text.replace(MARKED, "$1"), template, params };
}

export function isMarked(text: string): boolean {
  return new RegExp(MARKED).test(text);
}

/** The cache key: equal for tasks with the same template and output schema. */
export function cacheKey({ template }: Pick<Marked, "template">, schema: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([template, schema ?? null]))
    .digest("hex");
}
