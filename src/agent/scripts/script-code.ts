/** The code of scripts: read, compiled, and what it throws in words. Runs none of it. */
import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { Failure } from "../../errors.ts";

/** How long code may compute without a call. */
export const COMPUTE_MS = 1_000;

/** As the body of an async function: with `return`, or with an expression at the end. */
export function compiledBy(context: QuickJSContext, code: string): { code: string } | { error: string } {
  const asExpression = `(async () => (${code.trim().replace(/;+$/, "")}\n))()`;
  const asBody = `(async () => {${code}\n})()`;
  let error = "it could not be compiled";
  for (const source of [asExpression, asBody]) {
    const compiled = context.evalCode(source, "script.js", { compileOnly: true });
    if (!compiled.error) {
      compiled.value.dispose();
      return { code: source };
    }
    error = thrownBy(context, compiled.error);
  }
  return { error };
}

export function thrownBy(context: QuickJSContext, handle: QuickJSHandle): string {
  const thrown = context.dump(handle) as { name?: string; message?: string; stack?: string } | string;
  handle.dispose();
  if (typeof thrown !== "object") return String(thrown);
  if (thrown.message === "interrupted") return `it computed for more than ${COMPUTE_MS / 1_000} s without a call`;
  const line = thrown.stack?.match(/script\.js:(\d+)/)?.[1];
  return `${thrown.name ?? "Error"}: ${thrown.message ?? JSON.stringify(thrown)}${line ? ` (line ${line})` : ""}`;
}

/** A function that freezes a value with all that it holds. */
export const FREEZE =
  "(function freeze(value) { if (value && typeof value === 'object') { Object.values(value).forEach(freeze); Object.freeze(value); } return value; })";

/** Throws `usage` for what is no code. */
export function codeOf(given: unknown): string {
  if (typeof given === "string" && given.trim() !== "") return given;
  throw new Failure("usage", "code: expected JavaScript as a text");
}
