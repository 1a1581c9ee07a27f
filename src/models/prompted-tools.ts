/**
 * Tools for models without tool support: the prompt describes them, and calls are parsed from the text. Also parses calls that other
 * models write into their text by mistake.
 */
import { jsonIn } from "./json.ts";
import type { ToolCall, ToolResult, ToolSpec } from "./model.ts";
import type { WireCall } from "./wire.ts";

export function describeTools(tools: readonly ToolSpec[]): string {
  const list = tools.map(
    ({ name, description, schema }) => `## ${name}\n${description}\nArguments (JSON Schema): ${JSON.stringify(schema)}`,
  );
  return [
    "# Tools",
    'To call tools, answer with JSON of this form, and with nothing after it: {"calls":[{"name":"…","arguments":{…}}]}',
    "Their results come with the next message.",
    ...list,
  ].join("\n\n");
}

export function formatCalls(calls: readonly ToolCall[]): string {
  if (calls.length === 0) return "";
  return JSON.stringify({ calls: calls.map(({ name, args }) => ({ name, arguments: args })) });
}

export function formatResults(results: readonly ToolResult[]): string {
  return results.map(({ name, text }) => `Result of ${name}:\n${text}`).join("\n\n");
}

interface ParsedCalls {
  calls: WireCall[];
  /** The text around the calls. */
  text: string;
}

/** The calls of known tools in a text; undefined when there is none. */
export function parseCalls(text: string, tools: readonly ToolSpec[]): ParsedCalls | undefined {
  const known = new Set(tools.map(({ name }) => name));
  const isCall = (value: unknown) => callsOf(value).some(({ name }) => known.has(name));
  const marked = [...text.matchAll(/<tool_call>\s*([\s\S]*?)\s*(?:<\/tool_call>|$)/g)];
  if (marked.length > 0) {
    const calls = marked
      .flatMap(([, one = ""]) => callsOf(jsonIn(one, isCall)?.value))
      .filter(({ name }) => known.has(name));
    const [first] = marked;
    if (calls.length > 0) return { calls, text: text.slice(0, first?.index).trim() };
  }
  const found = jsonIn(text, isCall);
  if (!found || !isCall(found.value)) return undefined;
  return {
    calls: callsOf(found.value),
    text: text
      .slice(0, found.at)
      .replace(/```(?:json)?\s*$/, "")
      .trim(),
  };
}

/** Calls in each of the common formats. */
function callsOf(value: unknown): WireCall[] {
  if (Array.isArray(value)) return value.flatMap(callsOf);
  if (typeof value !== "object" || value === null) return [];
  const one = value as Record<string, unknown>;
  const list = one.calls ?? one.tool_calls;
  if (Array.isArray(list)) return list.flatMap(callsOf);
  if (typeof one.function === "object") return callsOf(one.function);
  const name = [one.name, one.tool, one.tool_name, one.function].find((given) => typeof given === "string");
  if (name === undefined) return [];
  const given = one.arguments ?? one.args ?? one.parameters ?? one.input ?? {};
  return [{ id: "", name: String(name), input: typeof given === "string" ? given : JSON.stringify(given) }];
}
