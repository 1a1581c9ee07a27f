/**
 * An outcome as a tool's answer: text as a terminal shows it, data as structured content, pictures as pictures. Knows no
 * command; how text reads is handed in.
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { untrusted } from "../lib/boundary.ts";
import type { Outcome } from "../outcome.ts";
import type { Tool } from "../tools/tool.ts";
import { hintOf, spoken, toolWords } from "../tools/words.ts";

/** How outcomes read. */
export interface Reading {
  /** The fence around one answer, where one is asked for. */
  boundary(): string | undefined;
  /** What an outcome prints. */
  render(outcome: Outcome, boundary?: string): string;
}

export function answer(outcome: Outcome, reading: Reading, tools: readonly Tool[]): CallToolResult {
  const { events } = outcome;
  const boundary = reading.boundary();
  const render = (one: Outcome) => reading.render(one, boundary);
  const mark = boundary === undefined ? {} : { untrusted: untrusted(boundary) };
  const beside = { ...mark, ...(events === undefined ? {} : { events }) };
  if (!outcome.ok) {
    const { hint, ...error } = outcome.error;
    const told = { ...outcome, error: { ...error, ...hintOf(hint, tools) } };
    const structuredContent = { ...told.error, ...beside };
    return { content: [{ type: "text", text: render(told) }], structuredContent, isError: true };
  }
  const picture = pictureOf(outcome.data);
  if (picture) return pictureAnswer(outcome, picture, render);
  return {
    content: [{ type: "text", text: spoken(render(outcome), tools) }],
    structuredContent: { ...terse(outcome.data), ...spokenHint(outcome.data, tools), ...beside },
  };
}

/** The hint of an answer that is no failure. */
function spokenHint(data: { hint?: unknown }, tools: readonly Tool[]): { hint?: string } {
  return typeof data.hint === "string" ? { hint: toolWords(data.hint, tools) } : {};
}

/** What an action changed, without its elements: the tree says the same, and several clients show a model this alone. */
function terse(data: { changes?: { elements?: unknown } }): object {
  if (!data.changes) return data;
  const { elements: _, ...changes } = data.changes;
  return { ...data, changes };
}

interface Picture {
  data: string;
  mimeType: string;
  /** What the data says besides. */
  facts: Record<string, unknown>;
}

function pictureOf(data: object): Picture | undefined {
  const { screenshot, format, ...facts } = data as Record<string, unknown>;
  if (typeof screenshot !== "string" || typeof format !== "string") return undefined;
  return { data: screenshot, mimeType: `image/${format}`, facts: { ...facts, format } };
}

/**
 * Without structured content: several clients show a model that alone where there is any, and the picture would be lost
 * (anthropics/claude-code#54737, anomalyco/opencode#32868).
 */
function pictureAnswer(
  outcome: Outcome & { ok: true },
  { data, mimeType, facts }: Picture,
  render: (outcome: Outcome) => string,
): CallToolResult {
  // The picture in letters is what the command prints where there is nothing else to print it with.
  const isPictureAlone = "size" in facts;
  const { size, width, height, format } = facts;
  const shown = JSON.stringify({ size_bytes: size, viewport: { width, height }, format });
  const text = render(isPictureAlone ? { ...outcome, text: shown } : outcome);
  return {
    content: [
      { type: "text", text },
      { type: "image", data, mimeType },
    ],
  };
}
