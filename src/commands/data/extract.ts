import { option, optionOr, positionalOr } from "../../args.ts";
import { command } from "../../command.ts";
import { Failure } from "../../errors.ts";
import { type BudgetPage, CHARS_PER_TOKEN, type ContentPart, linesOf, pageOf, weightOf } from "../../extract/budget.ts";
import { readSchema, type Schema } from "../../extract/schema.ts";
import { type Extracted, extractedText, linkLine, rowLine } from "../../extract/text.ts";
import { readText } from "../../lib/atomic-file.ts";
import { rejectOnAbort } from "../../lib/deadline.ts";
import { openModel } from "../../models/client.ts";
import { chooseModel, keyVariables, MODEL_ENVIRONMENT } from "../../models/registry.ts";
import type { Page } from "../../page/core/page.ts";
import { documentFacts } from "../../page/navigation/navigate.ts";
import { extractFields, extract as extractPage } from "../../page/reading/extract.ts";
import { FILTERS, type Format, type Table } from "../../page/reading/extraction.ts";
import { timeoutFailure } from "../../run-command.ts";
import { integer, jsonOrFile, oneOf, text } from "../../values.ts";

/** What an agent reads without regret, and what a model reads for it. */
const DEFAULT_TOKENS = 4_000;
const MODEL_TOKENS = 30_000;

/** A model thinks for a while; a page that takes longer than a moment hangs. */
const MODEL_MS = 120_000;
const READ_MS = 30_000;

/** A person waits. */
const RETRIES = 1;

/** Queries that are names of what needs no model. */
const WORDS: Record<string, Format> = {
  markdown: "markdown",
  text: "text",
  links: "links",
  link: "links",
  tables: "tables",
  table: "tables",
  json: "json",
};

export const extract = command({
  name: "extract",
  group: "data",
  summary: "Extract data from the page: text, tables, links, fields, or the answer to a question",
  effect: "read",
  needs: "page",
  settles: "page",
  environment: MODEL_ENVIRONMENT,
  environmentNames: keyVariables,
  timeoutMs: MODEL_MS,
  args: {
    query: positionalOr(
      text("query", { nonEmpty: true }),
      undefined,
      "markdown, text, tables, links or json; or a question for a language model",
    ),
    format: option(
      oneOf("markdown", "text", "tables", "links", "json"),
      "Output format without a model; default markdown",
    ),
    schema: option(
      jsonOrFile(),
      `JSON, or a JSON file. CSS selectors: {"title": "h1", "rows": [{"_": "li", "price": ".p@data-price|number"}]}, with the filters ${FILTERS.join(", ")}. Or a JSON Schema (with type or properties) for a model`,
    ),
    selector: option(text("css", { nonEmpty: true }), "Only the content of the elements that match"),
    maxTokens: option(
      integer("n", { min: 100 }),
      `Shorten to about this many tokens (default ${DEFAULT_TOKENS}; ${MODEL_TOKENS} for a model)`,
    ),
    page: optionOr(integer("n", { min: 1 }), 1, "Part to print, if the output was shortened"),
  },
  examples: [
    "extract",
    "extract tables",
    "extract links --selector main",
    'extract --schema \'{"title":"h1","price":".price|number"}\'',
    "extract 'name and price of every product' --schema product.json",
  ],
  async run({ page, args, signal, timeoutMs: wholeMs, home, environment }): Promise<Extracted> {
    const timeoutMs = wholeMs === MODEL_MS ? READ_MS : wholeMs;
    const asked = { ...args, ...wordOf(args.query, args.format) };
    const schema = args.schema === undefined ? undefined : readSchema(schemaText(args.schema));
    check(asked, schema);
    if (schema?.kind === "selectors") {
      const read = async () => ({ ...(await documentFacts(page)), result: await extractFields(page, schema.field) });
      return await within(timeoutMs, read());
    }
    if (asked.query === undefined && schema === undefined) return await readable(page, asked, timeoutMs);
    // Asked before the page is: who has no model is told at once.
    const { config, fallback } = chooseModel(home, environment);
    const { askModel } = await import("../../extract/model.ts");
    const model = openModel(config, { home, environment, fallback, retries: RETRIES });
    const budget = args.maxTokens ?? MODEL_TOKENS;
    const { markdown = "", ...rest } = await readable(
      page,
      { ...asked, format: "markdown", maxTokens: budget },
      timeoutMs,
    );
    const question = {
      query: asked.query,
      schema: schema?.schema,
      content: markdown,
      url: rest.url,
      title: rest.title,
    };
    const answer = await askModel(model, question, signal);
    return { ...(asked.query === undefined ? {} : { query: asked.query }), ...rest, ...answer };
  },
  text: extractedText,
});

