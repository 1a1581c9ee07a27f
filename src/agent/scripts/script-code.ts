/** Reads and compiles the code of scripts, and describes their errors. */
import type { QuickJSContext, QuickJSHandle } from "quickjs-emscripten-core";
import { Failure } from "../../errors.ts";

/** How long code may run without a call. */
export const COMPUTE_MS = 1_000;

/** Wraps the code in an async function, as an expression or as a body with `return`; returns the error when neither compiles. */
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

/** The message of a thrown value, with its line. Disposes the handle. */
export function thrownBy(context: QuickJSContext, handle: QuickJSHandle): string {
  const thrown = context.dump(handle) as { name?: string; message?: string; stack?: string } | string;
  handle.dispose();
  if (typeof thrown !== "object") return String(thrown);
  if (thrown.message === "interrupted") return `it computed for more than ${COMPUTE_MS / 1_000} s without a call`;
  const line = thrown.stack?.match(/script\.js:(\d+)/)?.[1];
  return `${thrown.name ?? "Error"}: ${thrown.message ?? JSON.stringify(thrown)}${line ? ` (line ${line})` : ""}`;
}

/** Source of a function that deeply freezes a value. */
export const FREEZE =
  "(function freeze(value) { if (value && typeof value === 'object') { Object.values(value).forEach(freeze); Object.freeze(value); } return value; })";

/** Throws `usage` for a value that is not code. */
export function codeOf(given: unknown): string {
  if (typeof given === "string" && given.trim() !== "") return given;
  throw new Failure("usage", "code: expected JavaScript as a text");
}
