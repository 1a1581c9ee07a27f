/** The copy of a page as Markdown. Tables come from the grid, so that spans and layout tables do no harm. */
import { highlightedCodeBlock, strikethrough, taskListItems } from "@joplin/turndown-plugin-gfm";
import TurndownService from "turndown";
import { squash } from "../text.ts";
import { gridOf, isLayout, textOfCell } from "./grid.ts";

const service = new TurndownService({
  headingStyle: "atx",
  codeBlockStyle: "fenced",
  bulletListMarker: "-",
  emDelimiter: "*",
  hr: "---",
});
service.use([highlightedCodeBlock, strikethrough, taskListItems]);

service.addRule("table", {
  filter: (node) => node.nodeName === "TABLE",
  replacement: (content, node) => {
    const table = node as unknown as Element;
    return isLayout(table) ? `\n\n${content}\n\n` : `\n\n${tableMarkdown(table)}\n\n`;
  },
});

// One space after the sign, not three: the same list in fewer tokens.
service.addRule("item", {
  filter: "li",
  replacement: (content, node, { bulletListMarker }) => {
    const item = node as unknown as Element;
    const list = item.parentElement;
    const start = Number(list?.getAttribute("start") ?? 1) || 1;
    const place = list ? [...list.children].filter((one) => one.localName === "li").indexOf(item) : 0;
    const sign = list?.localName === "ol" ? `${start + place}. ` : `${bulletListMarker} `;
    const inner = content
      .trim()
      .replace(/\n{3,}/g, "\n\n")
      .replace(/\n(?=.)/g, `\n${" ".repeat(sign.length)}`);
    return inner === "" ? "" : `${sign}${inner}${item.nextElementSibling ? "\n" : ""}`;
  },
});

// Of a layout table every cell is a paragraph.
service.addRule("cell", {
  filter: ["td", "th"],
  replacement: (content) => `\n\n${content.trim()}\n\n`,
});

// A picture without a description says nothing that text could.
service.addRule("picture", {
  filter: "img",
  replacement: (_, node) => {
    const alt = squash((node as unknown as Element).getAttribute("alt") ?? "");
    const source = (node as unknown as Element).getAttribute("src");
    return alt === "" ? "" : source ? `![${alt.replace(/[[\]]/g, "\\$&")}](${source})` : alt;
  },
});

// Links around nothing, and those that only jump within their own heading.
service.addRule("emptyLink", {
  filter: (node) =>
    node.nodeName === "A" && /^[\s#¶§\u{1f517}]*$/u.test(node.textContent ?? "") && !node.querySelector("img"),
  replacement: () => "",
});

// What a list says of its language is kept where highlighters put it.
service.addRule("code", {
  filter: (node) => node.nodeName === "PRE",
  replacement: (_, node) => {
    const pre = node as unknown as Element;
    const code = (pre.textContent ?? "").replace(/^\n|\n+$/g, "");
    const classes = `${pre.getAttribute("class") ?? ""} ${pre.querySelector("code")?.getAttribute("class") ?? ""}`;
    const language = /(?:language|lang|highlight-source)-([\w+#-]+)/.exec(classes)?.[1] ?? "";
    const fence = "`".repeat(Math.max(3, ...[...code.matchAll(/`{3,}/g)].map(([run]) => run.length + 1)));
    return code.trim() === "" ? "" : `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
  },
});

/** Markdown of a node of the copy. */
export function markdownOf(node: Element): string {
  return service
    .turndown(node as unknown as HTMLElement)
    .replace(/[^\S\n]+\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

function tableMarkdown(table: Element): string {
  const { caption, rows, headers } = gridOf(table);
  const texts = rows.map((row) => row.map(cellMarkdown));
  const [first = []] = texts;
  // Markdown has one row of headers, and cannot do without.
  const head =
    headers === 0
      ? first.map(() => "")
      : first.map((_, x) => joined(texts.slice(0, headers).map((row) => row[x] ?? "")));
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const lines = [line(head), line(first.map(() => "---")), ...texts.slice(headers).map(line)];
  return (caption === "" ? "" : `**${caption}**\n\n`) + lines.join("\n");
}

function joined(texts: string[]): string {
  return [...new Set(texts.filter(Boolean))].join(" / ");
}

const cells = new WeakMap<Element, string>();

function cellMarkdown(cell: Element): string {
  const known = cells.get(cell);
  if (known !== undefined) return known;
  // Most cells hold a text alone, and large tables many thousands of them.
  if (cell.childElementCount === 0) return service.escape(textOfCell(cell)).replace(/\|/g, "\\|");
  const inner = cell.ownerDocument.createElement("div");
  inner.append(...[...cell.childNodes].map((child) => child.cloneNode(true)));
  const text = markdownOf(inner).replace(/\n+/g, "<br>").replace(/\|/g, "\\|");
  cells.set(cell, text);
  return text;
}
