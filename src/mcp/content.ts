/**
 * Converts an outcome to the result of a tool call: text as in a terminal, data as structured content, images as images.
 * The caller supplies the functions that format text.
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import { untrusted } from "../lib/boundary.ts";
import type { Outcome } from "../outcome.ts";
import type { Tool } from "../tools/tool.ts";
import { hintOf, toolWords, withToolNames } from "../tools/words.ts";

/** Formats outcomes as text. */
export interface Reading {
  /** Content boundaries for one result, if requested. */
  boundary(): string | undefined;
  /** The text of an outcome, as a terminal shows it. */
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
    const failed = { ...outcome, error: { ...error, ...hintOf(hint, tools) } };
    const structuredContent = { ...failed.error, ...beside };
    return { content: [{ type: "text", text: render(failed) }], structuredContent, isError: true };
  }
  const picture = pictureOf(outcome.data);
  if (picture) return pictureAnswer(outcome, picture, render);
  return {
    content: [{ type: "text", text: withToolNames(render(outcome), tools) }],
    structuredContent: { ...terse(outcome.data), ...spokenHint(outcome.data, tools), ...beside },
  };
}

/** The hint of a successful result. */
function spokenHint(data: { hint?: unknown }, tools: readonly Tool[]): { hint?: string } {
  return typeof data.hint === "string" ? { hint: toolWords(data.hint, tools) } : {};
}

/** The changes without `elements`: the tree has the same facts, and several clients show a model only structured content. */
function terse(data: { changes?: { elements?: unknown } }): object {
  if (!data.changes) return data;
  const { elements: _, ...changes } = data.changes;
  return { ...data, changes };
}

interface Picture {
  data: string;
  mimeType: string;
  /** The other fields of the data. */
  facts: Record<string, unknown>;
}

function pictureOf(data: object): Picture | undefined {
  const { screenshot, format, ...facts } = data as Record<string, unknown>;
  if (typeof screenshot !== "string" || typeof format !== "string") return undefined;
  return { data: screenshot, mimeType: `image/${format}`, facts: { ...facts, format } };
}

/**
 * Has no structured content: several clients then show a model only that, and drop the image
 * (anthropics/claude-code#54737, anomalyco/opencode#32868).
 */
function pictureAnswer(
  outcome: Outcome & { ok: true },
  { data, mimeType, facts }: Picture,
  render: (outcome: Outcome) => string,
): CallToolResult {
  // The text of the command contains the image as base64; it is left out here.
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
