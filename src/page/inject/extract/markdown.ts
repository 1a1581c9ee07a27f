/** Converts the copy of a page to Markdown. Tables are converted by grid.ts, which handles spans and layout tables. */
import { highlightedCodeBlock, strikethrough, taskListItems } from "@joplin/turndown-plugin-gfm";
import TurndownService from "turndown";
import { squash } from "../dom/text.ts";
import { codeText } from "./code.ts";
import { gridOf, isLayout, TABLES, textOfCell } from "./grid.ts";
import { RAISED } from "./plaintext.ts";

const service = new TurndownService({
  headingStyle: "atx",
  codeBlockStyle: "fenced",
  bulletListMarker: "-",
  emDelimiter: "*",
  hr: "---",
});
service.use([highlightedCodeBlock, strikethrough, taskListItems]);

service.addRule("table", {
  filter: (node) => (node as unknown as Element).matches(TABLES),
  replacement: (content, node) => {
    const table = node as unknown as Element;
    return isLayout(table) ? `\n\n${content}\n\n` : `\n\n${tableMarkdown(table)}\n\n`;
  },
});

// One space after the marker instead of three saves tokens.
service.addRule("item", {
  filter: "li",
  replacement: (content, node, { bulletListMarker }) => {
    const item = node as unknown as Element;
    const list = item.parentElement;
    const start = Number(list?.getAttribute("start") ?? 1) || 1;
    const index = list ? [...list.children].filter((one) => one.localName === "li").indexOf(item) : 0;
    const sign = list?.localName === "ol" ? `${start + index}. ` : `${bulletListMarker} `;
    const inner = tidy(content.trim()).replace(/\n(?=.)/g, `\n${" ".repeat(sign.length)}`);
    return inner === "" ? "" : `${sign}${inner}${item.nextElementSibling ? "\n" : ""}`;
  },
});

// The cells of a layout table are paragraphs.
service.addRule("cell", {
  filter: ["td", "th"],
  replacement: (content) => `\n\n${content.trim()}\n\n`,
});

// An image without a description has no text.
service.addRule("picture", {
  filter: "img",
  replacement: (_, node) => {
    const alt = squash((node as unknown as Element).getAttribute("alt") ?? "");
    const source = (node as unknown as Element).getAttribute("src");
    return alt === "" ? "" : source ? `![${alt.replace(/[[\]]/g, "\\$&")}](${source})` : alt;
  },
});

service.addRule("link", {
  filter: (node) => node.nodeName === "A" && node.hasAttribute("href"),
  replacement: (content, node) => {
    const anchor = node as unknown as Element;
    const href = anchor.getAttribute("href") ?? "";
    // A heading that links to itself.
    if (anchor.closest("h1, h2, h3, h4, h5, h6") && isWithinPage(href)) return content;
    return linked(content.trim(), href.replace(/[()]/g, "\\$&"));
  },
});

// Marks exponents: 10 to the sixth is not 106. Not `1st`, and not note marks, which are links.
service.addRule("raised", {
  filter: "sup",
  replacement: (content) => (RAISED.test(content) ? `^${content.trim()}` : content),
});

// Removes empty links and those that only link to their own heading.
service.addRule("emptyLink", {
  filter: (node) =>
    node.nodeName === "A" && /^[\s#¶§\u{1f517}]*$/u.test(node.textContent ?? "") && !node.querySelector("img"),
  replacement: () => "",
});

// Takes the language from the places where highlighters put it.
service.addRule("code", {
  filter: (node) => node.nodeName === "PRE",
  replacement: (_, node) => {
    const pre = node as unknown as Element;
    const code = codeText(pre).replace(/^\n|(?<!\n)\n+$/g, "");
    if (isLineNumbers(pre, code)) return "";
    const classes = `${pre.getAttribute("class") ?? ""} ${pre.querySelector("code")?.getAttribute("class") ?? ""}`;
    const language = /(?:language|lang|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ?? "";
    const fence = "`".repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
    return code.trim() === "" ? "" : `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
  },
});

/** The Markdown of a node of the copy. */
export function markdownOf(node: Element): string {
  return tidy(service.turndown(node as unknown as HTMLElement)).trim();
}

/** A code block, also in a list or a quotation, or superfluous white space. Each run of spaces is tried only once. */
const CODE_OR_SPACE = /^([> ]*)(`{3,})[^`\n]*\n(?:.*\n)*?\1\2$|(?<![^\S\n])[^\S\n]+(?=\n)|\n{3,}/gm;

/** Removes spaces at line ends and repeated empty lines, but not in code. */
function tidy(markdown: string): string {
  return markdown.replace(CODE_OR_SPACE, (found, _, fence) => (fence ? found : found.startsWith("\n") ? "\n\n" : ""));
}

/**
 * A link as Markdown. A link around blocks, such as a product card, cannot be written as one: its heading becomes the
 * link, or else its first line of words, or else its first image.
 */
function linked(content: string, href: string): string {
  if (!content.includes("\n")) return content === "" ? "" : `[${content}](${href})`;
  const blocks = content.split(/\n{2,}/);
  const candidates = [/^#{1,6} /, /^(?!!\[|[|>`-]|\d+\. )/, /^!\[.*\)$/].map((form) =>
    blocks.findIndex((one) => form.test(one)),
  );
  const at = candidates.find((index) => index >= 0);
  const [, sign = "", words = ""] = /^(#{1,6} |)(.*)$/s.exec(blocks[at ?? 0] ?? "") ?? [];
  if (at !== undefined) blocks[at] = `${sign}[${words}](${href})`;
  return `\n\n${blocks.join("\n\n")}\n\n`;
}

function tableMarkdown(table: Element): string {
  const { caption, rows, headers } = gridOf(table);
  const texts = rows.map((row) => row.map(cellMarkdown));
  const [first = []] = texts;
  // A Markdown table has exactly one header row.
  const head =
    headers === 0
      ? first.map(() => "")
      : first.map((_, x) => joined(texts.slice(0, headers).map((row) => row[x] ?? "")));
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const lines = [line(head), line(first.map(() => "---")), ...texts.slice(headers).map(line)];
  return (caption === "" ? "" : `**${caption}**\n\n`) + lines.join("\n");
}

function isWithinPage(href: string): boolean {
  const [page] = location.href.split("#");
  return href.startsWith(`${page}#`);
}

/** True for line numbers in a cell before the code. */
function isLineNumbers(pre: Element, code: string): boolean {
  return /^[\d\s]+$/.test(code) && Boolean(pre.closest("td")?.nextElementSibling?.querySelector("pre"));
}

function joined(texts: string[]): string {
  return [...new Set(texts.filter(Boolean))].join(" / ");
}

const cells = new WeakMap<Element, string>();

function cellMarkdown(cell: Element): string {
  const known = cells.get(cell);
  if (known !== undefined) return known;
  // Most cells contain only text, and large tables have many thousands of them.
  if (cell.childElementCount === 0) return service.escape(textOfCell(cell)).replace(/\|/g, "\\|");
  const inner = cell.ownerDocument.createElement("div");
  inner.append(...[...cell.childNodes].map((child) => child.cloneNode(true)));
  const text = markdownOf(inner).replace(/\n+/g, "<br>").replace(/\|/g, "\\|");
  cells.set(cell, text);
  return text;
}
