/** Tasks that come again: `@{{value}}` marks what differs from one to the next. Pure. */
import { createHash } from "node:crypto";

/** A value of a task, as callers mark it. */
const MARKED = /@\{\{([\s\S]*?)\}\}/g;

export interface Marked {
  /** The task as an agent reads it. */
  task: string;
  /** The same with names in the place of the values. */
  template: string;
  params: Record<string, string>;
}

/** The values of a task, cut out. */
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

/** The same for tasks that differ in their values alone and are to be answered in the same form. */
export function cacheKey({ template }: Pick<Marked, "template">, schema: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify([template, schema ?? null]))
    .digest("hex");
}
