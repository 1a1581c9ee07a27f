/** The result of an extraction and its text form. */
import type { Declared, Link, Table } from "../page/reading/extraction.ts";
import type { ContentPart } from "./budget.ts";

export interface Extracted {
  query?: string;
  url: string;
  title: string;
  /** Which part of the page: `article`, `main`, `page` or `selector`. */
  source?: string;
  markdown?: string;
  text?: string;
  tables?: Table[];
  links?: Link[];
  declared?: Declared[];
  /** The result of a schema or a model. */
  result?: unknown;
  model?: string;
  usage?: { input?: number; output?: number };
  cut?: ContentPart;
  /** The page has more elements than are read. */
  partial?: true;
}

export function linkLine({ text: label, url, where }: Link): string {
  return `- [${label.replace(/[[\]]/g, "\\$&")}](${url})${where === "main" ? "" : ` (${where})`}`;
}

export function rowLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`;
}

function tableText({ caption, columns, rows }: Table): string {
  const lines = [
    rowLine(columns),
    rowLine(columns.map(() => "---")),
    ...rows.map((row) => rowLine(columns.map((one) => row[one] ?? ""))),
  ];
  return `${caption === undefined ? "" : `**${caption}**\n\n`}${lines.join("\n")}`;
}

function bodyOf(data: Extracted): string {
  if ("result" in data) return typeof data.result === "string" ? data.result : JSON.stringify(data.result, null, 2);
  if (data.links) return data.links.map(linkLine).join("\n") || "no links";
  if (data.tables) return data.tables.map(tableText).join("\n\n") || "no tables";
  if (data.declared) return JSON.stringify(data.declared.length === 1 ? data.declared[0] : data.declared, null, 2);
  return data.markdown || data.text || "(nothing to read)";
}

/** The text form of the result. */
export function extractedText(data: Extracted): string {
  const { cut, partial, model } = data;
  const notes: string[] = [];
  if (cut && model !== undefined)
    notes.push(
      `… the model saw page ${cut.page} of ${cut.pages}: give it more with --max-tokens <n>, less with --selector <css>.`,
    );
  else if (cut) {
    const next = cut.page < cut.pages ? `--page ${cut.page + 1}, ` : "";
    notes.push(
      `… page ${cut.page} of ${cut.pages}. See more with ${next}--max-tokens <n>, or less with --selector <css>.`,
    );
  }
  if (partial) notes.push("… the page has more elements than are read: choose a part with --selector <css>.");
  return [bodyOf(data), ...notes].join("\n\n");
}