interface ExtractArguments {
  query?: string | undefined;
  format?: Format | undefined;
  selector?: string | undefined;
  maxTokens?: number | undefined;
  page: number;
}

/** A query of one word that names a format is that format. */
function wordOf(query: string | undefined, format: Format | undefined): Pick<ExtractArguments, "query" | "format"> {
  const word = query === undefined ? undefined : WORDS[query.toLowerCase()];
  if (word === undefined || (format !== undefined && format !== word)) return { query, format };
  return { query: undefined, format: word };
}

function schemaText(given: string): string {
  return /^\s*[[{]/.test(given) ? given : readText(given);
}

function check({ query, format, selector }: ExtractArguments, schema: Schema | undefined): void {
  const usage = (message: string, hint: string) => new Failure("usage", message, hint);
  if (format !== undefined && (query !== undefined || schema !== undefined))
    throw usage(
      "--format cannot be used with a query or a schema",
      "Leave out --format, or run `svc extract --format <format>` alone.",
    );
  if (schema?.kind !== "selectors") return;
  if (query !== undefined)
    throw usage(
      "a schema of selectors cannot be used with a query",
      "Leave out the query, or give a JSON Schema for a model.",
    );
  if (selector !== undefined)
    throw usage("--selector cannot be used with a schema of selectors", 'Write the selector into the schema, as "_".');
}

/** Reading has a deadline of its own, where the line gives none: that of the command is a model's. */
async function within<T>(timeoutMs: number, reading: Promise<T>): Promise<T> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(timeoutFailure("extract", timeoutMs)), timeoutMs);
  try {
    return await Promise.race([reading, rejectOnAbort(deadline.signal)]);
  } finally {
    clearTimeout(timer);
  }
}

/** What a page says, without a model, cut to the budget. */
async function readable(page: Page, asked: ExtractArguments, timeoutMs: number): Promise<Extracted> {
  const { format = "markdown", selector } = asked;
  const request = { format, ...(selector === undefined ? {} : { selector }) };
  const {
    url,
    title,
    source,
    cut: isPartial,
    ...content
  } = await within(timeoutMs, extractPage(page, request, timeoutMs));
  const budget = (asked.maxTokens ?? DEFAULT_TOKENS) * CHARS_PER_TOKEN;
  const head = { url, title, source };
  const partial = isPartial ? { partial: true as const } : {};
  if (format === "json") return { ...head, declared: content.declared, ...partial };
  if (format === "links") {
    const { items, ...cut } = paged(content.links, (link) => weightOf(linkLine(link)) + 1, budget, asked.page);
    return { ...head, links: items, ...cut, ...partial };
  }
  if (format === "tables") return { ...head, ...pagedTables(content.tables, budget, asked.page), ...partial };
  const { items, ...cut } = paged(
    linesOf(content.text, Math.floor(budget)),
    (line) => weightOf(line) + 1,
    budget,
    asked.page,
  );
  return { ...head, [format]: items.join("\n").trim(), ...cut, ...partial };
}

function paged<T>(items: readonly T[], sizeOf: (item: T) => number, budget: number, page: number): BudgetPage<T> {
  const found = pageOf(items, sizeOf, budget, page);
  if (page > (found.cut?.pages ?? 1))
    throw new Failure(
      "not_found",
      `there is no page ${page}: the result has ${found.cut?.pages ?? 1}`,
      "Leave out --page, or use a smaller number.",
    );
  return found;
}

/** Tables are cut between rows; the rows of one page come with the columns of their table. */
function pagedTables(tables: Table[], budget: number, page: number): { tables: Table[]; cut?: ContentPart } {
  const rows = tables.flatMap((table) => table.rows.map((row) => ({ table, row })));
  const { items, ...cut } = paged(rows, ({ row }) => weightOf(rowLine(Object.values(row))) + 1, budget, page);
  const shown = tables.filter((table) => items.some((item) => item.table === table));
  const withRows = shown.map((table) => ({
    ...table,
    rows: items.flatMap((item) => (item.table === table ? [item.row] : [])),
  }));
  return { tables: withRows, ...cut };
}
